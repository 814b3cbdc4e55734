# SPDX-License-Identifier: BSD-2-Clause
"""
Stories (tests/host/tool/story.c) with one fault each, and the same without it. PLANTED has for each: a name, a function that makes the story, the
words that it gets for the fault and for its healthy twin, and the finding: its kind, subject and cause. Times are in us.
"""
THREADS = ["thread 1 idle 0", "thread 2 control 20", "thread 3 worker 10", "thread 4 logger 5", "irq 15 tick", "irq 16 uart"]
IDLE, CONTROL, WORKER, LOGGER = 1, 2, 3, 4
MUTEX, OTHER = "0x20000100", "0x20000200"


class Story:
    """Lines with a time, sorted. `first` is the thread that runs at the beginning; the others sleep."""

    def __init__(self, first=IDLE, cpus=1, head=()):
        self.lines = [*head, f"cpus {cpus}", *THREADS]
        self.timed = []
        for cpu in range(1, cpus):
            self.lines.append(f"thread {10 + cpu} idle{cpu} 0")
            self.at(0, f"thread_state runs {10 + cpu} 0 {cpu}")
        for thread in (IDLE, CONTROL, WORKER, LOGGER):
            self.at(0, f"thread_state {'runs' if thread == first else 'ready' if thread == IDLE else 'sleep'} {thread} 0 0")

    def at(self, time, text, cpu=0):
        self.timed.append((time, len(self.timed), f"{time} {cpu} {text}"))

    def switch(self, time, reason, to, cpu=0):
        self.at(time, f"sched_switch {reason} {to}", cpu)

    def wake(self, time, thread, how="timeout", cpu=0, obj=0):
        self.at(time, f"sched_wake {how} {thread} {obj}", cpu)

    def run(self, time, thread, length, after="sleep"):
        """The thread is woken while idle runs, and runs for a time."""
        self.wake(time, thread)
        self.switch(time, "preempted", thread)
        self.switch(time + length, after, IDLE)

    def text(self, end=0):
        if end:
            self.at(end, "kernel_tick")
        return "\n".join([*self.lines, *(line for *_, line in sorted(self.timed))]) + "\n"


# -------- periodic threads
def periodic(run, late=0, period=10000, deadline=8000, hog=0):
    """control runs for `run` in each period; its third release is late by `late`; worker delays the fifth by `hog`, as a thread of a higher
    priority."""
    s = Story()
    s.at(1, f"thread_period 2 {period} {deadline}")
    for n in range(1, 9):
        release = n * period + (late if n == 3 else 0)
        begin = release
        if n == 5 and hog:
            s.wake(release - 5, WORKER)
            s.switch(release - 5, "preempted", WORKER)
            s.wake(release, CONTROL)
            s.switch(release + hog, "sleep", CONTROL)
            begin = release + hog
        else:
            s.wake(release, CONTROL)
            s.switch(release, "preempted", CONTROL)
        s.at(begin + 1, "thread_activated 2")
        s.switch(begin + run, "sleep", IDLE)
    return s.text(9 * period)


# -------- delays
def delays(longest, cpus=1, by_irq=False, usual=20):
    """control is woken 20 times while worker, or an interrupt, runs; once it takes `longest`."""
    s = Story(cpus=cpus)
    for n in range(1, 21):
        t, length = n * 5000, longest if n == 7 else usual
        if by_irq:
            s.at(t, "irq_enter 16")
            s.wake(t + 1, CONTROL)
            s.at(t + 1 + length, "irq_exit")
            s.switch(t + 1 + length, "preempted", CONTROL)
        else:
            s.wake(t - 1, WORKER)
            s.switch(t - 1, "preempted", WORKER)
            s.wake(t, CONTROL)
            s.switch(t + length, "sleep", CONTROL)
        s.switch(t + longest + 30, "sleep", IDLE)
    return s.text(110000)


