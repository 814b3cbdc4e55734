# SPDX-License-Identifier: BSD-2-Clause
"""
The tables of boards in README.md and docs/boards.md, made from the boards' folders. Without --write they are compared.

Argument: --write puts the tables into the documents.
"""
import glob
import os
import re
from collections import defaultdict

UNITS = {"M": "MB", "K": "KB"}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def variables(path, values):
    """Read a board.mk with the files that it includes, in their order."""
    for line in re.finditer(r"^include (\S+)$|^(\w+) *(:=|\+=) *((?:.*\\\n)*.*)$", read(path), re.MULTILINE):
        if line[1]:
            variables(line[1], values)
        else:
            words = line[4].replace("\\\n", " ").split()
            values[line[2]] = (values.get(line[2], []) if line[3] == "+=" else []) + words
    return values


def memory(board, values):
    folders = [board, *values.get("SHARES", [])]
    path = next(p for p in (f"platform/{f}/board.ld" for f in folders) if os.path.exists(p))
    sizes = dict(re.findall(r"^\s*(\w+) \(\w+\)\s*:.*LENGTH = (.*)$", read(path), re.MULTILINE))
    texts = [re.sub(r"(\d+)([MK]).*", lambda m: f"{m[1]} {UNITS[m[2]]}", sizes[r]) for r in ("rom", "ram") if r in sizes]
    return " + ".join(texts) if len(texts) > 1 else texts[0]


RUNS = {"all": "all that fit", "arch": "and those of its architecture"}


class Board:
    def __init__(self, name):
        path = f"platform/{name}/board.mk"
        values = variables(path, {})
        about = re.search(r"^# (?!SPDX)(.*)$", read(path), re.MULTILINE)[1]
        self.name = name
        self.about = re.sub(r" \(QEMU .*?\)", "", about).rstrip(".")
        self.core = re.search(r"Cortex-[AMR]\d+|ARM\d+\w*|RV32\w+", about)[0]
        settings = dict(s.split("=", 1) for s in values.get("CONFIG", []))
        self.cpus = int(settings.get("CPUS", 1))
        self.has = values["HAS"]
        self.runs = next((text for word, text in RUNS.items() if word in values.get("RUNS", [])), "the core set")
        self.architecture = values["ARCH"][0]
        self.memory = memory(name, values)

    def mention(self):
        notes = ([f"{self.cpus} CPUs"] if self.cpus > 1 else []) + (["FPU"] if "fpu" in self.has else []) + \
                ([] if "ram32k" in self.has else [f"{self.memory.split(' + ')[-1]} of RAM"])
        return f"`{self.name}`" + (f" ({', '.join(notes)})" if notes else "")


def boards():
    return [Board(p.split("/")[1]) for p in sorted(glob.glob("platform/*/board.mk"))]


def by_core(found):
    """The README's table: a row for each core, those of the M profile first, by number."""
    rows = defaultdict(list)
    for b in found:
        rows[b.core].append(b.mention())
    key = [(not r.startswith("Cortex-M"), r.startswith("RISC"), r.rstrip("0123456789"), int(re.search(r"\d+|$", r)[0] or 0), r) for r in rows]
    yield "| CPU | boards |"
    yield "|---|---|"
    for *_, core in sorted(key):
        yield f"| {core} | {', '.join(rows[core])} |"


def each(found):
    """The table of docs/boards.md."""
    yield "| board | description | memory | `ARCH` | runs by default |"
    yield "|---|---|---|---|---|"
    for b in found:
        yield f"| `{b.name}` | {b.about} | {b.memory} | `{b.architecture}` | {b.runs} |"


def check(arguments):
    found = boards()
    for path, rows in (("README.md", by_core(found)), ("docs/boards.md", each(found))):
        text = read(path)
        table = "".join(r + "\n" for r in rows)
        head = table.split("\n", 1)[0]
        made = re.sub(re.escape(head) + r"\n(?:\|.*\n)*", lambda _, t=table: t, text)
        if head not in text:
            yield f"{path}: no table of boards: {head}"
        elif made != text and "--write" in arguments:
            with open(path, "w", encoding="utf-8") as f:
                f.write(made)
        elif made != text:
            yield f"{path}: its table of boards isn't that of platform/: scripts/lint boards --write"
