#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Examples in documents are those that a test compiles, the README's boards are those there are, and no link is dead."""
import os
import re
import sys

LINES_MAX = 100
EXAMPLES = {"README.md": "tests/trace/readme.c", "docs/events.md": "tests/guide/guide.c"}
MARKED = re.compile(r"/\* example begins \*/\n(.*?)/\* example ends \*/\n", re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def section(text, title):
    """@return the lines of the README's section `title`, or None"""
    m = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return m and m[1]


def check_example(path, compiled):
    marked = MARKED.search(read(compiled))
    shown = re.search(r"^```c\n(.*?)^```$", read(path), re.DOTALL | re.MULTILINE)
    if not marked:
        yield f"{compiled}: no example between its markers"
    elif not shown:
        yield f"{path}: no example in ```c"
    elif shown[1] != marked[1]:
        yield f"{path}: its first ```c isn't what {compiled} has between its markers"


def check_boards(readme):
    table = re.findall(r"^\| `([\w-]+)` \|", section(readme, "Boards") or "", re.MULTILINE)
    there = [b for b in os.listdir("platform") if os.path.exists(f"platform/{b}/board.mk")]
    for board in sorted(set(there) - set(table)):
        yield f"README.md: no row for platform/{board} in the table of boards"
    for board in sorted(set(table) - set(there)):
        yield f"README.md: board {board}: no platform/{board}/board.mk"


def check_links(path):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(path)):
        if not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield f"{path}: link to {target}: no such file"
    # Code spans that read as a path of this tree.
    for target in set(re.findall(r"`((?:conf|docs|include|mk|platform|scripts|src|tests)/[\w./-]+\w)`", read(path))):
        if not os.path.exists(target):
            yield f"{path}: {target}: no such file"


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    readme = read("README.md")
    wrong = [*check_boards(readme)]
    for path, compiled in EXAMPLES.items():
        wrong += check_example(path, compiled)
    lines = readme.count("\n")
    if lines > LINES_MAX:
        wrong.append(f"README.md: {lines} lines; at most {LINES_MAX}")
    for path in ["README.md", *(f"docs/{d}" for d in sorted(os.listdir("docs")) if d.endswith(".md"))]:
        wrong += check_links(path)
    print("\n".join(wrong) or "README: as the tree is")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