def idle_late(late):
    s = Story(cpus=2)
    s.at(5000, "irq_enter 15")
    s.wake(5001, CONTROL)
    s.at(5003, "irq_exit")
    s.switch(5001 + late, "preempted", CONTROL, 1)
    s.switch(5500, "sleep", 11, 1)
    s.at(12000, "kernel_tick", 1)
    return s.text(12000)


# -------- locks
def inverted(middle, inherits=False):
    """control waits for logger's mutex, while worker runs for `middle`."""
    s = Story(first=LOGGER)
    s.wake(1000, CONTROL)
    s.switch(1000, "preempted", CONTROL)
    s.at(1010, f"sync_wait {MUTEX} mutex {LOGGER}")
    if inherits:
        s.at(1011, f"priority_set {LOGGER} 20")
    s.switch(1012, "mutex", LOGGER)
    s.wake(1050, WORKER)
    if not inherits:
        s.switch(1050, "preempted", WORKER)
        s.switch(1050 + middle, "sleep", LOGGER)
    s.at(1900, f"sync_give {MUTEX} mutex {CONTROL}")
    s.wake(1900, CONTROL, "given", obj=MUTEX)
    s.switch(1901, "preempted", CONTROL)
    s.switch(1950, "sleep", WORKER if inherits else LOGGER)
    s.switch(1990, "sleep", LOGGER if inherits else IDLE)
    if inherits:
        s.switch(2010, "sleep", IDLE)
    return s.text(30000)


def locked(held, how="given", times=1):
    """control waits for logger's mutex `times` times, for `held` each."""
    s = Story()
    for n in range(1, times + 1):
        t = n * 5000
        s.wake(t, LOGGER)
        s.switch(t, "preempted", LOGGER)
        s.wake(t + 10, CONTROL)
        s.switch(t + 10, "preempted", CONTROL)
        s.at(t + 20, f"sync_wait {MUTEX} mutex {LOGGER}")
        s.switch(t + 21, "mutex", LOGGER)
        if how == "given":
            s.at(t + 21 + held, f"sync_give {MUTEX} mutex {CONTROL}")
        s.wake(t + 21 + held, CONTROL, how, obj=MUTEX)
        s.switch(t + 21 + held, "preempted", CONTROL)
        s.switch(t + 50 + held, "sleep", LOGGER)
        s.switch(t + 60 + held, "sleep", IDLE)
    return s.text(5000 * (times + 2))


def queue(how):
    """worker puts 12 items into a full queue; control takes them, or one put times out."""
    s = Story()
    for n in range(1, 13):
        t = n * 2000
        s.wake(t, WORKER)
        s.switch(t, "preempted", WORKER)
        s.at(t + 10, f"sync_wait {OTHER} queue_put 0")
        s.switch(t + 11, "queue_put", IDLE)
        s.wake(t + 300, WORKER, how if n == 5 else "given", obj=OTHER)
        s.switch(t + 300, "preempted", WORKER)
        s.switch(t + 320, "sleep", IDLE)
    return s.text(30000)


def crossed(deadlock):
    """control has OTHER and waits for MUTEX; worker has MUTEX and, with a deadlock, waits for OTHER."""
    s = Story(first=WORKER)
    s.wake(1000, CONTROL)
    s.switch(1000, "preempted", CONTROL)
    s.at(1010, f"sync_wait {MUTEX} mutex {WORKER}")
    s.switch(1011, "mutex", WORKER)
    if deadlock:
        s.at(1020, f"sync_wait {OTHER} mutex {CONTROL}")
        s.switch(1021, "mutex", IDLE)
    else:
        s.at(1100, f"sync_give {MUTEX} mutex {CONTROL}")
        s.wake(1100, CONTROL, "given", obj=MUTEX)
        s.switch(1101, "preempted", CONTROL)
        s.switch(1110, "sleep", WORKER)
        s.switch(1130, "sleep", IDLE)
    return s.text(30000)


