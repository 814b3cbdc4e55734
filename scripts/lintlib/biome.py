# SPDX-License-Identifier: BSD-2-Clause
"""JavaScript is as Biome leaves it, and has nothing that its rules of biome.jsonc refuse."""
import subprocess

TREES = ("host", "scripts", "tests")


def check(_):
    done = subprocess.run(["biome", "ci", "--colors=off", "--error-on-warnings", "--max-diagnostics=50", *TREES],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        yield done.stdout
