# SPDX-License-Identifier: BSD-2-Clause
"""An image as its disassembly and its symbols: where hooks are called, and where the clock is read."""
import bisect
import re
import subprocess

GENERIC_TIMER = re.compile(r"mrrc\s+15, 1, .*, cr14")  # the virtual count of Arm's generic timer
CALLS = {"bl", "blx", "jal", "jalr"}
RETURNS = re.compile(r"mret|rfe\w*\b|movs\s+pc|subs\s+pc")  # from exceptions, but for Arm's M-profile
RETURNS_M = re.compile(r"bx\s+lr|(pop|ldmia)\S*\s.*\bpc\}|ldr\S*\s+pc, \[sp\]")


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


class Image:
    def __init__(self, elf, cross):
        self.elf, self.cross = elf, cross
        self.symbols, self.names = {}, {}
        found = sorted((int(m[1], 16) & ~1, int(m[2] or "0", 16), m[3]) for m in
                       re.finditer(r"^(\w+) (?:(\w+) )?[tTwW] ([^$.\s]\S*)$", run(f"{cross}nm", "-S", elf), re.M))
        for (at, size, name), (after, *_) in zip(found, [*found[1:], (found[-1][0] + 4,)]):
            self.symbols[at] = max(self.symbols.get(at, (0, name)), (size or after - at, name))  # assembly may have no size
            self.names.setdefault(name, at)
        self.starts = sorted(self.symbols)
        self.code = {int(m[1], 16): m[2] for m in re.finditer(r"^ *(\w+):\t(\S.*)$", run(f"{cross}objdump", "-d", "--no-show-raw-insn", elf), re.M)
                     if not m[2].startswith(".")}
        self.order = sorted(self.code)
        self.following = dict(zip(self.order, self.order[1:]))

    def variable(self, name):
        """@return the address of a variable"""
        return int(re.search(rf"^(\w+) [bBdD] {name}$", run(f"{self.cross}nm", self.elf), re.M)[1], 16)

    def function(self, pc):
        """@return the address of the function that contains `pc`, or None"""
        n = bisect.bisect_right(self.starts, pc) - 1
        at = self.starts[n] if n >= 0 else None
        return at if at is not None and pc - at < self.symbols[at][0] else None

    def name(self, pc):
        at = self.function(pc)
        return self.symbols[at][1] if at is not None else None

    def body(self, name):
        """@return the addresses of a function's instructions"""
        at = self.names[name]
        first = bisect.bisect_left(self.order, at)
        return self.order[first:bisect.bisect_left(self.order, at + self.symbols[at][0])]

    def target(self, pc):
        """@return the name of the function that a direct call at `pc` calls, or None"""
        text = self.code[pc].split("@")[0].split("#")[0]
        m = re.match(r"(\S+)\s+(?:\w+,\s*)?([0-9a-f]+) <", text)
        if not m or m[1].split(".")[0] not in CALLS:
            return None
        return self.called(int(m[2], 16))

    def jumps_to(self, pc):
        """@return the name of the function that the instruction at `pc` ends in, or None"""
        m = re.search(r"\s([0-9a-f]+) <", self.code[pc])
        at = int(m[1], 16) if m else None
        return self.symbols[at][1] if at in self.symbols and at != self.function(pc) else None

    def called(self, at):
        name = self.name(at) or ""
        return re.sub(r"^__|_(veneer|from_arm|from_thumb)$", "", name) if name.endswith(("_veneer", "_from_arm", "_from_thumb")) else name

    def calls(self, name, targets):
        """@return the direct calls in function `name` of one of `targets`: (address, target)"""
        return [(pc, t) for pc in self.body(name) if (t := self.target(pc)) in targets]

    def calls_through_pointers(self, name):
        return [pc for pc in self.body(name) if re.match(r"blx\s+[a-z]|bx\s+r|jalr\s|jr\s+[^r]", self.code[pc]) and self.target(pc) is None]

    def clock_reads(self):
        """@return the instructions that read the generic timer"""
        return [pc for pc in self.order if GENERIC_TIMER.match(self.code[pc])]

    def waits(self):
        return [pc for pc in self.order if self.code[pc].split()[0].split(".")[0] in ("wfi", "wfe") or re.match(r"mcr\s+15, 0, .*, cr7, cr0, \{4\}", self.code[pc])]

    def exception_returns(self):
        if "cortexm_pendsv" not in self.names:
            return [pc for pc in self.order if RETURNS.match(self.code[pc])]
        found, names = [], ["cortexm_pendsv", "interrupt"]
        for name in names:
            found += [pc for pc in self.body(name) if RETURNS_M.match(self.code[pc])]
            # A handler may end in another function.
            jumps = (re.match(r"b(?:\.[nw])?\s+([0-9a-f]+) <", self.code[pc]) for pc in self.body(name))
            names += [self.symbols[at][1] for m in jumps if m and (at := int(m[1], 16)) in self.symbols and self.symbols[at][1] not in names]
        return found

    def exception_entries(self):
        names = ("interrupt", "cortexm_pendsv", "trap_entry", "irq_entry", "svc_entry")
        table = self.names.get("armv7a_vectors")
        return {self.names[n] for n in names if n in self.names} | ({table + 0x08, table + 0x18} if table is not None else set())

    def switches(self):
        """@return the calls of the context switch"""
        return [pc for pc in self.order if self.target(pc) == "hal_on_switch"]

    def inlined(self, pcs):
        """@return the names of the functions of which each of these instructions is part, the innermost first"""
        pcs = list(pcs)
        if not pcs:
            return {}
        text = run(f"{self.cross}addr2line", "-a", "-i", "-f", "-e", self.elf, *map(hex, pcs))
        chains, chain = [], []
        for line in text.splitlines():
            if re.fullmatch(r"0x\w+", line):
                chains.append(chain := [])
            else:
                chain.append(line)
        return {pc: tuple(c[::2]) for pc, c in zip(pcs, chains)}
