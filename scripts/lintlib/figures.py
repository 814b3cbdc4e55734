# SPDX-License-Identifier: BSD-2-Clause
"""
Figures in documents are those that were measured: scripts/lint figures build/bench.json [--write]. With --write the tables
of docs/benchmarks.md get the measured figures.

In docs/benchmarks.md a table with a column "row" is compared cell by cell: a row names `operation variant`, several after
commas, a column names a board, and "at most" has the budget. Elsewhere FIGURES says where a sentence has figures. Figures of peers are those of
tests/bench/peers.tsv.
"""
import json
import re

BENCHMARKS = "docs/benchmarks.md"
DEFAULT_BOARD = "mps2-an385"
# Of runs with several CPUs: their order differs a little from run to run.
VARYING = ("wire_bytes", "streamed")
TOLERANCE = 0.03
# Document, regular expression with a group for each figure, and the figures' rows.
FIGURES = [
    ("README.md", r"An event costs (\d+) instructions", ["event_u32_on cold"]),
    ("docs/events.md", r"It costs (\d+) instructions off and (\d+) on", ["event_u32_off cold", "event_u32_on cold"]),
    ("docs/events.md", r"event with one word (\d+) on and (\d+) off", ["event_u32_on cold", "event_u32_off cold"]),
    ("docs/events.md", r"thread switch (\d+) above off", ["event_switch on"]),
    ("docs/events.md", r"interrupt enter and exit together (\d+)", ["irq_enter_exit on"]),
    ("docs/functions.md", r"^\| off \| (\d+) \|$", ["function_pair off"]),
    ("docs/functions.md", r"^\| recorded \| (\d+) \|$", ["function_pair on"]),
    ("docs/functions.md", r"^\| recorded, with a filter set \| (\d+) \|$", ["function_pair filtered"]),
    ("docs/functions.md", r"^\| in the table \| (\d+) \|$", ["function_pair table"]),
    ("docs/functions.md", r"for (\d+) of them at a stretch", ["masked_stretch function"]),
    ("docs/functions.md", r"for (\d+) with the table", ["masked_stretch function_table"]),
    ("docs/functions.md", r"^\| depth 1, .* \| (\d+) \|$", ["event_stack depth_1"]),
    ("docs/samples.md", r"^\| counted in the table \| (\d+) \|$", ["sample counted"]),
    ("docs/samples.md", r"^\| … and recorded \| (\d+) \|$", ["sample depth_0"]),
    ("docs/samples.md", r"^\| … with a stack of four frames \| (\d+) \|$", ["sample depth_4"]),
    ("docs/functions.md", r"^\| depth 4 \| (\d+) \|$", ["event_stack depth_4"]),
    (BENCHMARKS, r"instrumented code with tracing off, (\d+) instructions", ["ipc_round instrumented_off instructions"]),
]
PEERS = "tests/bench/peers.tsv"
PEER = re.compile(r"(barectf|Embox|floor|Percepio|SystemView|Zephyr) (\d[\d.]*)")
ROW = re.compile(r"`([\w-]+) ([\w-]+)(?: (\S+))?`")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Measured:
    def __init__(self, path):
        self.rows = {}
        with open(path, encoding="utf-8") as f:
            for r in json.load(f):
                self.rows.setdefault((r["board"], r["op"], r["variant"]), []).append(r)
        self.boards = {board for board, _, _ in self.rows}

    def row(self, board, op, variant, unit):
        found = self.rows.get((board, op, variant), [])
        return next((r for r in found if unit in (None, r["unit"])), None)


def shown(row):
    """@return the value as documents show it"""
    if row["unit"] == "bytes/100":
        return f"{row['value'] / 100:.2f}"
    return str(row["value"])


def differs(text, row):
    if text == shown(row):
        return False
    if any(word in row["op"] + row["variant"] for word in VARYING) and re.fullmatch(r"[\d.]+", text):
        return abs(float(text) / float(shown(row)) - 1) > TOLERANCE
    return True


