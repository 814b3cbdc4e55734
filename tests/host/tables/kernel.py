# SPDX-License-Identifier: BSD-2-Clause
"""
Simulate a random kernel and keep the truth about it: threads move between CPUs, wait for objects, are woken, time out and are preempted, with
nested interrupts; an application has a state machine.
"""
from collections import namedtuple

T0 = 100
OBJECTS = {0x20000100: "mutex", 0x20000120: "mutex", 0x20000140: "sem", 0x20000160: "queue_get"}
RUNS, READY, WAITS = "runs", "ready", "waits"

# A thread in one state. told: the state began before the recording; last: it lasts until the end; net: duration of a run without interrupts;
# by, how: what made the thread ready (for a wait and the ready state after it).
State = namedtuple("State", "thread state begin end cpu net reason object owner by how told last")
# A lower-priority thread ran while the owner of the waiter's object was ready.
Inversion = namedtuple("Inversion", "waiter owner object third begin end")
# A row of `stats sched`.
Run = namedtuple("Run", "begin end cpu thread net reason wait delay by")


class Record:
    """A record. thread: the thread that wrote it, None in an interrupt; next: the incoming thread of a switch."""

    def __init__(self, time, cpu, text, thread, following=None):
        self.time, self.cpu, self.text, self.thread, self.next = time, cpu, text, thread, following
        self.event = text.split()[0]


class Thread:
    def __init__(self, number, priority, state, cpu, reason=""):
        self.number, self.priority, self.state, self.cpu, self.reason = number, priority, state, cpu, reason
        self.since, self.told, self.net, self.object, self.owner, self.by, self.how = T0, True, 0, 0, 0, "", ""


