# SPDX-License-Identifier: BSD-2-Clause
"""All mutants of a source in one text, which a variable selects among at run time, so that each program is built once."""
import hashlib
import re
from collections import Counter
from dataclasses import dataclass

from .syntax import STATEMENT, VALUE, VOID, Change


@dataclass
class Mutant:
    """A change with its number in the program. `key` names it even after its line has moved."""
    number: int
    path: str
    line: int
    change: Change
    key: str


def nested(changes):
    """@return the changes without those that overlap another in part, which happens between settings"""
    kept, stack = [], []
    for c in sorted(changes, key=lambda c: (c.start, -c.end, -c.rank, c.text)):
        while stack and stack[-1].end <= c.start:
            stack.pop()
        if not stack or c.end <= stack[-1].end:
            kept.append(c)
            stack.append(c)
    return kept


def chosen(key, share):
    """@return whether a mutant is in the sample: the same for every run and order"""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") < share * 2**32


def mutants_of(source, first, share, others=0):
    """@return the mutants of a source in the sample `share` but not in the sample `others`, numbered from `first`"""
    found, seen = [], Counter()
    for c in nested(source.changes):
        begin = source.ascii.rfind("\n", 0, c.start) + 1
        end = source.ascii.find("\n", c.start)
        line = re.sub(r"\s+", " ", source.ascii[begin:end]).strip().encode("latin-1").decode("utf-8")
        key = f"{source.path} {c.function} | {line} | {c.shown}"
        seen[key] += 1
        key += f" ({seen[key]})" if seen[key] > 1 else ""
        if chosen(key, share) and not chosen(key, others):
            found.append(Mutant(first + len(found), source.path, source.ascii.count("\n", 0, c.start) + 1, c, key))
    return found


def wrapped(inner, group):
    """@return the text of a site with its changes: `inner` if none of them is selected"""
    for m in group:
        c = m.change
        if c.rank == VALUE:
            inner = f"(SPOOR_MUTANT({m.number}) ? ({c.text}) : ({inner}))"
        elif c.rank == VOID:
            inner = f"(SPOOR_MUTANT({m.number}) ? (void)0 : (void)({inner}))"
        else:
            inner = f"{{ if (!SPOOR_MUTANT({m.number})) {{ {inner} }} }}"
    return inner


def woven(source, mutants):
    """@return the source's text with all mutants"""
    groups = {}
    for m in mutants:
        groups.setdefault((m.change.start, -m.change.end, -m.change.rank), []).append(m)
    sites = sorted(groups)

    def weave(begin, end, at):
        """@return the text from begin to end with the sites from number `at`, and the number of the next site"""
        out = []
        while at < len(sites) and sites[at][0] < end and -sites[at][1] <= end:
            start, stop = sites[at][0], -sites[at][1]
            out.append(source.ascii[begin:start])
            inner, following = weave(start, stop, at + 1)
            out.append(wrapped(inner, groups[sites[at]]))
            begin, at = stop, following
        out.append(source.ascii[begin:end])
        return "".join(out), at

    assert STATEMENT > VOID > VALUE  # the outer one comes first
    return weave(0, len(source.ascii), 0)[0].encode("latin-1").decode("utf-8")
