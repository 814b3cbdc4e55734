# SPDX-License-Identifier: BSD-2-Clause
"""A copy of this tree to build in, with some folders that a test may change."""
import os
import shutil

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAMES = ("Makefile", "mk", "conf", "include", "platform", "scripts", "src", "dist", "host", "tests")
# Must not be part of the make that runs the test.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in ("MFLAGS", "FULL")}


def clone(folder, *own):
    """Make the copy: the folders `own`, some of NAMES, are copied, the others linked."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in NAMES:
        if name in own:
            shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
        else:
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
