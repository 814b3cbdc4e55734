# SPDX-License-Identifier: BSD-2-Clause
"""Products built from the folder of Spoor: building them, and running them in QEMU with typed
lines."""
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../scripts"))
from testlib.guest import Guest  # noqa: E402


# Must not be part of the make that runs the test.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
# Settings of make that don't affect Spoor's objects.
OWN = ("OWN=", "SCRIPT=", "LDFLAGS=", "SPOOR_LDFLAGS=", "SPOOR_SRCS=")


def run(*command, environment=None, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=120, env=environment or ENVIRONMENT, **more)


def make(product, spoor, out, *settings):
    """
    Build a product. Products that differ only in such settings share Spoor's objects.

    @return (whether it was built, the output)
    """
    if os.path.exists(out):
        os.remove(out)
    shutil.rmtree(out + ".objects", ignore_errors=True)
    makefile = os.path.join(HERE, product, "Makefile")
    with open(makefile, encoding="utf-8") as f:
        seen = "\n".join([f.read(), *(s for s in settings if not s.startswith(OWN))])
    objects = os.path.join(os.path.dirname(out), "spoor-" + hashlib.sha256(seen.encode()).hexdigest()[:12])
    done = run("make", "-f", makefile, f"SPOOR={spoor}", f"SPOOR_OUT={objects}", f"OUT={out}", *settings)
    return done.returncode == 0 and os.path.exists(out), done.stdout


class Session:
    """A shell of a guest, at which lines are typed."""

    def __init__(self, guest, prompt):
        self.guest, self.prompt = guest, prompt
        self.hello = self.answer("")

    def answer(self, line):
        """Type a line. @return the text before the next prompt"""
        before = len(self.guest.text)
        if line:
            self.guest.type(line.encode() + b"\r")
        while not self.guest.text[before:].endswith(self.prompt):
            if self.guest.pump(1.0) is None:
                break
        return self.guest.text[before:].removesuffix(self.prompt)


class Running(Session):
    """A product in QEMU, with the prompt "# " on its first serial port and frames on the second."""

    def __init__(self, elf, trace, board="mps2-an385", prompt="# ", qemu=""):
        for path in (trace,):
            if os.path.exists(path):
                os.remove(path)
        super().__init__(Guest(board, elf, "exact", "qemu-system-arm", f"-M {board} {qemu}", 60, trace), prompt)

    def wait(self, seconds):
        """Let the product run for this much of the emulator's CPU time, independent of the host's
        load."""
        until = self.guest.cpu_s() + seconds
        while self.guest.pump(0.1) is not None and self.guest.cpu_s() < until:
            pass

    def pass_ticks(self, ticks):
        """Wait until the system's own clock has advanced, independent of the emulator's speed."""
        begin = now = numbers(self.answer("counts"))["ticks"]
        while now < begin + ticks and self.guest.status is None:
            now = numbers(self.answer("counts")).get("ticks", now)

    def end(self):
        self.guest.type(b"quit\r")
        self.guest.run_to_end()
        self.guest.stop()
        return self.guest.status


def numbers(text):
    """@return lines "name N" as a dictionary"""
    return {name: int(n) for name, n in re.findall(r"^(\w+) (\d+)$", text, re.M)}


def table(text):
    """@return the counts in a table of the shell, by name"""
    return {name: int(n) for name, n in re.findall(r"^ *\d+ +(\w+) +\w+ +(\d+)\b", text, re.M)}


def check_masked(tap, name, folder, spoor, product):
    """Check that a product built with SPOOR_MASKED finds its masked section of 2 ms, and no longer one."""
    elf, trace = (os.path.join(folder, f"{name}-masked.{kind}") for kind in ("elf", "trace"))
    built, said = make(product, spoor, elf, "SPOOR_MASKED=1")
    tap.check(f"{name}: built with SPOOR_MASKED", built, said)
    if not built:
        return
    running = Running(elf, trace)
    running.pass_ticks(20)
    shown = running.answer("trace_masked")
    row = re.search(r"^ +0 +([\d.]+) ms +(0x[0-9a-f]+) +\d+$", shown, re.M)
    running.end()
    tap.check(f"{name}: the longest section has the length of the planted one", row and 2 <= float(row[1]) < 2.2, shown)
    begin, size = (int(n, 16) for n in re.search(r"^(\w+) (\w+) T masked_hold$", run("arm-none-eabi-nm", "-S", elf).stdout, re.M).groups())
    tap.check(f"{name}: its caller is the function that masks", row and begin < int(row[2], 16) < begin + size, f"{shown}\n{begin:x} {size:x}")


