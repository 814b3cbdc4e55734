# SPDX-License-Identifier: BSD-2-Clause
"""Every script parses."""
import ast
import os
import subprocess


def files():
    yield ".ci/run"
    for top in ("packages", "scripts", "src/apps", "tests"):
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, n) for n in names if "." not in n or n.endswith((".py", ".check")))


def check(_):
    for path in files():
        with open(path, "rb") as f:
            text = f.read()
        first = text.split(b"\n", 1)[0]
        if path.endswith(".py") or b"python" in first:
            try:
                ast.parse(text, path)
            except SyntaxError as e:
                yield f"{path}: {e}"
        elif first.startswith(b"#!") and b"make" not in first:
            done = subprocess.run(["bash", "-n", path], capture_output=True, text=True, check=False)
            if done.returncode:
                yield done.stderr