def kept(back):
    """logger takes the mutex, sleeps, and gives it back after `back`, or never."""
    s = Story(first=LOGGER)
    s.switch(900, "sleep", IDLE)
    s.wake(1000, CONTROL)
    s.switch(1000, "preempted", CONTROL)
    s.at(1010, f"sync_wait {MUTEX} mutex {LOGGER}")
    s.switch(1011, "mutex", IDLE)
    if back:
        s.wake(1011 + back, LOGGER)
        s.switch(1011 + back, "preempted", LOGGER)
        s.at(1012 + back, f"sync_give {MUTEX} mutex {CONTROL}")
        s.wake(1012 + back, CONTROL, "given", obj=MUTEX)
        s.switch(1013 + back, "preempted", CONTROL)
        s.switch(1020 + back, "sleep", LOGGER)
        s.switch(1030 + back, "sleep", IDLE)
    return s.text(30000)


# -------- load
def busy(share, cpus=1, on=0):
    """worker uses a share of a CPU, in per cent, in turns of 10 ms."""
    s = Story(cpus=cpus)
    idle = IDLE if on == 0 else 10 + on
    for n in range(10):
        t = 100 + n * 10000
        s.wake(t, WORKER, cpu=on)
        s.switch(t, "preempted", WORKER, on)
        s.switch(t + share * 100, "sleep", idle, on)
    for cpu in range(1, cpus):
        s.at(100200, "kernel_tick", cpu)
    return s.text(100200)


def starving(runs):
    """logger is ready from 100 on, while worker runs; with `runs`, it gets a fifth of the time."""
    s = Story(first=WORKER)
    s.wake(100, LOGGER)
    for t in range(600, 94000, 1000):
        if runs:
            s.switch(t, "yield", LOGGER)
            s.switch(t + 200, "yield", WORKER)
    s.switch(95000, "sleep", LOGGER)
    s.switch(95100, "sleep", IDLE)
    return s.text(110000)


def interrupts(count, every, length, line=16):
    s = Story()
    for n in range(count):
        s.at(100 + n * every, f"irq_enter {line}")
        s.at(100 + n * every + length, "irq_exit")
    return s.text(max(20000, 200 + count * every))


def one_irq(length):
    s = Story()
    for n in range(12):
        s.at(1000 + n * 10000, "irq_enter 15")
        s.at(1000 + n * 10000 + (length if n == 4 else 10), "irq_exit")
    return s.text(130000)


def migrating(every):
    """control runs 24 times, and changes the CPU with each `every`-th run."""
    s = Story(cpus=2)
    for n in range(24):
        cpu, t = n // every % 2, 1000 + n * 1000
        s.wake(t, CONTROL, cpu=cpu)
        s.switch(t, "preempted", CONTROL, cpu)
        s.switch(t + 50, "sleep", 11 if cpu else IDLE, cpu)
    s.at(26000, "kernel_tick", 1)
    return s.text(26000)


def switching(every):
    s = Story()
    for n in range(200):
        s.run(100 + n * every, WORKER, 5)
    return s.text(200 + 200 * every)


# -------- messages
def messages(queued, served):
    s = Story()
    for n in range(1, 9):
        t = n * 5000
        s.wake(t, WORKER)
        s.switch(t, "preempted", WORKER)
        s.at(t + 1, "ipc_sent 4")
        s.switch(t + 2, "ipc_reply", IDLE)
        s.wake(t + queued, LOGGER)
        s.switch(t + queued, "preempted", LOGGER)
        s.at(t + 1 + queued, "ipc_received 3")
        s.at(t + 1 + queued + served, "ipc_replied 3")
        s.wake(t + 2 + queued + served, WORKER, "given")
        s.switch(t + 3 + queued + served, "sleep", WORKER)
        s.switch(t + 10 + queued + served, "sleep", IDLE)
    return s.text(50000)


# -------- masked sections
def masking(longest):
    s = Story()
    s.run(900, WORKER, 1000)
    for n, length in enumerate((12, 40, longest, 30)):
        s.at(1000 + n * 200, f"irq_masked {0x204 if n % 2 else 0x103} {length}")
    return s.text(12000)


