# SPDX-License-Identifier: BSD-2-Clause
"""The archive of the folder for products, which several kinds of packages contain or refer to."""
import hashlib
import os

from testlib.release import below, pack

# `make dist` writes it.
TARGET = "build/spoor"


def target_archive(fields, folder):
    """Write spoor-VERSION-target.tar.gz, as in a release. @return its path, its SHA-256"""
    root = f"{fields['name']}-{fields['version']}-target"
    made = os.path.join(folder, f"{root}.tar.gz")
    pack(made, root, below(TARGET), fields["time"])
    with open(made, "rb") as f:
        return made, hashlib.sha256(f.read()).hexdigest()
