# SPDX-License-Identifier: BSD-2-Clause
"""
Follow the log of watch.c: which thread runs on each CPU, which interrupts are open, how many instructions were executed
between the reads of the clock of two hooks, and where interrupted code continued.
"""
import collections

ENTERS = ("trace_visit_begin", "trace_scope_enter")
LEAVES = ("trace_visit_end", "trace_scope_leave")
HOOKS = (*ENTERS, *LEAVES)
# Also what they call, and what returns for them.
OF_HOOKS = (*HOOKS, "trace_pair_", "trace_visit_finish")
# The functions, inlined elsewhere, that suspend and resume a context.
IRQ_BEGINS, IRQ_ENDS, SWITCHES = "trace_hook_irq_begin", "trace_hook_irq_end", "trace_hook_switch"


class Context:
    """A thread, or a level of interrupts, as the profiler defines it."""

    def __init__(self):
        self.stolen = []  # pairs of reads of the clock
        self.since = None
        self.open = []  # visits

    def suspend(self, time):
        self.since = time

    def resume(self, time):
        if self.since is not None:
            self.stolen.append((self.since, time))
        self.since = None


Visit = collections.namedtuple("Visit", "block begin end stolen children")


class Cpu:
    def __init__(self):
        self.thread = None
        self.context = Context()  # what runs
        self.levels = []  # the contexts that interrupts suspended
        self.hooks = []  # calls of hooks that haven't returned
        self.begin = None  # the first read of the clock in the context switch
        self.switching = False
        self.between = []  # samples taken in the context switch
        self.frames = []  # open interrupts, each with the numbers of samples taken in it


class Order:
    """What the witness has seen."""

    def __init__(self, image, stacks, blocks_of):
        """@param stacks  (begin, end, thread); blocks_of: the block of each call of a hook, and whether it is an entry"""
        self.image, self.stacks, self.blocks_of = image, stacks, blocks_of
        self.returns_of = {image.following[pc]: pc for pc in blocks_of}
        self.entry, self.sample = image.names["hal_on_irq"], image.names["trace_sample"]
        self.entries, self.switch_calls = image.exception_entries(), set(image.switches())
        self.cpus = collections.defaultdict(Cpu)
        self.threads = collections.defaultdict(Context)
        self.visits = collections.defaultdict(list)
        self.runs = collections.Counter()  # switches to each thread
        self.moves = []  # (instructions, cpu, thread) of each switch
        self.interrupts = []  # (instructions, cpu) of each
        self.samples = []  # [cpu, thread, level, addresses where the code may have continued]
        self.waiting = collections.defaultdict(list)  # samples of code that hasn't continued yet
        self.pauses = []  # when a CPU waited
        self.broken = []  # what couldn't be followed

    def note(self, what):
        if len(self.broken) < 20:
            self.broken.append(what)

    def follow(self, records, chains, waits, steps):
        """@param steps  the addresses whose accesses were logged: where a thread's registers are restored"""
        waits = set(waits)
        for kind, before, number, pc, value in records:
            cpu = self.cpus[number]
            if kind == "c" or (kind == "a" and pc in chains):
                self.clock(cpu, before, chains.get(pc, ()))
            elif kind == "m" and pc in steps:
                self.restore(cpu, number, before, value)
            elif kind == "n":
                self.resumed(cpu, number, value)
            elif kind == "a":
                if pc in waits:
                    self.pauses.append(before)
                self.execute(cpu, number, before, pc)

    # -------- the clock
    def clock(self, cpu, now, chain):
        if cpu.hooks and chain and any(c.startswith(OF_HOOKS) for c in chain):
            cpu.hooks[-1][1] = (now, len(cpu.context.stolen))
        if IRQ_BEGINS in chain:
            cpu.context.suspend(now)
            cpu.levels.append(cpu.context)
            cpu.context = Context()
        elif IRQ_ENDS in chain:
            if cpu.levels:
                cpu.context = cpu.levels.pop()
                cpu.context.resume(now)
            else:
                self.note(f"{now}: an interrupt ends that hasn't begun")
        elif cpu.switching and cpu.begin is None:
            cpu.begin = now
        elif SWITCHES in chain and "trace_event" not in chain and "trace_record_switch" not in chain:
            cpu.context.suspend(cpu.begin)
            cpu.context = Context()  # not known yet: see restore()
            cpu.resume = now

    # -------- instructions
    def execute(self, cpu, number, now, pc):
        if pc in self.blocks_of:
            cpu.hooks.append([pc, None, cpu.context])
        if pc in self.returns_of:
            self.hook_returned(cpu, now, self.returns_of[pc])
        if pc == self.entry:
            self.interrupts.append((now, number))
            cpu.frames.append([])
        if pc == self.sample:
            self.samples.append([number, cpu.thread, len(cpu.frames) - 1, []])
            cpu.frames[-1].append(len(self.samples) - 1)
            if cpu.switching:  # the next thread isn't known yet, but it is the running one
                cpu.between.append(self.samples[-1])
        if pc in self.switch_calls:
            cpu.switching, cpu.begin = True, None

    def hook_returned(self, cpu, now, call):
        if not cpu.hooks or cpu.hooks[-1][0] != call:
            return  # the instruction was reached in another way
        _, read, context = cpu.hooks.pop()
        block, enters = self.blocks_of[call]
        if read is None:
            self.note(f"{now}: a hook of {block} that doesn't read the clock")
        elif enters:
            context.open.append([block, *read, []])
        elif not context.open or context.open[-1][0] != block:
            self.note(f"{now}: {block} is left, but not the last that was entered")
        else:
            _, begin, stolen, children = context.open.pop()
            visit = Visit(block, begin, read[0], tuple(context.stolen[stolen:read[1]]), tuple(children))
            self.visits[block].append(visit)
            if context.open:
                context.open[-1][3].append(visit)

    # -------- switches
    def restore(self, cpu, number, now, address):
        """The context switch has read from a thread's stack."""
        thread = next((t for begin, end, t in self.stacks if begin <= address < end), None)
        if thread is None or not cpu.switching:
            return
        cpu.switching = False
        for sample in cpu.between:
            sample[1] = thread
        cpu.between.clear()
        if cpu.frames:  # the switch is at the end of these interrupts
            self.waiting[number, cpu.thread, 0] += [s for f in cpu.frames for s in f]
            cpu.frames.clear()
        if thread == cpu.thread:
            return
        incoming = self.threads[thread]
        if cpu.thread is not None:
            incoming.resume(cpu.resume)
        incoming.stolen += cpu.context.stolen if cpu.thread is not None else []
        cpu.context, cpu.thread = incoming, thread
        self.runs[thread] += 1
        self.moves.append((now, number, thread))

    # -------- where code continues
    def resumed(self, cpu, number, to):
        """
        Continuing at the first instruction of an exception means that another one follows, or that the first instruction
        itself was interrupted: the order of instructions is the same.
        """
        ended = cpu.frames.pop() if len(cpu.frames) > len(cpu.levels) else []
        here = number, cpu.thread, len(cpu.frames)
        for sample in ended if to in self.entries or cpu.switching else ended + self.waiting.pop(here, []):
            self.samples[sample][3].append(to)
        if to in self.entries:
            self.waiting[here] += ended
