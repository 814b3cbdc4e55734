# SPDX-License-Identifier: BSD-2-Clause
"""
Compare tables and exports of a random kernel's recording with the truth. For a complete recording they must be equal. For an incomplete one each
number must be at most the truth, and unknown cells must be empty.
"""
import contextlib
import json
import os
import sqlite3
import subprocess

from kernel import T0
from perfetto import Perfetto, decoded, messages

CANT_SAY = 3


class Story:
    """A recording. With `words` (e.g. --recording 2) it is one of several in a file."""

    def __init__(self, tool, base, words=(), may_lack_rate=False):
        self.tool, self.base, self.words, self.may_lack_rate = tool, base, words, may_lack_rate

    def run(self, *words):
        done = subprocess.run([self.tool, *words, *(self.words if words[0] != "check" else ()), "--elf", self.base + ".elf", self.base + ".spoor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def tables(self):
        """@return all tables of one run, with cells as in `spoor stats --csv`; no rows if the tool rejects a table; None if the rate is unknown"""
        path = self.base + ".db"
        status, _, err = self.run("export", "--to", "sqlite", "-o", path)
        if status != 0:
            return None if self.may_lack_rate and "no header was received" in err else {"load": [{"failed": err}]}
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.row_factory = sqlite3.Row
            made = {kind: [{name: cell(name, value) for name, value in dict(row).items()} for row in db.execute(f"SELECT * FROM {kind}")] for kind in JUDGES}
        os.unlink(path)
        return made


def cell(name, value):
    if isinstance(value, float):
        return f"{value:.9f}" if name.endswith("_s") else f"{value:.3f}"
    return "" if value is None else str(value)


def us(text):
    return round(float(text))


def time(text):
    return round(float(text) * 1e6)


def wrong_load(kernel, rows, whole, walls):
    truth = kernel.load()
    for row in rows:
        key = int(row["cpu"]), row["name"]
        if row["kind"] == "unknown":
            continue
        most = truth.get(key, 0) + truth.get((key[0], "never left", key[1]), 0)
        if walls and row["kind"] == "thread":
            most = sum(end - begin for begin, end, cpu, thread, *_ in kernel.runs if (cpu, kernel.name(thread)) == key)
        if us(row["run_us"]) > most or (whole and row["kind"] == "thread" and us(row["run_us"]) != most):
            yield f"load: {row}, truth {most}"
    if whole and {(int(r["cpu"]), r["name"]) for r in rows if r["kind"] == "thread"} < {k for k, n in truth.items() if len(k) == 2 and n and k[1] not in ("timer", "uart")}:
        yield f"load: rows are missing of {truth}"


def wrong_sched(kernel, rows, whole, walls):
    truth = kernel.sched()
    ends = {(begin, cpu, kernel.name(thread)): end for begin, end, cpu, thread, *_ in kernel.runs}
    last = {key for key, end in ends.items() if end == kernel.end}
    seen = set()
    for row in rows:
        key = time(row["time_s"]), int(row["cpu"]), row["thread"]
        found = truth.get(key)
        if found is None:
            # A run whose start wasn't recorded starts where it is known again, inside a run of the truth.
            if whole or row["wait_us"] or row["delay_us"] or not any(b < key[0] <= e and c == key[1] and kernel.name(t) == key[2] for b, e, c, t, *_ in kernel.runs):
                yield f"sched: no such run: {row}"
            continue
        seen.add(key)
        wait, delay, net, reason, by = found
        for name, right in (("wait_us", wait), ("delay_us", delay)):
            if row[name] and (right is None or us(row[name]) != right):
                yield f"sched: {name} of {row}, truth {right}"
            if whole and not row[name] and right is not None:
                yield f"sched: no {name} in {row}, truth {right}"
        known = key[0] != T0 and key not in last  # the run was recorded completely
        if row["run_us"] and not (net <= us(row["run_us"]) <= ends[key] - key[0] if walls else us(row["run_us"]) == net) or (whole and known and not row["run_us"]):
            yield f"sched: run_us of {row}, truth {net}"
        if row["reason"] and row["reason"] != reason:
            yield f"sched: reason of {row}, truth {reason}"
        if row["woken_by"] and row["woken_by"] != by:
            yield f"sched: woken_by of {row}, truth {by}"
    if whole and seen != set(truth):
        yield f"sched: missing {set(truth) - seen}"


def wrong_latency(kernel, rows, whole, _):
    delays = {}
    for *_, thread, _, _, _, delay, by in kernel.runs:
        if by:
            delays.setdefault(kernel.name(thread), []).append(delay)
    for row in rows:
        right = delays.get(row["thread"], [])
        if int(row["count"]) > len(right) or us(row["max_us"]) not in right or us(row["min_us"]) not in right:
            yield f"latency: {row}, truth {right}"
        if whole and (int(row["count"]), us(row["max_us"]), us(row["min_us"])) != (len(right), max(right), min(right)):
            yield f"latency: {row}, truth {right}"
    if whole and {r["thread"] for r in rows} != set(delays):
        yield f"latency: {sorted(r['thread'] for r in rows)}, truth {sorted(delays)}"


def wrong_irq(kernel, rows, whole, _):
    for row in rows:
        line = int(row["line"])
        right = [net for _, _, _, of, net in kernel.irqs if of == line]
        if "cpu" in row and row["cpu"]:
            right = [net for _, _, cpu, of, net in kernel.irqs if of == line and cpu == int(row["cpu"])]
        if right and row["max_us"] and (us(row["max_us"]) > max(right) or int(row["count"]) > len(right)):
            yield f"irq: {row}, truth {right}"
        if whole and right and (int(row["count"]), us(row["run_us"])) != (len(right), sum(right)):
            yield f"irq: {row}, truth {len(right)} {sum(right)}"


def wrong_instances(kernel, rows, whole, _):
    """Each interrupt and, if nothing was lost or left out, each wake-up by thread."""
    truth = {("irq", begin, end - begin, net) for begin, end, _, _, net in kernel.irqs}
    if whole:
        truth |= {("wake", begin - delay, delay, kernel.name(thread)) for begin, _, _, thread, _, _, _, delay, by in kernel.runs if by}
    found = set()
    for row in rows:
        if row["kind"] == "irq" or (whole and row["kind"] == "wake"):
            found.add((row["kind"], time(row["time_s"]), us(row["wall_us"]), row["name"] if row["kind"] == "wake" else us(row["net_us"])))
    if not found <= truth or (whole and found != truth):
        yield f"instances: {sorted(found - truth, key=str)[:3]}, missing {sorted(truth - found, key=str)[:3]}"


def wrong_states(kernel, packets, whole):
    """perfetto-states: a thread's runs are inside runs of the truth, and at most one thread runs on a CPU."""
    states, runs = {}, []
    for packet in packets:
        for state in packet.get("generic_kernel_task_state_event", []):
            name, kind = state["comm"][0].strip('"'), int(state["state"][0])
            states.setdefault(name, []).append((int(packet["timestamp"][0]) // 1000, kind, int(state["cpu"][0]) if "cpu" in state else None))
    for name, changes in states.items():
        changes.sort(key=lambda s: s[0])
        for (begin, kind, cpu), following in zip(changes, changes[1:] + [(None, None, None)]):
            if kind == 3:
                runs.append((begin, following[0], cpu, name))
    busy = {}
    for begin, end, cpu, name in sorted(runs, key=lambda r: (r[2], r[0])):
        if name.startswith("idle"):  # its next state is another run
            continue
        if end is None or not any(b <= begin and end <= e and c == cpu and kernel.name(t) == name for b, e, c, t, *_ in kernel.runs):
            yield f"perfetto-states: {name} runs on CPU {cpu} from {begin} to {end}"
        if begin < busy.get(cpu, 0):
            yield f"perfetto-states: two threads run on CPU {cpu} at {begin}"
        busy[cpu] = end or begin
    truth = {(begin, cpu, kernel.name(thread)) for begin, _, cpu, thread, *_ in kernel.runs}
    if whole and truth != {(begin, cpu, name) for begin, _, cpu, name in runs}:
        yield f"perfetto-states: runs {sorted(truth ^ {(begin, cpu, name) for begin, _, cpu, name in runs})}"


def wrong_arrows(kernel, trace, whole):
    """perfetto: an arrow points from a wake-up, or from the give before it, to the run after it."""
    names = {uuid: track["thread"][0]["thread_name"][0].strip('"') for uuid, track in trace.tracks.items() if "thread" in track}
    truth = {(begin - delay, begin, kernel.name(thread)) for begin, _, _, thread, _, _, _, delay, by in kernel.runs if by}
    arrows = set()
    for steps in trace.flows.values():
        kinds = [s[1] for s in steps]
        if kinds[-1] == "runs":
            arrows.add((steps[0][0] // 1000, steps[-1][0] // 1000, names.get(steps[-1][2])))
        if kinds[-2:] not in (["sched_wake", "runs"], ["sync_give", "sched_wake"], ["sync_give"], ["sched_wake"]) or kinds[:-2] not in ([], ["sync_give"]):
            yield f"perfetto: {steps}"
    if not arrows <= truth or (whole and arrows != truth):
        yield f"perfetto: arrows {sorted(arrows - truth)}, missing {sorted(truth - arrows)}"


def wrong_slices(kernel, trace, whole):
    """chrome: each slice of a CPU is inside a run of the truth."""
    slices = [(round(e["ts"]), round(e["ts"] + e["dur"]), e["tid"], e["name"]) for e in trace["traceEvents"] if e["ph"] == "X" and e["pid"] == 1]
    truth = {(begin, end, cpu, kernel.name(thread)) for begin, end, cpu, thread, *_ in kernel.runs}
    for begin, end, cpu, name in slices:
        if not any(b <= begin and end <= e and c == cpu and of == name for b, e, c, of in truth):
            yield f"chrome: {name} runs on CPU {cpu} from {begin} to {end}"
    if whole and set(slices) != truth:
        yield f"chrome: runs {sorted(truth ^ set(slices))}"


def wrong_waits(kernel, rows, whole, _):
    """Completed waits by object, reason and thread. A row without an object has some of the waits for unknown objects."""
    truth = {}
    for s in kernel.states:
        if s.state == "waits" and not s.told and not s.last:
            key = f"{s.object:#x}" if s.object else "", s.reason, kernel.name(s.thread)
            truth.setdefault(key, []).append(s)
            if s.object and not whole:
                truth.setdefault(("", *key[1:]), []).append(s)
    for row in rows:
        key = row["object"], row["reason"], row["thread"]
        found = truth.get(key, [])
        lengths = [s.net for s in found]
        longest = [s for s in found if s.net == us(row["max_us"])]
        right = int(row["count"]), int(row["timeouts"]), us(row["total_us"])
        most = len(found), sum(s.how == "timeout" for s in found), sum(lengths)
        if not longest or any(a > b for a, b in zip(right, most)) or (whole and (right != most or us(row["max_us"]) != max(lengths))):
            yield f"waits: {row}, truth {found}"
        elif not any(time(row["max_at_s"]) == s.begin for s in longest) or (row["ended_by"] or whole) and row["ended_by"] not in [s.by for s in longest]:
            yield f"waits: {row}, truth {longest}"
        elif abs(float(row["avg_us"]) - right[2] / right[0]) > 0.001:
            yield f"waits: avg_us of {row}"
    if whole and {(r["object"], r["reason"], r["thread"]) for r in rows} != set(truth):
        yield f"waits: {rows}, truth {sorted(truth)}"


def wrong_threads(kernel, rows, whole, walls):
    ran = {}
    for row in rows:
        own = [s for s in kernel.states if kernel.name(s.thread) == row["thread"]]
        runs, ready, waits = ([s for s in own if s.state == state] for state in ("runs", "ready", "waits"))
        delays = [s for s in ready if s.by and not s.last]
        ran[row["thread"]] = True
        wall = [s.end - s.begin if walls else s.net for s in runs]
        truth = {"runs": len(runs), "run_us": sum(wall), "longest_us": max(wall, default=0), "wait_us": sum(s.net for s in waits),
                 "ready_us": sum(s.net for s in ready), "preempted": sum(s.reason == "preempted" and not s.told for s in ready),
                 "migrations": sum(a.cpu != b.cpu for a, b in zip(runs, runs[1:]))}
        for name, right in truth.items():
            if round(float(row[name])) > right or (whole and round(float(row[name])) != right):
                yield f"threads: {name} of {row}, truth {right}"
        at = [s.net for s in delays if row["delay_max_us"] and s.begin == time(row["delay_max_at_s"])]
        if (row["delay_max_us"] and us(row["delay_max_us"]) not in at) or (whole and (row["delay_max_us"] or "0") != f"{max((s.net for s in delays), default=0):.3f}" and delays):
            yield f"threads: delay_max_us of {row}, truth {delays}"
    if whole and set(ran) != {kernel.name(t.number) for t in kernel.threads}:
        yield f"threads: {rows}"


def wrong_inversions(kernel, rows, whole, _):
    truth = {}
    for i in kernel.inversions:
        truth.setdefault((kernel.name(i.waiter), kernel.name(i.owner), f"{i.object:#x}", kernel.name(i.third)), []).append(i)
    for row in rows:
        found = truth.get((row["waiter"], row["owner"], row["object"], row["third"]), [])
        begin, length = time(row["max_at_s"]), us(row["max_us"])
        lengths = [i.end - i.begin for i in found]
        if not any(i.begin <= begin and begin + length <= i.end for i in found) or us(row["total_us"]) > sum(lengths) or int(row["inherited"]):
            yield f"inversions: {row}, truth {found}"
        elif whole and (int(row["count"]), us(row["total_us"]), length) != (len(found), sum(lengths), max(lengths)):
            yield f"inversions: {row}, truth {found}"
    if whole and {(r["waiter"], r["owner"], r["object"], r["third"]) for r in rows} != set(truth):
        yield f"inversions: {rows}, truth {truth}"


def wrong_modes(kernel, rows, whole, _):
    """The application's state machine."""
    for row in rows:
        found = [(begin, end - begin) for mode, begin, end in kernel.modes if mode == row["state"]]
        if (time(row["max_at_s"]), us(row["max_us"])) not in found or int(row["count"]) > len(found) or us(row["total_us"]) > sum(n for _, n in found):
            yield f"states: {row}, truth {found}"
        elif whole and (int(row["count"]), us(row["total_us"])) != (len(found), sum(n for _, n in found)):
            yield f"states: {row}, truth {found}"
    if whole and {r["state"] for r in rows} != {m[0] for m in kernel.modes}:
        yield f"states: {rows}, truth {kernel.modes}"


def wrong_points(kernel, rows, whole, _):
    gaps = [(a, b - a) for a, b in zip(kernel.hits, kernel.hits[1:])]
    for row in rows:
        if int(row["count"]) > len(kernel.hits) or (row["gap_max_us"] and (time(row["gap_max_at_s"]), us(row["gap_max_us"])) not in gaps):
            yield f"points: {row}, truth {kernel.hits}"
        if whole and (int(row["count"]), us(row["gap_max_us"] or "0")) != (len(kernel.hits), max((n for _, n in gaps), default=0)):
            yield f"points: {row}, truth {kernel.hits}"


def wrong_heap(kernel, rows, whole, _):
    """Live blocks are those at the end of the recording, which may be before the end of the kernel."""
    until = kernel.end if whole else kernel.until
    if until is None:
        return
    found = {row["caller"]: row for row in rows}
    for caller, (allocs, frees, bytes_, *_) in kernel.sites.items():
        row = found.pop({0x100: "uart_write", 0x120: "main"}[caller], None)
        if row is None:
            if whole:
                yield f"heap: no row of {caller:#x}"
            continue
        counts = [int(row[name]) for name in ("allocs", "frees", "bytes")]
        if any(a > b for a, b in zip(counts, (allocs, frees, bytes_))) or (whole and counts != [allocs, frees, bytes_]):
            yield f"heap: {row}, truth {allocs, frees, bytes_}"
        peak, live = [(peak, live) for time, of, peak, live in kernel.held if of == caller and time <= until][-1]
        for name, right in (("peak_bytes", peak), ("live_bytes", live)):
            if (row[name] or whole) and row[name] != str(right):
                yield f"heap: {name} of {row}, truth {right}"
    for label, row in found.items():
        right = sum(kernel.sites[c][1] for c in kernel.sites) + sum(kernel.frees.values()) if "missing" in label else kernel.frees.get(label, -1)
        if int(row["frees"]) > right or (whole and int(row["frees"]) != right):
            yield f"heap: {row}, truth {right}"
    if whole and any(n and label not in found for label, n in kernel.frees.items()):
        yield f"heap: {rows}, truth {kernel.frees}"


def read_json(path):
    with open(path) as f:
        return json.load(f)


def wrong_exports(kernel, made, whole):
    readers = {"perfetto-states": lambda path: wrong_states(kernel, messages(decoded(path)), whole),
               "perfetto": lambda path: wrong_arrows(kernel, Perfetto(decoded(path)), whole),
               "chrome": lambda path: wrong_slices(kernel, read_json(path), whole)}
    for name, judge in readers.items():
        path = f"{made.base}.{name}"
        status, _, err = made.run("export", "--to", name, "-o", path)
        if status == 0:
            yield from judge(path)
            os.unlink(path)
        elif whole or (status != CANT_SAY and not (made.may_lack_rate and "no header was received" in err)):
            yield f"{name}: status {status}: {err}"


JUDGES = {"load": wrong_load, "sched": wrong_sched, "latency": wrong_latency, "irq": wrong_irq, "waits": wrong_waits, "threads": wrong_threads,
          "inversions": wrong_inversions, "states": wrong_modes, "points": wrong_points, "heap": wrong_heap, "instances": wrong_instances}


def wrong(kernel, made, whole, walls=False):
    """@return all differences. @param walls  interrupts aren't recorded, so the times of threads include them"""
    status, out, err = made.run("check")
    if status not in (0, 3) or "contradiction" in out or (whole and not out.endswith("consistent\n")):
        yield f"check: {status} {out[-300:]}{err}"
    switches = any(r.event == "sched_switch" for r in kernel.records)  # without switches, tables of threads are rejected
    for kind, rows in (made.tables() or {}).items():
        if rows and "failed" in rows[0]:
            yield f"{kind}: {rows[0]['failed']}"
        elif rows or (whole and switches):
            yield from JUDGES[kind](kernel, rows, whole, walls)
    yield from wrong_exports(kernel, made, whole)