def check_stream(spoor, elf, trace):
    """@return (whether `spoor check` succeeded, its output)"""
    done = run(spoor, "check", "--elf", elf, trace)
    return done.returncode == 0, done.stdout


def emitted(text):
    return {name: int(n) for name, n in re.findall(r"^ +\d+ +(\w+) +\d+ +\d+ +(\d+) ", text, re.M)}


def calls_of(elf):
    """@return a map from return address - 2 to the called function (None: by pointer), and a map from
    function to the functions it jumps to"""
    calls, jumps, function = {}, {}, ""
    for line in run("arm-none-eabi-objdump", "-d", "--no-show-raw-insn", elf).stdout.splitlines():
        begin = re.match(r"[0-9a-f]+ <(.*)>:", line)
        if begin:
            function = begin[1]
            continue
        op = re.match(r" +([0-9a-f]+):\t(\w+)[.\w]*\t(?:[0-9a-f]+ <([^+>]*)|(\w+))?", line)
        if op and op[2] in ("bl", "blx"):
            calls[int(op[1], 16) + (0 if op[2] == "blx" else 2)] = op[3]
        elif op and op[2] == "bx" and op[4] != "lr":
            jumps.setdefault(function, set()).add(None)
        elif op and op[3] and op[3] != function:
            jumps.setdefault(function, set()).add(op[3])
    return calls, jumps


def wrong_callers(frames, calls, jumps, handlers):
    """@return the pairs of frames whose second doesn't call the first, unless the first is a
    handler"""
    def ends_in(function, wanted, depth=4):
        return function in (None, wanted) or depth > 0 and any(ends_in(f, wanted, depth - 1) for f in jumps.get(function, ()))
    names = [frame["name"].split("+")[0] for frame in frames]
    return [(below, above["name"]) for below, name, above in zip(names, names[1:], frames[1:])
            if not (below in handlers or above["address"] in calls and ends_in(calls[above["address"]], below))]


TASKS = {"worker", "consumer", "reader", "maker", "short_lived", "first", "command_line", "shares", "drain_task", "drain_thread"}
IDLE = {"idle", "prvIdleTask"}
DEPTH = 15
SWITCHING = {"PendSV_Handler", "xPortPendSVHandler"}
HANDLERS = {"TIMER0_Handler", "TIMER1_Handler", "SysTick_Handler", "xPortSysTickHandler"} | SWITCHING


def check_stacks_of(tap, name, product, tool, elf, trace, events, handlers=()):
    """Check stacks of events, including samples: each frame calls the one before it, no frame follows
    a task's function, and stacks of interrupts continue into tasks."""
    for event in events:
        product.answer(f"trace_events -k {event} {DEPTH}")
    bounds = numbers(product.answer("bounds"))
    tap.check(f"{name}: a stack is readable from its pointer to its end", 4088 <= bounds.pop("readable_to", 0) <= 4096 and not any(bounds.values()), str(bounds))
    if "cpu_sample" in events:
        product.answer("trace_samples -a 500")
    product.answer("trace_stream on")
    product.pass_ticks(1000)
    product.answer("trace_stream off")
    product.end()
    good, said = check_stream(tool, elf, trace)
    tap.check(f"{name}: the stream is complete", good, said)
    stacks = [row for row in map(json.loads, re.findall(r"^\{.*\}$", run(tool, "dump", "--json", "--elf", elf, trace).stdout, re.M)) if row.get("event") == "stack"]
    calls, jumps = calls_of(elf)
    wrong = [pair for row in stacks for pair in wrong_callers(row["frames"], calls, jumps, HANDLERS.union(handlers))]
    tap.check(f"{name}: each frame calls the one before it", len(stacks) > 300 and not wrong, f"{len(stacks)} {wrong[:20]}")
    beyond = [row["frames"] for row in stacks if any(f["name"].split("+")[0] in TASKS for f in row["frames"][:-1])]
    tap.check(f"{name}: no frame follows a task's function", not beyond, str(beyond[:3]))
    # Of idle tasks, of stacks deeper than what was recorded, and of samples in the middle of a
    # switch, nothing is expected.
    kinds = {of: [names for names in ({f["name"].split("+")[0] for f in row["frames"]} for row in stacks if row["of"] == of and len(row["frames"]) < DEPTH)
                  if not names & IDLE] for of in events}
    tap.check(f"{name}: an event in a task has the task's function in its stack", any("consumer" in names for names in kinds["item"]), str(kinds["item"][:3]))
    switched = [names & TASKS and not names & HANDLERS for names in kinds["sched_switch"]]
    tap.check(f"{name}: stacks of switches are the outgoing task's", sum(map(bool, switched)) > 0.4 * len(switched) > 4, f"{sum(map(bool, switched))} of {len(switched)} {kinds['sched_switch'][:5]}")
    for of in {"irq_enter", "cpu_sample"}.intersection(events):
        inside = [names for names in kinds[of] if len(names & HANDLERS) == 1 and not names & SWITCHING]  # what interrupts a handler needn't continue
        through = sum(bool(names & TASKS) for names in inside)
        tap.check(f"{name}: {of}: most stacks continue into the interrupted task", through > 0.6 * len(inside) > 1, f"{through} of {len(inside)} {inside[:5]}")


