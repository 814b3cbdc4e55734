# SPDX-License-Identifier: BSD-2-Clause
"""Write TAP, for checks that run on this machine."""


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, ok, details=""):
        """One result; `details`, text or lines, are the finding when it isn't `ok`."""
        self.count += 1
        if not ok:
            self.failed += 1
            for line in details.splitlines() if isinstance(details, str) else details:
                print(f"# {line}")
        print(f"{'' if ok else 'not '}ok {self.count} {name}")

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} {name} # SKIP {why}")

    def end(self):
        """@return the exit status"""
        print(f"1..{self.count}")
        return 1 if self.failed else 0
