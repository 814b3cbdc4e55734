# SPDX-License-Identifier: BSD-2-Clause
"""Read KTAP (version 1) and TAP, and judge a run."""
import re

from testlib.results import FAIL, PASS, SKIP, Case

PLAN = re.compile(r"1\.\.(\d+)\s*$")
RESULT = re.compile(r"(not )?ok (\d+)\b\s*(?:- )?(.*?)\s*(?:# (SKIP)\b\s*(.*))?$")
# The kernel's last lines in a run that failed, for the verdict.
LAST_WORDS = re.compile(r"(panic|fault): ")


def parse(text):
    """@return (cases, plan or None, problems, last words)"""
    cases, plan, problems, words, detail = [], None, [], [], []
    for line in text.replace("\r", "").split("\n"):
        if m := PLAN.match(line):
            if plan is not None:
                problems.append("a second plan")
            plan = int(m[1])
        elif m := RESULT.match(line):
            bad, number, name, directive, why = m.groups()
            if int(number) != len(cases) + 1:
                problems.append(f"result {number} instead of {len(cases) + 1}")
            if directive == "SKIP":
                cases.append(Case(name or why, SKIP, why))
            else:
                cases.append(Case(name, FAIL if bad else PASS, "\n".join(detail) if bad else ""))
            detail = []
        elif line.startswith("# "):
            detail.append(line[2:])
        elif LAST_WORDS.match(line):
            words.append(line)
    return cases, plan, problems, words


def judge(text, status, ended):
    """
    A run passes with exit status 0, a plan, as many results as planned, and no "not ok".
    @param status  the exit status, or None if the run had to be ended
    @param ended   why it had to be ended, or a better reason than its status
    @return (cases, reasons why the run as a whole failed)
    """
    cases, plan, reasons, words = parse(text)
    failed = sum(c.status == FAIL for c in cases)
    reasons += words
    if plan is None:
        reasons.append("no plan")
    elif plan != len(cases):
        reasons.append(f"planned {plan}, ran {len(cases)}")
    if status is None:
        reasons.append(ended)
    elif status < 0:
        reasons.append(ended or f"ended by signal {-status}")
    elif status != min(failed, 125):
        reasons.append(f"exit status {status}" + (f" with {failed} failed" if failed else " with no test failed"))
    return cases, reasons