# -------- memory
def allocations(count, freed, again=0):
    s = Story()
    for n in range(count):
        s.at(100 + n * 10, f"mem_alloc {0x20001000 + n * 64} 64 0x101")
    for n in range(freed):
        s.at(5000 + n * 10, f"mem_free {0x20001000 + n * 64} 64")
    for n in range(again):
        s.at(9000 + n * 10, f"mem_free {0x20001000 + n * 64} 64")
    return s.text(12000)


def stack(used):
    s = Story()
    for n in range(4):
        s.at(1000 + n * 1000, f"stack_level {CONTROL} {used * (n + 1) // 4} 1000")
    return s.text(12000)


def heap(used, free, largest):
    s = Story()
    s.at(1000, f"heap_level {used // 2} {free + used // 2} {free + used // 2}")
    s.at(2000, f"heap_level {used} {free} {largest}")
    return s.text(12000)


# -------- blocks and points
def visits(longest, runs=True):
    s = Story(first=WORKER, head=["block filter"])
    for n in range(1, 21):
        length = longest if n == 9 else 50
        end = n * 10000 + length
        if n == 9 and not runs:
            s.switch(n * 10000 + 10, "sleep", IDLE)
            s.wake(end - 10, WORKER)
            s.switch(end - 10, "preempted", WORKER)
        s.at(end, f"filter {length}")
        s.switch(end + 1, "sleep", IDLE)
        s.wake(n * 10000 + 9980, WORKER)
        s.switch(n * 10000 + 9980, "preempted", WORKER)
    s.switch(210000, "sleep", IDLE)
    return s.text(220000)


def passes(gap):
    s = Story(head=["point packet"])
    t = 0
    for n in range(40):
        t += gap if n == 20 else 500
        s.at(t, "packet")
    return s.text(t + 12000)


# -------- losses and faults
def losing(count, untold=False, cpus=1, cpu=0):
    s = Story(cpus=cpus)
    s.run(1000, WORKER, 100)
    if count:
        s.at(2000, f"lost {count} 4000{' untold' if untold else ''}", cpu)
    s.run(6000, WORKER, 100)
    for n in range(1, cpus):
        s.at(12000, "kernel_tick", n)
    return s.text(12000)


def faulting(event):
    s = Story(first=CONTROL)
    if event:
        s.at(5000, event)
    s.switch(5100, "sleep", IDLE)
    return s.text(12000)


