# SPDX-License-Identifier: BSD-2-Clause
"""What is released: the tracked files, the version, and the time that archives have."""
import os
import re
import subprocess


def git(*words):
    done = subprocess.run(["git", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"release: git {words[0]}: {done.stderr.strip()}. A release is made in a clone")
    return done.stdout


def tracked():
    """@return the files, sorted"""
    return sorted(path for path in git("ls-files", "-z").split("\0") if path and os.path.lexists(path))


def version():
    with open("include/spoor/util/version.h", encoding="utf-8") as f:
        return re.search(r'#define SPOOR_VERSION "(.*)"', f.read())[1]


def commit_time():
    """@return SOURCE_DATE_EPOCH, or the time of the commit"""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
