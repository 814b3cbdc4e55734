# SPDX-License-Identifier: BSD-2-Clause
"""Write TAP, for checks that run on the host."""
import gc
import os

# Checks hold millions of small objects without cycles: garbage collection would take half of the
# time.
gc.disable()

# Set by make test FULL=1: skip nothing.
FULL = os.environ.get("FULL") == "1"
# Whether the compiler is the one that the budgets are for.
MEASURED = os.environ.get("SPOOR_MEASURED", "1") == "1"


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, ok, details=""):
        """Print one result. `details`, text or lines, is printed if not `ok`."""
        self.count += 1
        if not ok:
            self.failed += 1
            for line in details.splitlines() if isinstance(details, str) else details:
                print(f"# {line}")
        print(f"{'' if ok else 'not '}ok {self.count} {name}")

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} {name} # SKIP {why}")

    def at_most(self, name, value, budget, details=""):
        """Check a figure that depends on the compiler; skipped with a compiler that the budgets aren't
        for."""
        if MEASURED:
            self.check(f"{name}, at most {budget}", value <= budget, details)
        else:
            self.skip(name, "needs the compiler that the budgets are for")

    def chosen(self, what, all_of_them, few):
        """@return all of several similar things with FULL, else only the few; the others are reported
        as skipped"""
        left = [thing for thing in all_of_them if thing not in few] if not FULL else []
        for thing in left:
            name = thing if isinstance(thing, (str, int)) else thing[0]
            self.skip(f"{what} {name}", "with FULL=1")
        return [thing for thing in all_of_them if thing not in left]

    def end(self):
        """@return the exit status"""
        print(f"1..{self.count}")
        return 1 if self.failed else 0
