# SPDX-License-Identifier: BSD-2-Clause
"""
Cppcheck has no findings. False positives are suppressed in mk/cppcheck.txt, each with a reason.

Arguments: a folder for cppcheck's cache, and the number of configurations of a source to check.
"""
import glob
import os
import subprocess

TREES = ("include", "src", "platform", "conf", "tests", "host")
OPTIONS = ("-q -j 2 --std=c11 --error-exitcode=1 --inline-suppr --suppressions-list=mk/cppcheck.txt --enable=warning,portability "
           "--library=gnu --platform=arm32-wchar_t4 --include=conf/default.h --include=mk/cppcheck.h -I include -I src/port/spoor").split()


def check(arguments):
    folder, configurations = arguments
    os.makedirs(folder, exist_ok=True)
    # Products in tests/dist have settings of their own.
    paths = sorted(p for tree in TREES for p in glob.glob(f"{tree}/**/*.[ch]", recursive=True) if not p.startswith("tests/dist/"))
    done = subprocess.run(["cppcheck", *OPTIONS, f"--max-configs={configurations}", f"--cppcheck-build-dir={folder}", "--file-list=-"],
                          input="\n".join(paths), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        yield done.stdout
