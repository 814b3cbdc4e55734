# SPDX-License-Identifier: BSD-2-Clause
"""Blocks of a page, each with the comment before it, and the comparison of a shown output with a real
one."""
import re

BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^\n]*?) -->\n+)?(?:^```(?P<language>[^\n]*)\n(?P<fenced>.*?)^```$|(?<=\n\n)(?P<indented>(?:    [^\n]*\n)+))", re.M | re.S)
# Kinds of comments: blocks made by scripts/docs; blocks for the reader and tests/dist/pages.check;
# the end of a table of lintlib/tables.py.
MADE = re.compile(r"(run|shell|commands(?: in the tree)?)(?:, (about|within (\d+) %))?(?:, with ([\w-]+))?(?:: (.*))?")
OTHER = re.compile(r"(file|shows|not run): .+|end")
# Pages whose sessions tests/dist/pages.check types in a copy of the tree.
FOLLOWED = ("docs/first-image.md",)
LEFT_OUT = "…"
VARYING = re.compile(r"\b0x[0-9a-f]+|\b[0-9a-f]{40}\b|\d[\d.,]*(?: (?P<unit>[num]?s)\b)?|#+")
NS = {None: 1, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class Block:
    """@var place  file and line; `mark` and `language` are "" if there is none, `language` None in an
    indented block; `begin` is the text's place in the page"""

    def __init__(self, path, page, found):
        kind = "fenced" if found["fenced"] is not None else "indented"
        self.mark, self.language, self.text, self.begin = found["mark"] or "", found["language"], found[kind], found.start(kind)
        self.place = f"{path}:{page.count(chr(10), 0, self.begin) + 1}"


def blocks(path, page):
    for found in BLOCK.finditer(page):
        # A continued list item is also indented.
        before = page[:found.start()].rstrip("\n").rsplit("\n", 1)[-1]
        if not (found["indented"] and re.match(r" *(?:[-*]|\d+\.) |  ", before)):
            yield Block(path, page, found)


def words(line):
    """@return a line without its numbers, the units of its times, and the widths of its columns"""
    return VARYING.sub("0", " ".join(line.split()))


def numbers(line):
    """@return the numbers of a line, times in ns"""
    return [float(m[0].split()[0].replace(",", "").rstrip(".")) * NS[m["unit"]] for m in VARYING.finditer(line) if re.match(r"\d[\d.,]*( |$)", m[0])]


def missing(shown, output):
    """@return the first line of `shown` that is missing or out of order in `output`, or None"""
    rest = iter([words(line) for line in output.splitlines()])
    return next((line for line in shown.splitlines() if line.strip() and line != LEFT_OUT and words(line) not in rest), None)


def pieces(lines):
    """@return the runs of lines between those of …"""
    found = [[]]
    for line in lines:
        if line.strip() == LEFT_OUT:
            found.append([])
        else:
            found[-1].append(line)
    return found


def fitted(shown, output):
    """
    Fit output to the lines shown, in which … stands for lines left out.
    @return the shown lines with those of `output` in their places; None if `output` has no such
    lines, whatever their numbers
    """
    parts, lines, at = pieces(shown), [], 0
    if len(parts) == 1:
        return output if list(map(words, shown)) == list(map(words, output)) else None
    plain = list(map(words, output))
    for n, part in enumerate(parts):
        wanted = list(map(words, part))
        last = len(plain) - len(wanted)
        begins = range(at, last + 1) if n else range(1)
        begin = next((b for b in begins if plain[b:b + len(wanted)] == wanted and (n < len(parts) - 1 or not wanted or b == last)), None)
        if begin is None:
            return None
        lines += ([LEFT_OUT] if n else []) + output[begin:begin + len(wanted)]
        at = begin + len(wanted)
    return lines