SHARES = {"three_parts": 0.6, "one_part": 0.2, "masked_part": 0.2}


def near(share, part, n):
    """True within four standard deviations."""
    return n > 0 and abs(share / n - part) <= 4 * (part * (1 - part) / n) ** 0.5


def taken_of(shown):
    return int(re.search(r", (\d+) taken", shown)[1])


def check_samples_of(tap, name, product, tool, elf, trace, idle=None):
    """
    Check samples taken by a timer of the product: the target's table and the stream must have the known shares. `idle` is the name of the
    thread that runs while the task rests.
    """
    product.answer("trace_stream on sample")
    product.answer("trace_samples -r -a 5000")
    while product.guest.status is None and taken_of(product.answer("trace_samples")) < (2000 if idle is None else 4000):
        product.wait(0.2)
    product.answer("trace_samples -d")
    product.answer("trace_stream off")
    shown = product.answer("trace_samples")
    product.end()
    begins = {f"0x{int(line.split()[0], 16):08x}": line.split()[2] for line in run("arm-none-eabi-nm", elf).stdout.splitlines() if len(line.split()) == 3}
    rows = [(int(count), int(late), thread, begins.get(function, "")) for count, late, thread, function in
            re.findall(r"^ *(\d+) +[\d.]+% +(\d+)  (.*?) +(0x\w{8})$", shown, re.M)]
    own = {function: (count, late) for count, late, thread, function in rows if thread == "shares" and function in SHARES}
    n = sum(count for count, _ in own.values())
    tap.check(f"{name}: the table has the shares of the functions, 3 to 1 to 1",
              n > 1000 and all(near(own.get(f, (0, 0))[0], p, n) for f, p in SHARES.items()), shown)
    tap.check(f"{name}: most of those in a masked section are late", own["masked_part"][1] > 0.6 * own["masked_part"][0], shown)
    tap.check(f"{name}: hardly any others are late", sum(late for f, (_, late) in own.items() if f != "masked_part") <= 0.02 * n, shown)
    tap.check(f"{name}: interrupts have samples", any(thread == "(irq, depth 1)" for _, _, thread, _ in rows), shown)
    if idle is not None:
        resting, late = (sum(row[i] for row in rows if row[2] == idle) for i in (0, 1))
        tap.check(f"{name}: an idle CPU's are those of {idle}, and none is late", resting > 0.5 * n and late == 0, shown)
    taken = taken_of(shown)
    good, said = check_stream(tool, elf, trace)
    tap.check(f"{name}: the stream has all {taken} samples", good and emitted(said).get("cpu_sample") == taken, said)
    profile = run(tool, "profile", "--json", "--where", "thread=shares", "--elf", elf, trace).stdout
    host = {r["function"]: r["self"] for r in map(json.loads, re.findall(r"^\{.*\}$", profile, re.M))}
    tap.check(f"{name}: the host's profile of the task has the counts of the table", {f: host.get(f) for f in own} == {f: count for f, (count, _) in own.items()}, profile)


POINTS = {"seen_point": "seen", "unseen_point": "unseen", "item_point": "items"}
BLOCKS = {"work_block": "works", "inner_block": "works", "item_block": "items", "seen_block": "seen", "unseen_block": "unseen",
          "short_block": "shorts"}


def check_counts(tap, name, product):
    product.wait(0.2)
    product.answer("quiet")
    own = numbers(product.answer("counts"))
    points, shown = table(product.answer("trace_points -s")), product.answer("trace_blocks -s")
    expected = {p: own[c] for p, c in POINTS.items()}
    tap.check(f"{name}: points count the visits", points == expected and min(points.values()) > 0, f"{points} {expected}")
    expected = {**{b: own[c] for b, c in BLOCKS.items()}, "first_block": 1}
    tap.check(f"{name}: blocks count the visits, including those across waits and in tasks that ended", table(shown) == expected,
              f"{shown} {expected}")
    tap.check(f"{name}: no visit is unmatched", "mismatch" not in shown, shown)
    product.answer("loud")


