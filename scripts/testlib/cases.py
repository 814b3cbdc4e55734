# SPDX-License-Identifier: BSD-2-Clause
"""TAP of a script that judges."""


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def case(self, good, name, detail=""):
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}")
        for line in detail.splitlines() if not good else ():
            print(f"# {line}")

    def end(self):
        """@return the exit status"""
        print(f"1..{self.count}")
        return 1 if self.failed else 0
