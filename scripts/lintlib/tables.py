# SPDX-License-Identifier: BSD-2-Clause
"""
Tables in documents are generated from the tree and from measurements. Between

    <!-- table: NAME WORD… -->
    <!-- end -->

is the output of the function in TABLES: scripts/lint tables compares it, or writes it with --write.
With build/bench.json, from `make bench`, it handles the tables of measured figures, without it all
others; with the folder build, all that it can. In a table with words that no source has, the rows are kept, and only the cells that have a
source are generated.
"""
import ast
import glob
import json
import os
import re
import subprocess
from collections import defaultdict

from testlib.budgets import Budgets

MARKED = re.compile(r"^(<!-- table: ([\w-]+)((?: \S+)*) -->\n)(.*?)(^<!-- end -->$)", re.MULTILINE | re.DOTALL)
WIRE = "include/spoor/wire.h"
# From runs with several CPUs, whose order varies a little.
VARYING = re.compile(r"wire_bytes|streamed")
TOLERANCE = 0.03


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def cells_of(line):
    return [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]


def table(head, rows):
    return "".join(f"| {' | '.join(r)} |\n".replace("|  |", "| |") for r in [head, *rows]).replace("\n", "\n|" + "---|" * len(head) + "\n", 1)


# ---- boards, by their folders

UNITS = {"M": "MB", "K": "KB"}
RUNS = {"all": "all images that fit", "arch": "the core set and those for its architecture"}


def variables(path, values):
    """Read a board.mk with the files that it includes, in order."""
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


def by_core(_, words):
    """Make a row for each core: Cortex-M first, by number."""
    rows = defaultdict(list)
    for b in boards():
        rows[b.core].append(b.mention())
    order = sorted(rows, key=lambda r: (not r.startswith("Cortex-M"), r.startswith("RISC"), r.rstrip("0123456789"), int(re.search(r"\d+|$", r)[0] or 0), r))
    return table(["CPU", "boards"], [[core, ", ".join(rows[core])] for core in order])


def each_board(_, words):
    return table(["board", "description", "memory", "`ARCH`", "runs by default"],
                 [[f"`{b.name}`", b.about, b.memory, f"`{b.architecture}`", b.runs] for b in boards()])


# ---- the wire format, the tool's tables, the checks

def wire(old, words):
    """Fill in the numbers of the constants that a row names: SPOOR_WIRE_VERSION, or SPOOR_WIRE_ID_ of
    the words in capitals at the start of its text."""
    header = read(WIRE)

    def number(name):
        return re.search(rf"\bSPOOR_WIRE_{name}\b\s*=?\s*(\d+)", header)[1]

    lines = []
    for line in old.splitlines(keepends=True):
        cells = cells_of(line)
        names = re.match(r"[A-Z]{2,}(?:, [A-Z]{2,})*\b", cells[1]) if len(cells) > 1 else None
        if cells and cells[0] == "version":
            line = table([cells[0], number("VERSION"), *cells[2:]], []).split("\n", 1)[0] + "\n"
        elif names:
            numbers = ", ".join(number("ID_" + name) for name in names[0].split(", "))
            line = table([numbers + (" …" if names[0] == "FIRST" else ""), *cells[1:]], []).split("\n", 1)[0] + "\n"
        lines.append(line)
    return "".join(lines)


def analyses(_, words):
    return subprocess.run(["build/host/spoor", "tables"], check=True, capture_output=True, text=True).stdout.rstrip("\n") + "\n"


def checks(_, words):
    """Make a row with the first sentence of each check's description."""
    texts = {p: " ".join(ast.get_docstring(ast.parse(read(p))).split()) for p in sorted(glob.glob("scripts/lintlib/*.py"))}
    return table(["check", "what must hold"],
                 [[f"`{os.path.basename(p)[:-3]}`", re.match(r".*?\.(?= |$)", text)[0]] for p, text in texts.items()])


# ---- measured figures