def stats(tool, kind, elf, trace):
    return [json.loads(line) for line in run(tool, "stats", kind, "--json", "--elf", elf, trace).stdout.splitlines() if line.startswith("{")]


def check_stream_of(tap, name, product, tool, elf, trace, queue="samples", idle="IDLE"):
    """`queue`: the queue's name, given by the product or its symbol; None if the system doesn't report
    the objects of waits."""
    first = numbers(product.answer("counts"))
    product.answer("trace_stream on")
    before = numbers(product.answer("counts"))
    product.wait(0.4)
    product.answer("quiet")
    after = numbers(product.answer("counts"))
    product.answer("trace_stream off")
    end = numbers(product.answer("counts"))
    tap.check(f"{name}: the run ends", product.end() == 0)
    good, said = check_stream(tool, elf, trace)
    tap.check(f"{name}: the stream is complete", good and said.rstrip().endswith("consistent"), said)
    counts = emitted(said)
    tap.check(f"{name}: the stream has all the kernel's switches",
              after["switches"] - before["switches"] <= counts.get("sched_switch", 0) <= end["switches"] - first["switches"], f"{counts} {first} {before} {after} {end}")
    tap.check(f"{name}: the stream has all the product's events",
              after["item_events"] - before["item_events"] <= counts.get("item", 0) <= end["item_events"] - first["item_events"], f"{counts} {first} {before} {after} {end}")
    entered, left = counts.get("irq_enter", 0), counts.get("irq_exit", 0)
    tap.check(f"{name}: each interrupt entered is left, except one still running at the end", 0 < left <= entered <= left + 1, said)
    tap.check(f"{name}: no tick was late", "tick_late" not in counts, said)
    threads = {row["thread"]: row for row in stats(tool, "threads", elf, trace)}
    tap.check(f"{name}: threads have names", {idle, "trace", "worker", "consumer", "maker", "short"} <= set(threads), str(threads))
    tap.check(f"{name}: a task deleted by another one is not reported as that one's end", "maker" not in re.findall(r" (\w+) +thread_end ", run(tool, "dump", "--elf", elf, trace).stdout))
    waits = {(row["thread"], row["reason"], row["object"]): row for row in stats(tool, "waits", elf, trace)}
    tap.check(f"{name}: waits have their reasons", {("worker", "sleep"), ("consumer", "queue_get" if queue else "sem")}
              <= {key[:2] for key in waits}, str(waits.keys()))
    exported = trace + ".ctf"
    shutil.rmtree(exported, ignore_errors=True)
    run(tool, "export", "--to", "ctf", "-o", exported, "--elf", elf, trace)
    # While a task inherits another's priority it has that one, so the most frequent one counts.
    switches = collections.Counter(re.findall(r'next_comm = "(.*?)", next_tid = \d+, next_prio = (-?\d+)', run("babeltrace2", exported).stdout))
    priorities = dict(pair for pair, _ in reversed(switches.most_common()))
    # The product's tasks have priorities 0, 2, 4 and 5 of 0 to 15. Systems whose priorities count
    # down report 15, 13, 11 and 10.
    tap.check(f"{name}: exported priorities count down from the highest priority", {t: priorities.get(t) for t in (idle, "worker", "short", "consumer")}
              == {idle: "15", "worker": "13", "short": "11", "consumer": "10"}, f"{priorities}")
    ended = [row["ended_by"] for key, row in waits.items() if key[0] == "consumer"]
    tap.check(f"{name}: a wait has the interrupt that ended it", "24" in str(ended), str(ended))
    dump = run(tool, "dump", "--elf", elf, trace).stdout
    tap.check(f"{name}: a sleep ends with its timeout", "how=timeout thread=worker" in dump)
    exited = set(re.findall(r" (\S+) +sched_switch reason=exited", dump))
    tap.check(f"{name}: successive tasks in the same memory have their own names", "killed" in threads and exited == {"short"}, f"{threads.keys()} {exited}")
    if queue == "samples":
        tap.check(f"{name}: a field with the mutex shows its name", "mutex=the mutex" in dump)
    if queue:
        tap.check(f"{name}: objects have names", ("consumer", "queue_get", queue) in waits, str(waits.keys()))
        tap.check(f"{name}: a mutex's owner inherits the waiting task's priority", counts.get("priority_set", 0) > 0, said)
