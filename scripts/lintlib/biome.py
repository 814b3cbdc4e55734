# SPDX-License-Identifier: BSD-2-Clause
"""JavaScript is formatted by Biome and follows the rules of biome.jsonc."""
import subprocess

TREES = ("host", "scripts", "tests")


def check(_):
    done = subprocess.run(["biome", "ci", "--colors=off", "--error-on-warnings", "--max-diagnostics=50", *TREES],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        yield done.stdout
