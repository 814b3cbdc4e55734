# SPDX-License-Identifier: BSD-2-Clause
"""A suite's result, written by a run and read by the report. One JSON file per suite."""
import dataclasses
import json
import os
import sys

PASS, FAIL, SKIP = "pass", "fail", "skip"


@dataclasses.dataclass
class Case:
    name: str
    status: str
    detail: str = ""


@dataclasses.dataclass
class Result:
    suite: str
    cases: list
    time_s: float = 0.0
    output: str = ""

    @property
    def status(self):
        kinds = {c.status for c in self.cases}
        return FAIL if FAIL in kinds or not kinds else SKIP if kinds == {SKIP} else PASS

    def count(self, status):
        return sum(c.status == status for c in self.cases)

    def save(self, path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path + ".new", "w", encoding="utf-8") as f:
            json.dump(dataclasses.asdict(self), f)
        os.replace(path + ".new", path)

    @staticmethod
    def load(path):
        with open(path, encoding="utf-8") as f:
            d = json.load(f)
        d["cases"] = [Case(**c) for c in d["cases"]]
        return Result(**d)

    def line(self):
        """@return a line for people"""
        if self.status == SKIP:
            return f"SKIP  {self.suite:<34} {self.cases[0].detail}"
        tally = f"{self.count(PASS)} of {len(self.cases)}"
        if self.count(SKIP):
            tally += f", {self.count(SKIP)} skipped"
        return f"{self.status.upper()}  {self.suite:<34} {tally:<16} {self.time_s:6.2f} s"

    def text(self, tail_lines=25):
        """@return the line, and for a failure the failed checks and the end of the output"""
        lines = [self.line()]
        for c in self.cases:
            if c.status == FAIL:
                lines.append(f"      not ok: {c.name}")
                lines += [f"        {d}" for d in c.detail.splitlines()]
        if self.status == FAIL and self.output:
            lines += [f"      | {d}" for d in self.output.splitlines()[-tail_lines:]]
        return "\n".join(lines) + "\n"

    def tell(self):
        """Print with one write, so that suites that run in parallel don't mix."""
        sys.stdout.flush()
        data = self.text().encode("utf-8", "replace")
        while data:
            data = data[os.write(1, data):]
