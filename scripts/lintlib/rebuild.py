# SPDX-License-Identifier: BSD-2-Clause
"""
After a build there is nothing to build.

Arguments: make, and the files that were built.
"""
import subprocess


def check(arguments):
    done = subprocess.run([*arguments[0].split(), "-n", *arguments[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    yield from [line for line in done.stdout.splitlines() if "  CC  " in line or "  LD  " in line][:5]
    if done.returncode:
        yield done.stdout
