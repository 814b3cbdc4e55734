# SPDX-License-Identifier: BSD-2-Clause
"""Write TAP, for checks that run on this machine."""
import gc
import os

# Checks hold millions of small objects, none in a cycle: half of the time would go into looking for these.
gc.disable()

# make test FULL=1: nothing is left out.
FULL = os.environ.get("FULL") == "1"
# Whether the compiler is the one whose figures the budgets are.
MEASURED = os.environ.get("SPOOR_MEASURED", "1") == "1"


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

    def at_most(self, name, value, budget, details=""):
        """A figure of the compiler that the budgets are for; with another it is left out."""
        if MEASURED:
            self.check(f"{name}, at most {budget}", value <= budget, details)
        else:
            self.skip(name, "needs the compiler that the budgets are for")

    def chosen(self, what, all_of_them, few):
        """@return of things that are much alike all with FULL, otherwise the few; the others are skipped by name"""
        left = [thing for thing in all_of_them if thing not in few] if not FULL else []
        for thing in left:
            name = thing if isinstance(thing, (str, int)) else thing[0]
            self.skip(f"{what} {name}", "with FULL=1")
        return [thing for thing in all_of_them if thing not in left]

    def end(self):
        """@return the exit status"""
        print(f"1..{self.count}")
        return 1 if self.failed else 0
