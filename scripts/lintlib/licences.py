# SPDX-License-Identifier: BSD-2-Clause
"""
Every file has a line with its licence, unless .reuse/dep5 lists it among the files without one; the licences are those of the REUSE specification, by
`reuse lint` if it is installed.
"""
import fnmatch
import os
import re
import shutil
import subprocess

DEP5, TEXT = ".reuse/dep5", "LICENSES/BSD-2-Clause.txt"
# REUSE-IgnoreStart
HEADER = b"SPDX-License-Identifier: BSD-2-Clause"
# REUSE-IgnoreEnd
BEGIN = 600  # bytes of a file in which the line is


def read(path):
    with open(path, "rb") as f:
        return f.read()


def without_header():
    """@return the patterns of the last paragraph"""
    files = re.search(r"^Files:((?:.*\n)(?: .*\n)*)", read(DEP5).decode().split("\n\n")[-1], re.MULTILINE)
    return files[1].split()


def check(_):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
    files = [path for path in listed.stdout.splitlines() if os.path.isfile(path)]
    patterns = without_header()
    for pattern in patterns:
        if not fnmatch.filter(files, pattern):
            yield f"{DEP5}: {pattern}: no such file"
    for path in files:
        excepted = any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)
        if not excepted and not path.startswith("LICENSES/") and HEADER not in read(path)[:BEGIN]:
            yield f"{path}: has no line with its licence: {HEADER.decode()}"
    if not os.path.exists(TEXT) or read("LICENSE") != read(TEXT):
        yield f"{TEXT} isn't the same as LICENSE"
    if shutil.which("reuse"):
        done = subprocess.run(["reuse", "lint"], capture_output=True, text=True, check=False)
        if done.returncode:
            yield done.stdout + done.stderr
