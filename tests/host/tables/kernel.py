# SPDX-License-Identifier: BSD-2-Clause
"""A kernel made at random, as its own truth: threads that move between CPUs, wait, are woken and preempted, under nested interrupts."""
T0 = 100


class Record:
    """`thread` is the one whose context wrote it, None in an interrupt; `next` of a switch."""

    def __init__(self, time, cpu, text, thread, following=None):
        self.time, self.cpu, self.text, self.thread, self.next = time, cpu, text, thread, following
        self.event = text.split()[0]


class Kernel:
    """One run. It is its own truth: `runs` are (begin, end, cpu, thread, net, reason, wait, delay, waker)."""

    def __init__(self, rng):
        self.rng = rng
        self.cpus = rng.choice((1, 1, 2, 3, 4))
        self.idles = list(range(1, self.cpus + 1))
        self.workers = list(range(self.cpus + 1, self.cpus + 1 + rng.randint(1, 6)))
        self.records, self.runs, self.irqs = [], [], []
        self.current = {}
        self.ready, self.waiting = [], []
        self.stack = [[] for _ in range(self.cpus)]  # interrupts: [line, entered, net]
        self.mark = [T0] * self.cpus  # from when on the innermost context has run
        self.open = {}  # by thread: [begin, net, reason, wait, delay, waker] of its run
        self.left = {}  # by thread: when and why it left, and the wake-up
        self.now = T0
        self.begin()
        for _ in range(rng.randint(5, 120)):
            self.now += rng.randint(1, 60)
            self.step(rng.randrange(self.cpus))
        self.end = self.records[-1].time
        self.finish()

    def say(self, cpu, text, following=None):
        context = None if self.stack[cpu] else self.current[cpu]
        self.records.append(Record(self.now, cpu, text, context, following))

    def begin(self):
        for cpu, idle in enumerate(self.idles):
            self.current[cpu] = idle
            self.open[idle] = [T0, 0, "", None, None, ""]
            self.records.append(Record(T0, 0, f"thread_state runs {idle} 0 {cpu}", None))
        for n, worker in enumerate(self.workers):
            self.waiting.append(worker)
            self.left[worker] = (None, "sleep", None, None)
            self.records.append(Record(T0, 0, f"thread_state sleep {worker} 0 0", None))

    def pass_time(self, cpu):
        """The innermost context of a CPU ran until now."""
        spent = self.now - self.mark[cpu]
        self.mark[cpu] = self.now
        if self.stack[cpu]:
            self.stack[cpu][-1][2] += spent
        else:
            self.open[self.current[cpu]][1] += spent

    def step(self, cpu):
        rng, stack = self.rng, self.stack[cpu]
        action = rng.random()
        if action < 0.3 and self.waiting:
            self.wake(cpu, rng.choice(self.waiting))
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

    def wake(self, cpu, thread):
        by = f"irq {'timer' if self.stack[cpu][-1][0] == 30 else 'uart'}" if self.stack[cpu] else self.name(self.current[cpu])
        self.waiting.remove(thread)
        self.ready.append(thread)
        self.left[thread] = self.left[thread][:2] + (self.now, by)
        self.say(cpu, f"sched_wake given {thread} 0")

    def name(self, thread):
        return f"idle{thread}" if thread in self.idles else f"t{thread}"

    def switch(self, cpu):
        old = self.current[cpu]
        ready = [t for t in self.ready if t in self.workers]
        reason = "preempted" if old in self.idles or self.rng.random() < 0.5 else "sleep"
        if reason == "preempted" and not ready:
            return
        new = self.rng.choice(ready) if ready else self.idles[cpu]
        if new == old:
            return
        self.pass_time(cpu)
        self.say(cpu, f"sched_switch {reason} {new}", new)
        self.close_run(old, cpu)
        self.left[old] = (self.now, reason, None, None)
        if reason == "sleep":
            self.waiting.append(old)
        elif old in self.workers:
            self.ready.append(old)
        if new in self.ready:
            self.ready.remove(new)
        at, why, woken, by = self.left.get(new, (None, "", None, None))
        wait = woken - at if woken is not None and at is not None else None
        since = woken if woken is not None else at
        self.open[new] = [self.now, 0, why, wait, self.now - since if since is not None else None, by or ""]
        self.current[cpu] = new

    def close_run(self, thread, cpu):
        begin, net, reason, wait, delay, by = self.open.pop(thread)
        self.runs.append((begin, self.now, cpu, thread, net, reason, wait, delay, by))

    def finish(self):
        self.now = self.end
        for cpu in range(self.cpus):
            self.pass_time(cpu)
            self.close_run(self.current[cpu], cpu)

    # ---------------------------------------------------------------- the truth, as the tables have it

    def load(self):
        found = {}
        for _, _, cpu, thread, net, *_ in self.runs:
            found[cpu, self.name(thread)] = found.get((cpu, self.name(thread)), 0) + net
        for _, _, cpu, line, net in self.irqs:
            name = "timer" if line == 30 else "uart"
            found[cpu, name] = found.get((cpu, name), 0) + net
        for cpu in range(self.cpus):
            for line, _, net in self.stack[cpu]:
                name = "timer" if line == 30 else "uart"
                found[cpu, "never left", name] = found.get((cpu, "never left", name), 0) + net
        return found

    def sched(self):
        return {(begin, cpu, self.name(thread)): (wait, delay, net, reason, by) for begin, _, cpu, thread, net, reason, wait, delay, by in self.runs}

    def story(self, records, more):
        lines = [f"cpus {self.cpus}"] + [f"thread {t} {self.name(t)} {0 if t in self.idles else 5}" for t in self.idles + self.workers]
        lines += ["irq 30 timer", "irq 31 uart"]
        timed = [(r.time, 0, f"{r.time} {r.cpu} {r.text}") for r in records] + more
        return "\n".join(lines + [text for _, _, text in sorted(timed, key=lambda t: t[:2])]) + "\n"
