# SPDX-License-Identifier: BSD-2-Clause
"""
After a build nothing is left to build, and no image contains the path of its build folder: the same
sources give the same image and build ID in every folder.

Arguments: make, and the built files.
"""
import os
import subprocess


def check(arguments):
    make, *built = arguments
    done = subprocess.run([*make.split(), "-n", *built], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    yield from [line for line in done.stdout.splitlines() if "  CC  " in line or "  LD  " in line][:5]
    if done.returncode:
        yield done.stdout
    here = os.getcwd().encode()
    for path in built:
        with open(path, "rb") as f:
            if here in f.read():
                yield f"{path}: contains the path {here.decode()}; does a compiler option need -ffile-prefix-map (mk/compile.mk)?"
