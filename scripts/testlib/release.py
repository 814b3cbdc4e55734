# SPDX-License-Identifier: BSD-2-Clause
"""What is released: the tracked files, the version, and archives with the time of the commit."""
import gzip
import io
import os
import re
import subprocess
import tarfile


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


def pack(made, root, files, when):
    """Write an archive of (name, path) pairs, whose names begin with `root`, with this time and no owner."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as z, tarfile.open(fileobj=z, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(files):
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.mtime = when
            if os.path.islink(path):
                entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
                tar.addfile(entry)
                continue
            with open(path, "rb") as f:
                data = f.read()
            entry.size, entry.mode = len(data), 0o755 if os.access(path, os.X_OK) else 0o644
            tar.addfile(entry, io.BytesIO(data))
    with open(made, "wb") as f:
        f.write(packed.getvalue())


def below(folder):
    """@return (name, path) of all files in a folder"""
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            yield os.path.relpath(path, folder), path