class Measured:
    def __init__(self, path):
        self.budgets, self.values = Budgets(), defaultdict(list)
        for r in json.loads(read(path)):
            self.values[r["board"], r["op"], r["variant"]].append((r["unit"], r["value"]))
        self.boards = {board for board, _, _ in self.values}

    def figure(self, board, row, old):
        """@return a cell; `old` if the board wasn't measured now, or if it differs by no more than
        runs do"""
        if board not in self.boards:
            return old
        found = dict(self.values.get((board, row.op, row.variant), []))
        texts = [f"{found['bytes/100'] / 100:.2f}"] if "bytes/100" in found else \
            [f"{found[unit]}{' %' if unit == 'percent' else ''}" for unit in ("instructions", "cycles", "bytes", "percent") if unit in found]
        text = ": ".join(texts) or "–"
        numbers, before = (list(map(float, re.findall(r"[\d.]+", t))) for t in (text, old))
        if VARYING.search(row.op + row.variant) and len(numbers) == len(before) and \
                all(abs(a - b) <= TOLERANCE * b for a, b in zip(numbers, before)):
            return old
        return text

    def bench(self, old, words):
        """
        WORDS are sections of the budgets, operations or operation.variant, then boards; "at-most"
        adds the first board's budgets, "notes" the last column. A row that only the first of
        several boards has is left out.
        """
        names = {b for row in self.budgets.rows for b in row.most}
        shown = [w for w in words if w in names or w == "at-most"]
        chosen, sections = [w for w in words if w not in shown], []
        before = {tuple(cells_of(line)[:2]): cells_of(line) for line in old.splitlines()}
        rows = []
        for section in self.budgets.sections:
            found = [r for r in section.rows if r.words and ({section.name, r.op, f"{r.op}.{r.variant}"} & set(chosen))]
            if found:
                sections.append(section)
            for row in found:
                rows += [row] if row[:3] not in [r[:3] for r in rows] else []
        last = sections[0].last if "notes" in words else ""
        lines = []
        for row in rows:
            label = [row.words, f"`{row.op} {row.variant}`"]
            was = dict(zip(shown, before.get(tuple(label), [])[2:]))
            cells = [self.at_most(shown[0], row) if w == "at-most" else self.figure(w, row, was.get(w, "–")) for w in shown]
            figures = [c for w, c in zip(shown, cells) if w != "at-most"]
            if any(c != "–" for c in figures[1:] or figures):
                lines.append(label + cells + ([row.peers or "–"] if last else []))
        return table([sections[0].head, "row", *("at most" if w == "at-most" else f"`{w}`" for w in shown), *([last] if last else [])], lines)

    def at_most(self, board, row):
        if row.most.get(board, "").startswith("missed "):
            return row.most[board].split()[1] + ": **missed**"
        most = self.budgets.limit(board, row.op, row.variant, row.unit)
        return "–" if most is None else f"{most / 100:.2f}" if row.unit == "bytes/100" else str(most)

    def peers(self, old, words):
        """Make a table of an operation and variant on a board, next to those of other tools."""
        board, op, variant = words
        row = next(r for r in self.budgets.rows if (r.op, r.variant) == (op, variant))
        others = re.findall(r"([A-Z]?[A-Za-z]+) (\d+)", row.peers.split(";")[0])
        was = cells_of(old.splitlines()[2])[1:2] if old.count("\n") > 2 else ["–"]
        return table(["instructions on a Cortex-M3", "Spoor", *(name for name, _ in others)],
                     [[row.words, self.figure(board, row, was[0]), *(figure for _, figure in others)]])


def action_inputs(*_):
    rows = []
    for name, text, rest in re.findall(r"^  ([\w-]+):\n    description: (.*)\n    (.*)$", read("action.yml").split("\noutputs:")[0], re.MULTILINE):
        default = rest.removeprefix("default: ").strip('"')
        rows.append([f"`{name}`", text, "must be given" if rest == "required: true" else f"`{default}`" if default else ""])
    return table(["input", "", "default"], rows)


TABLES = {"action": action_inputs, "cores": by_core, "boards": each_board, "wire": wire, "analyses": analyses, "checks": checks}


def check(arguments):
    path = next((a for a in arguments if not a.startswith("--")), None)
    in_folder = path and os.path.isdir(path)
    if in_folder:
        path = os.path.join(path, "bench.json")
    measured = Measured(path) if path and (not in_folder or os.path.exists(path)) else None
    made = {"bench": measured.bench, "peers": measured.peers} if measured else {}
    if in_folder or not measured:
        made = {**TABLES, **made}
    known = {*TABLES, "bench", "peers"}
    for path in ["README.md", *sorted(glob.glob("docs/*.md"))]:
        text = read(path)
        new, moved = text, 0
        for found in MARKED.finditer(text):
            if found[2] not in known:
                yield f"{path}: no table {found[2]}; the tables are {' '.join(sorted(known))}"
            elif found[2] in made:
                block = made[found[2]](found[4], found[3].split())
                begin = found.start(4) + moved
                new = new[:begin] + block + new[begin + len(found[4]):]
                moved += len(block) - len(found[4])
                if block != found[4] and "--write" not in arguments:
                    lines = [f"    {line}" for line in block.splitlines() if line not in found[4].splitlines()]
                    yield f"{path}: the table {found[2]}{found[3]} isn't what `make docs` writes:\n" + "\n".join(lines or ["    (lines removed)"])
        if new != text and "--write" in arguments:
            with open(path, "w", encoding="utf-8") as f:
                f.write(new)