# -------- name, story, fault, healthy twin, finding, subject, cause
PLANTED = [
    ("a deadline is missed, since the work takes too long", periodic, {"run": 8500}, {"run": 7900}, "deadline", "control", None),
    ("a deadline is missed, since another thread runs", periodic, {"run": 500, "hog": 7600}, {"run": 500, "hog": 900}, "deadline", "control", None),
    ("an activation runs longer than its period", periodic, {"run": 10500, "period": 10000, "deadline": 0}, {"run": 9000, "deadline": 0}, "overrun", "control", None),
    ("a release is late", periodic, {"run": 100, "late": 1500}, {"run": 100, "late": 900}, "jitter", "control", None),
    ("a thread delays another one once", delays, {"longest": 1200}, {"longest": 900}, "delay", "control", "worker"),
    ("an interrupt delays a thread once", delays, {"longest": 1200, "by_irq": True}, {"longest": 900, "by_irq": True}, "delay", "control", "uart"),
    ("a thread delays another one each time", delays, {"longest": 1200, "usual": 1150}, {"longest": 900, "usual": 150}, "delay", "control", "worker"),
    ("an idle CPU runs a thread late", idle_late, {"late": 150}, {"late": 60}, "delay", "control", None),
    ("a priority inversion", inverted, {"middle": 300}, {"middle": 300, "inherits": True}, "inversion", "control", "worker"),
    ("a mutex is held for long", locked, {"held": 1100}, {"held": 700}, "lock", "control", "logger"),
    ("a mutex is waited for often", locked, {"held": 600, "times": 10}, {"held": 100, "times": 10}, "lock", "control", "logger"),
    ("a wait for a mutex times out", locked, {"held": 500, "how": "timeout"}, {"held": 500}, "timeout", "control", None),
    ("a put into a queue times out", queue, {"how": "timeout"}, {"how": "given"}, "timeout", "worker", None),
    ("two threads wait for each other", crossed, {"deadlock": True}, {"deadlock": False}, "stuck", "control", "worker"),
    ("a mutex is never given back", kept, {"back": 0}, {"back": 900}, "stuck", "control", "logger"),
    ("a CPU is overloaded", busy, {"share": 98}, {"share": 80}, "overload", "CPU 0", "worker"),
    ("the second CPU is overloaded", busy, {"share": 98, "cpus": 2, "on": 1}, {"share": 80, "cpus": 2, "on": 1}, "overload", "CPU 1", "worker"),
    ("a thread starves", starving, {"runs": False}, {"runs": True}, "starved", "logger", None),
    ("an interrupt storm", interrupts, {"count": 600, "every": 40, "length": 2}, {"count": 200, "every": 100, "length": 2}, "irq-storm", "uart", None),
    ("a handler takes much of its CPU", interrupts, {"count": 100, "every": 1000, "length": 300}, {"count": 100, "every": 1000, "length": 150}, "irq-load", "uart", None),
    ("a handler runs for long once", one_irq, {"length": 1500}, {"length": 700}, "irq-long", "tick", None),
    ("a function masks interrupts for long", masking, {"longest": 150}, {"longest": 80}, "masked", "uart_write", None),
    ("a thread changes its CPU all the time", migrating, {"every": 1}, {"every": 4}, "migration", "control", None),
    ("a thread is switched to all the time", switching, {"every": 60}, {"every": 200}, "switching", "worker", None),
    ("a server is too slow", messages, {"queued": 1000, "served": 300}, {"queued": 30, "served": 300}, "queueing", "worker", "logger"),
    ("memory leaks", allocations, {"count": 40, "freed": 20}, {"count": 40, "freed": 38}, "heap", "uart_write", None),
    ("a block is freed twice", allocations, {"count": 8, "freed": 8, "again": 1}, {"count": 8, "freed": 8}, "heap", "heap", None),
    ("a stack is nearly full", stack, {"used": 930}, {"used": 850}, "memory", "control", None),
    ("the heap is nearly full", heap, {"used": 950, "free": 50, "largest": 50}, {"used": 800, "free": 200, "largest": 100}, "memory", "heap", None),
    ("the heap is fragmented", heap, {"used": 500, "free": 500, "largest": 60}, {"used": 500, "free": 500, "largest": 400}, "memory", "heap", None),
    ("a block takes long once", visits, {"longest": 1500}, {"longest": 450}, "block", "filter", None),
    ("a block is kept from running once", visits, {"longest": 5000, "runs": False}, {"longest": 400, "runs": False}, "block", "filter", None),
    ("a point isn't passed for long", passes, {"gap": 30000}, {"gap": 900}, "gap", "packet", None),
    ("the target loses events", losing, {"count": 9}, {"count": 0}, "lost", "target", None),
    ("the link loses a packet", losing, {"count": 9, "untold": True}, {"count": 0}, "lost", "link", None),
    ("another CPU loses events", losing, {"count": 9, "cpus": 2, "cpu": 1}, {"count": 0, "cpus": 2}, "lost", "target", None),
    ("a CPU takes a fault", faulting, {"event": "cpu_fault 0x1234 0 0 2"}, {"event": ""}, "fault", "control", "0x00001234"),
    ("the kernel panics", faulting, {"event": "kernel_panic 0x4321"}, {"event": ""}, "fault", "control", "0x00004320"),
]