def compare(where, text, board, rows, measured):
    """The figures in `text`, in the order of `rows`: (operation, variant, unit or None)."""
    if board not in measured.boards:
        return
    figures = re.findall(r"\d+(?:\.\d+)?", text)
    if len(figures) != len(rows):
        yield f"{where}: {len(figures)} figures for {len(rows)} rows"
        return
    for figure, (op, variant, unit) in zip(figures, rows):
        row = measured.row(board, op, variant, unit)
        if row is None:
            yield f"{where}: no row {op} {variant} {unit or ''} of {board} was measured"
        elif differs(figure, row):
            yield f"{where}: {op} {variant}: {figure} here, {shown(row)} measured"


def updated(text, rows):
    """@return `text` with the figures of `rows` in place of those that differ"""
    left = iter(rows)

    def figure(match):
        row = next(left)
        return shown(row) if differs(match[0], row) else match[0]
    return re.sub(r"\d+(?:\.\d+)?", figure, text)


def write_tables(measured):
    """Put the measured figures into the tables."""
    lines, columns = [], []
    for line in read(BENCHMARKS).splitlines(keepends=True):
        cells = re.split(r"(?<!\\)\|", line)
        if not line.startswith("|"):
            columns = []
        elif not columns:
            columns = [c.strip().strip("`") for c in cells]
        elif "row" in columns:
            rows = ROW.findall(cells[columns.index("row")])
            for n, board in enumerate(columns):
                values = [measured.row(board, op, variant, unit or None) for op, variant, unit in rows]
                if board in measured.boards and values and all(values):
                    cells[n] = updated(cells[n], values)
            line = "|".join(cells)
        lines.append(line)
    with open(BENCHMARKS, "w", encoding="utf-8") as f:
        f.write("".join(lines))


def check_peers(where, text, rows):
    there = {figure for line in read(PEERS).splitlines() if tuple(line.split("\t")[:2]) in rows for figure in PEER.findall(line)}
    for name, figure in PEER.findall(text):
        if (name, figure) not in there:
            yield f"{where}: {name} {figure} here, not in {PEERS}"


def check_budget(where, text, rows, measured):
    if DEFAULT_BOARD not in measured.boards or not rows:
        return
    row = measured.row(DEFAULT_BOARD, *rows[0])
    there = row and row["budget"]
    figure = re.match(r"\d+(?:\.\d+)?", text)
    if there is not None and row["unit"] == "bytes/100":
        there = there / 100
    if there is None:
        if figure and "missed" not in text:
            yield f"{where}: at most {figure[0]} here; it has no budget"
    elif not figure or float(figure[0]) != there:
        yield f"{where}: at most {text} here, {there} in its test"


def check_tables(measured):
    text = read(BENCHMARKS)
    compared = 0
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = [[c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()]
        if "row" not in lines[0]:
            continue
        columns = lines[0]
        for cells in lines[2:]:
            rows = [(op, variant, unit or None) for op, variant, unit in ROW.findall(cells[columns.index("row")])]
            where = f"{BENCHMARKS}: {cells[0]}"
            if not rows:
                yield f"{where}: names no row"
            for title, cell in zip(columns, cells):
                board = title.strip("`")
                if title.startswith("`") and cell != "–":
                    compared += 1
                    yield from compare(f"{where}: {board}", cell, board, rows, measured)
                elif title.startswith("peers"):
                    yield from check_peers(where, cell, [row[:2] for row in rows])
                elif title == "at most":
                    yield from check_budget(where, cell, rows, measured)
    if compared == 0:
        yield f"{BENCHMARKS}: no table with a column \"row\""


def check(arguments):
    measured = Measured(arguments[0])

    if "--write" in arguments:
        write_tables(measured)
    yield from check_tables(measured)
    yield from check_peers("README.md", read("README.md").split("```", 1)[0], [("event_u32_on", "cold")])
    for path, pattern, rows in FIGURES:
        found = re.search(pattern, re.sub(r"\n(?=\w)", " ", read(path)), re.MULTILINE)
        if not found:
            yield f"{path}: no figures at {pattern!r}"
            continue
        names = [tuple((row.split() + [None])[:3]) for row in rows]
        yield from compare(path, " ".join(found.groups()), DEFAULT_BOARD, names, measured)
