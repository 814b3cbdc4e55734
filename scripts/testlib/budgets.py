# SPDX-License-Identifier: BSD-2-Clause
"""Figures measured by images, and their budgets in tests/bench/budgets.tsv."""
import fnmatch
import os
import re
from collections import namedtuple

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/bench/budgets.tsv")
LIMITED = re.compile(r"\d+|missed \d+ \d+")
PRINTED = re.compile(r"^# bench (\S+) (\S+) (\S+) (\d+)$", re.MULTILINE)
# A measured row, and a row of the table; `most` is {board: cell}.
Row = namedtuple("Row", "board op variant unit value")
Budget = namedtuple("Budget", "words op variant unit image most peers")
Section = namedtuple("Section", "name head last rows")


# Boards whose emulator counts the core's cycles. In QEMU an instruction takes a nanosecond.
CYCLES_HZ = {"pico": 125_000_000}


def rows_of(board, text):
    """@return the Rows that a console shows"""
    rows = [Row(board, op, variant, unit, int(value)) for op, variant, unit, value in PRINTED.findall(text)]
    hz = CYCLES_HZ.get(board)
    return rows if hz is None else [r._replace(unit="cycles", value=round(r.value * hz / 1e9)) if r.unit == "instructions" else r
                                    for r in rows]


class Budgets:
    def __init__(self):
        self.sections, columns = [], None
        with open(TABLE, encoding="utf-8") as f:
            for cells in (line.rstrip("\n").split("\t") for line in f):
                if cells[0].startswith("## "):
                    self.sections.append(Section(cells[0][3:], *(cells[1:] + ["", ""])[:2], []))
                elif columns is None and not cells[0].startswith("#"):
                    columns = cells
                elif not cells[0].startswith("#"):
                    self.sections[-1].rows.append(self.budget_of(dict(zip(columns, cells))))
        self.rows = [row for section in self.sections for row in section.rows]

    @staticmethod
    def budget_of(cells):
        fixed = [cells.pop(name) for name in ("words", "op", "variant", "unit", "image")]
        peers = cells.pop("peers", "")
        return Budget(*fixed, {board: cell for boards, cell in cells.items() for board in boards.split() if cell}, peers)

    def limit(self, board, op, variant, unit):
        """@return a budget, or None"""
        for b in self.rows:
            most = b.most.get(board, "-").rsplit(" ", 1)[-1] if LIMITED.fullmatch(b.most.get(board, "-")) else ""
            if most and (b.op, b.unit) == (op, unit) and fnmatch.fnmatchcase(variant, b.variant):
                return int(most)
        return None

    def most(self, row):
        return self.limit(row.board, row.op, row.variant, row.unit)

    def exceeded(self, rows):
        """@return a message for each row above its budget"""
        return [f"{r.board}: {r.op} {r.variant}: {r.value} {r.unit}, at most {most}"
                for r, most in ((r, self.most(r)) for r in rows) if most is not None and r.value > most]

    def missing(self, rows, ran):
        """@return a message for each row that is missing although its image ran; `ran` has BOARD/IMAGE
"""
        there = {row[:4] for row in rows}
        return [f"{board}: row {b.op} {b.variant} ({b.unit}) is missing: {b.image} didn't print it" for b in self.rows for board in b.most
                if f"{board}/{b.image}" in ran and (board, b.op, b.variant, b.unit) not in there]