class Kernel:
    """
    One run: `records`, and the truth: `states`, `runs`, `inversions`; `irqs`: (begin, end, cpu, line, net); `modes`: (mode, begin, end); `hits`: times
    of a point; `sites`: [allocs, frees, bytes, peak, live] by address of the caller; `frees`: frees without a malloc; `held`: a caller's peak and live
    bytes at some times.
    """

    def __init__(self, rng, cpus=None):
        self.rng, self.now = rng, T0
        self.cpus = cpus or rng.choice((1, 1, 2, 3, 4))
        self.records, self.states, self.irqs, self.modes, self.hits, self.mode = [], [], [], [], [], None
        self.held = []
        self.sites, self.blocks, self.frees = {}, {}, {"(freed twice)": 0, "(freed; allocated before, or never)": 0}
        self.stack = [[] for _ in range(self.cpus)]  # active interrupts: [line, entered, net]
        self.mark = [T0] * self.cpus  # since when the innermost context has been running
        self.current = [Thread(n + 1, 0, RUNS, n) for n in range(self.cpus)]
        workers = [Thread(self.cpus + 1 + n, rng.randint(1, 5), WAITS, None, "sleep") for n in range(rng.randint(1, 6))]
        self.threads = self.current + workers
        self.idles, self.workers = [t.number for t in self.current], [t.number for t in workers]
        self.current = list(self.current)
        for t in self.threads:
            self.records.append(Record(T0, 0, f"thread_state {t.reason or 'runs'} {t.number} 0 {t.cpu or 0}", None))
        for _ in range(rng.randint(5, 120)):
            self.now += rng.randint(1, 60)
            self.step(rng.randrange(self.cpus))
        self.end = self.now = self.records[-1].time
        for cpu in range(self.cpus):
            self.pass_time(cpu)
        for t in self.threads:
            self.leave(t, True)
        self.states.sort(key=lambda s: s.begin)
        self.runs = [self.run(s) for s in self.states if s.state == RUNS]
        self.inversions = list(self.invert())

    def name(self, thread):
        return f"idle{thread}" if thread in self.idles else f"t{thread}"

    # ---------------------------------------------------------------- the simulation

    def say(self, cpu, text, following=None):
        self.records.append(Record(self.now, cpu, text, None if self.stack[cpu] else self.current[cpu].number, following))

    def step(self, cpu):
        rng, stack = self.rng, self.stack[cpu]
        waiting = [t for t in self.threads if t.state == WAITS]
        action = rng.random()
        if action < 0.05:
            self.set_mode(cpu)
        elif action < 0.1:
            self.hits.append(self.now)
            self.say(cpu, "hit")
        elif action < 0.16:
            self.use_heap(cpu)
        elif action < 0.3 and waiting:
            self.wake(cpu, rng.choice(waiting))
        elif stack and action < 0.7:
            self.pass_time(cpu)
            line, entered, net = stack.pop()
            self.irqs.append((entered, self.now, cpu, line, net))
            self.records.append(Record(self.now, cpu, "irq_exit", None))
        elif action < 0.5 and len(stack) < 3:
            self.pass_time(cpu)
            line = rng.choice((30, 31))
            self.records.append(Record(self.now, cpu, f"irq_enter {line}", None))
            stack.append([line, self.now, 0])
        elif not stack:
            self.switch(cpu)

    def use_heap(self, cpu):
        """Allocate or free one of a few addresses, so that they are often reused. Sometimes free one twice."""
        address = 0x20001000 + 0x100 * self.rng.randrange(6)
        caller, size = self.blocks.get(address, (None, 0))
        if caller is None and self.rng.random() < 0.8:
            caller, size = self.rng.choice((0x100, 0x120)), 16 * self.rng.randint(1, 9)
            self.blocks[address] = caller, size
            site = self.sites.setdefault(caller, [0, 0, 0, 0, 0])
            site[0], site[2], site[4] = site[0] + 1, site[2] + size, site[4] + size
            site[3] = max(site[3:])
            self.held.append((self.now, caller, site[3], site[4]))
            self.say(cpu, f"mem_alloc {address:#x} {size} {caller + 1:#x}")
            return
        if caller is None:
            self.frees["(freed twice)" if address in self.blocks else "(freed; allocated before, or never)"] += 1
        else:
            self.sites[caller][4] -= size
            self.held.append((self.now, caller, *self.sites[caller][3:]))
        freed = caller or (self.blocks[address][1] if address in self.blocks else None)
        if freed in self.sites:
            self.sites[freed][1] += 1
            self.blocks[address] = None, freed
        self.say(cpu, f"mem_free {address:#x} {size}")

    def set_mode(self, cpu):
        mode = self.rng.choice(("idle", "busy", "off"))
        self.say(cpu, f"mode {mode}")
        if self.mode is not None:
            self.modes.append((*self.mode, self.now))
        self.mode = (mode, self.now)

    def wake(self, cpu, t):
        line = self.stack[cpu][-1][0] if self.stack[cpu] else 0
        t.by = {0: self.name(self.current[cpu].number), 30: "irq timer", 31: "irq uart"}[line]
        t.how = self.rng.choice(("given", "timeout"))
        if t.object and t.how == "given":
            self.say(cpu, f"sync_give {t.object:#x} {OBJECTS[t.object]} {t.number}")
        self.say(cpu, f"sched_wake {t.how} {t.number} {t.object:#x}")
        self.enter(t, READY)

    def switch(self, cpu):
        old = self.current[cpu]
        ready = [t for t in self.threads if t.state == READY and t.number in self.workers]
        preempts = old.number in self.idles or self.rng.random() < 0.5
        if preempts and not ready:
            return
        new = self.rng.choice(ready) if ready else self.threads[cpu]
        if new is old:
            return
        self.pass_time(cpu)
        self.say_wait(cpu, old, preempts)
        self.say(cpu, f"sched_switch {old.next_reason} {new.number}", new.number)
        reason = old.next_reason
        self.enter(old, READY if preempts else WAITS)
        old.reason = reason
        new.cpu = cpu
        self.enter(new, RUNS)
        self.current[cpu] = new

    def say_wait(self, cpu, t, preempts):
        """Record what the thread is about to wait for."""
        t.next_reason, t.object, t.owner, t.by, t.how = "preempted" if preempts else "sleep", 0, 0, "", ""
        if not preempts and self.rng.random() < 0.6:
            t.object = self.rng.choice(list(OBJECTS))
            t.next_reason = OBJECTS[t.object]
            t.owner = self.rng.choice([0, *self.workers]) if t.next_reason == "mutex" else 0
            self.say(cpu, f"sync_wait {t.object:#x} {t.next_reason} {t.owner}")

    # ---------------------------------------------------------------- the truth

    def pass_time(self, cpu):
        """Account for the time that the innermost context of a CPU ran until now."""
        spent = self.now - self.mark[cpu]
        self.mark[cpu] = self.now
        if self.stack[cpu]:
            self.stack[cpu][-1][2] += spent
        else:
            self.current[cpu].net += spent

    def enter(self, t, state):
        self.leave(t)
        t.state, t.since, t.told, t.net = state, self.now, False, 0

    def leave(self, t, last=False):
        net = t.net if t.state == RUNS else self.now - t.since
        object_, owner = (0, 0) if t.state == RUNS else (t.object, t.owner)
        self.states.append(State(t.number, t.state, t.since, self.now, t.cpu, net, t.reason, object_, owner, t.by, t.how, t.told, last))

    def ends_at(self, thread, state, time):
        return next((s for s in self.states if (s.thread, s.state, s.end) == (thread, state, time) and not s.last), None)

    def run(self, s):
        ready = self.ends_at(s.thread, READY, s.begin)
        if ready is None:
            return Run(s.begin, s.end, s.cpu, s.thread, s.net, "", None, None, "")
        waits = self.ends_at(s.thread, WAITS, ready.begin) if ready.by else None
        wait = None if waits is None or waits.told else waits.net
        return Run(s.begin, s.end, s.cpu, s.thread, s.net, ready.reason, wait, ready.net, ready.by)

    def ready_owners(self, wait, begin, end, above=()):
        """@return threads, with a time within begin and end: the last in a chain of owners, which is ready"""
        for o in self.states if wait.owner not in (0, wait.thread, *above) else ():
            both = max(begin, o.begin), min(end, o.end)
            if o.thread == wait.owner and both[0] < both[1]:
                if o.state == READY:
                    yield o.thread, *both
                elif o.state == WAITS:
                    yield from self.ready_owners(o, *both, (*above, wait.thread))

    def invert(self):
        priority = {t.number: t.priority for t in self.threads}
        for w in self.states:
            for owner, ready, left in self.ready_owners(w, w.begin, w.end) if w.state == WAITS else ():
                for r in self.states:
                    begin, end = max(ready, r.begin), min(left, r.end)
                    if r.state == RUNS and priority[r.thread] < priority[w.thread] and begin < end:
                        yield Inversion(w.thread, owner, w.object, r.thread, begin, end)

    def load(self):
        found = {}
        for r in self.runs:
            found[r.cpu, self.name(r.thread)] = found.get((r.cpu, self.name(r.thread)), 0) + r.net
        for _, _, cpu, line, net in self.irqs:
            name = "timer" if line == 30 else "uart"
            found[cpu, name] = found.get((cpu, name), 0) + net
        for cpu in range(self.cpus):
            for line, _, net in self.stack[cpu]:
                name = "timer" if line == 30 else "uart"
                found[cpu, "never left", name] = found.get((cpu, "never left", name), 0) + net
        return found

    def sched(self):
        return {(r.begin, r.cpu, self.name(r.thread)): (r.wait, r.delay, r.net, r.reason, r.by) for r in self.runs}

    def story(self, records, more, first=True):
        lines = ["point hit", f"cpus {self.cpus}"] if first else []
        lines += [f"thread {t.number} {self.name(t.number)} {t.priority}" for t in self.threads]
        lines += ["irq 30 timer", "irq 31 uart"]
        timed = [(r.time, 0, f"{r.time} {r.cpu} {r.text}") for r in records] + more
        return "\n".join(lines + [text for _, _, text in sorted(timed, key=lambda t: t[:2])]) + "\n"
