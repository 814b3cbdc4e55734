# SPDX-License-Identifier: BSD-2-Clause
"""C sources are formatted by clang-format."""
import glob
import subprocess
from concurrent.futures import ThreadPoolExecutor

TREES = ("include", "src", "platform", "conf", "tests", "host", "dist")


def complain(paths):
    done = subprocess.run(["clang-format", "--dry-run", "--Werror", *paths], stderr=subprocess.PIPE, text=True, check=False)
    return done.stderr if done.returncode else None


def check(_):
    paths = sorted(p for tree in TREES for p in glob.glob(f"{tree}/**/*.[ch]", recursive=True))
    with ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(complain, [paths[at:at + 16] for at in range(0, len(paths), 16)]))
