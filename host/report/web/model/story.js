// SPDX-License-Identifier: BSD-2-Clause
// The facts of a slice in the order in which they happened, with references to the slices that they name.
import { FLAG, READY, RUNS, WAITS } from "../data/trace.js";
import { describe, sliceName } from "./describe.js";
import { duration, time } from "./format.js";

/**
 * @typedef {{row: string, lane: number, start: number}} SliceRef as in the page's state
 * @typedef {string|{text: string, to: SliceRef}} Part
 * @typedef {[string, Part[]]} Fact
 * @typedef {{title: string, facts: Fact[], before: SliceRef|null, after: SliceRef|null, same: string}} Story
 *   before, after: the nearest slices of the same kind, which `same` names
 */

/** Limits on the number of slices that are visited. */
const BACK = 1000,
  WOKEN = 400,
  NAMED = 6;

/** @returns {SliceRef|null} the slice of a row at a time, in the first track that `fits` */
function refAt(rows, id, t, fits = () => true) {
  const row = rows.all.get(id);
  for (const [lane, track] of (row?.tracks ?? []).entries()) {
    const i = track.lane.at(t);
    if (i >= 0 && fits(track, i)) {
      return { row: id, lane, start: track.lane.start[i] };
    }
  }
  return null;
}

/** Makes the story of one slice. */
class Teller {
  constructor(rows, { trace, row, track, n, i }) {
    Object.assign(this, { rows, trace, row, track, n, i, lane: track.lane, facts: [] });
    this.known = new Map(describe(trace, row, track, i));
    this.start = this.lane.start[i];
    this.end = this.lane.end(i);
  }

  id(kind, key) {
    return `${this.trace.index}/${kind}/${key}`;
  }

  put(name, ...parts) {
    const some = parts.filter((p) => p !== null && p !== undefined && p !== "");
    if (some.length > 0) {
      this.facts.push([name, some]);
    }
  }

  /** Add facts as describe() words them. */
  keep(...names) {
    names.forEach((name) => this.put(name, this.known.get(name)));
  }

  /** @returns {Part} */
  link(text, to) {
    return to === null ? text : { text, to };
  }

  at(t) {
    return time(this.trace.toAxis(t));
  }

  length(cycles) {
    return duration(this.trace.ns(cycles));
  }

  /** @returns {Part} a thread's name, leading to what the thread did at a time */
  thread(key, t) {
    return this.link(this.trace.thread(key), refAt(this.rows, this.id("thread", key), t));
  }

  priority(key) {
    const priority = this.trace.threads.get(key)?.priority;
    return priority === undefined ? null : `, priority ${priority}`;
  }

  state(lane, i) {
    return this.trace.shapes.state[lane.shape[i]];
  }

  // ---------------------------------------------------------------- threads

  /** The slice in which a thread became ready before it ran; preemptions are in between. -1: unknown */
  wakeBefore(lane, i) {
    for (let k = i; k >= 0 && k > i - BACK; k--) {
      const state = this.state(lane, k);
      if (state === READY && (this.trace.shapes.flags[lane.shape[k]] & FLAG.WOKEN) !== 0) {
        return k;
      }
      if (state === WAITS || (k < i && lane.end(k) !== lane.start[k + 1])) {
        break;
      }
    }
    return -1;
  }

  /** @returns {Part[]} the thread or interrupt that woke a thread, and when. `i`: the slice in which it became ready */
  waker(lane, i) {
    const { trace, rows } = this,
      { waker, cpu, flags } = trace.shapes,
      shape = lane.shape[i],
      words = trace.waker(shape),
      t = lane.start[i];
    if (words === "") {
      return [];
    }
    const isIrq = (flags[shape] & FLAG.BY_IRQ) !== 0;
    const to = isIrq
      ? refAt(rows, this.id("cpu", cpu[shape]), t, (track) => track.kind === "irq")
      : (refAt(rows, this.id("thread", waker[shape]), t, (track, k) => this.state(track.lane, k) === RUNS) ??
        refAt(rows, this.id("thread", waker[shape]), t - 1));
    return [this.link(words, to), ` at ${this.at(t)}`];
  }

  /** The threads that a thread or an interrupt woke during this slice. */
  woke(byIrq, key, cpu) {
    const { trace } = this,
      { state, flags, waker, cpu: cpus } = trace.shapes,
      found = [];
    for (const row of trace.rows.filter((r) => r.kind === "thread")) {
      const lane = row.lanes[0],
        first = lane.from(this.start);
      for (let k = first; k < lane.n && k < first + WOKEN && lane.start[k] <= this.end; k++) {
        const shape = lane.shape[k],
          isSame = waker[shape] === key && ((flags[shape] & FLAG.BY_IRQ) !== 0) === byIrq;
        if (state[shape] === READY && (flags[shape] & FLAG.WOKEN) !== 0 && isSame && (!byIrq || cpus[shape] === cpu)) {
          found.push({ row: this.id("thread", row.key), lane: 0, start: lane.start[k], text: trace.thread(row.key) });
        }
      }
    }
    const parts = found
      .sort((a, b) => a.start - b.start)
      .slice(0, NAMED)
      .flatMap(({ text, ...to }, k) => [k > 0 ? ", " : null, { text, to }]);
    this.put("woke", ...parts, found.length > NAMED ? ` and ${found.length - NAMED} more` : null);
  }

  /** What runs on a CPU at a time. @returns {Part[]} */
  next(cpu, t) {
    const lane = this.trace.lane("cpu", cpu),
      i = lane ? lane.at(t) : -1;
    return i < 0 ? [] : [this.thread(this.trace.shapes.key[lane.shape[i]], t)];
  }

  runs(key, lane, i, cpu) {
    const wake = this.wakeBefore(lane, i),
      follows = i + 1 < lane.n && lane.start[i + 1] === lane.end(i) ? i + 1 : -1,
      next = this.next(cpu, this.end);
    this.title = `${this.trace.thread(key)} ran for ${this.length(lane.dur[i])} on CPU ${cpu}`;
    if (wake >= 0) {
      this.put("woken by", ...this.waker(lane, wake));
    }
    const before = i > 0 && lane.end(i - 1) === this.start ? i - 1 : -1;
    if (before >= 0 && this.state(lane, before) === READY) {
      const words = `${this.length(lane.dur[before])}${wake !== before ? ", preempted" : ""}`;
      this.put("ready for", this.link(words, { row: this.id("thread", key), lane: 0, start: lane.start[before] }));
    }
    this.put("ran for", this.known.get("duration"));
    this.woke(false, key, cpu);
    if (follows >= 0) {
      const row = this.id("thread", key),
        words = this.state(lane, follows) === READY ? "preempted" : sliceNameOf(this, row, follows);
      this.put("stopped", this.link(words, { row, lane: 0, start: lane.start[follows] }));
    }
    if (next.length > 0) {
      this.put("next on the CPU", ...next);
    }
  }

  /** The run that follows being ready or waiting. */
  thenRan(key, lane, i) {
    for (let k = i + 1; k < lane.n && k <= i + 2 && lane.start[k] === lane.end(k - 1); k++) {
      if (this.state(lane, k) === RUNS) {
        const cpu = this.trace.shapes.cpu[lane.shape[k]],
          words = `ran for ${this.length(lane.dur[k])} on CPU ${cpu}`;
        this.put("then", this.link(words, { row: this.id("thread", key), lane: 0, start: lane.start[k] }));
        return;
      }
    }
  }

  ofThread() {
    const { trace, track } = this,
      { key: keys, cpu, state: states } = trace.shapes,
      shape = this.lane.shape[this.i],
      key = keys[shape],
      own = track.kind === "thread" ? this.lane : trace.lane("thread", key),
      i = track.kind === "thread" ? this.i : (own?.at(this.start) ?? -1),
      state = states[shape];
    this.put("thread", track.kind === "thread" ? trace.thread(key) : this.thread(key, this.start), this.priority(key));
    this.keep("state");
    if (i < 0 || key === 0) {
      this.title = trace.thread(key);
      this.keep("on");
    } else if (state === RUNS) {
      this.runs(key, own, i, track.kind === "cpu" ? this.row.key : cpu[shape]);
    } else if (state === WAITS) {
      const object = this.known.get("object");
      this.title = `${trace.thread(key)} waited for ${this.length(this.lane.dur[i])}`;
      this.put("for", this.known.get("reason"), object ? ` ${object}` : null);
      const ready = i + 1 < own.n && this.state(own, i + 1) === READY ? i + 1 : -1;
      this.put("ended by", ...(ready >= 0 ? this.waker(own, ready) : [this.known.get("ended by")]));
      this.put("then ready for", this.known.get("then ready"));
      this.thenRan(key, own, i);
    } else if (state === READY) {
      this.title = `${trace.thread(key)} was ready for ${this.length(this.lane.dur[i])}`;
      const by = this.waker(own, i);
      this.put(by.length > 0 ? "woken by" : "because", ...(by.length > 0 ? by : [this.known.get("reason")]));
      this.keep("delayed by");
      this.thenRan(key, own, i);
    } else {
      this.title = `${trace.thread(key)}: ${this.known.get("state")}`;
    }
    this.neighbours((k) => states[this.lane.shape[k]] === state && keys[this.lane.shape[k]] === key);
    this.same = { [RUNS]: "run", [WAITS]: "wait", [READY]: "time ready" }[state] ?? "slice";
  }

  // ---------------------------------------------------------------- other rows

  ofIrq() {
    const { trace } = this,
      line = trace.shapes.key[this.lane.shape[this.i]],
      cpu = this.row.key;
    this.title = `${trace.irq(line)} took ${this.length(this.lane.dur[this.i])} on CPU ${cpu}`;
    this.put("interrupt", `${trace.irq(line)}, line ${line}`);
    const inner = this.row.tracks[this.n + 1],
      k = inner.lane.at(this.start);
    if (k >= 0) {
      const to = { row: this.row.id, lane: this.n + 1, start: inner.lane.start[k] };
      this.put("interrupted", { text: sliceName(trace, this.row, inner, k), to });
    }
    this.woke(true, line, cpu);
    this.neighbours((i) => trace.shapes.key[this.lane.shape[i]] === line);
    this.same = "time";
  }

  ofBlock() {
    const { trace } = this,
      { key, flags } = trace.shapes,
      shape = this.lane.shape[this.i],
      inIrq = (flags[shape] & FLAG.IN_IRQ) !== 0;
    this.title = `${this.row.label} took ${this.length(this.lane.dur[this.i])}`;
    this.put("in", inIrq ? trace.irq(key[shape]) : this.thread(key[shape], this.start));
    this.keep("source");
    this.neighbours(() => true);
    this.same = "visit";
  }

  ofCall() {
    const { trace } = this,
      at = this.lane.shape[this.i],
      address = trace.shapes.key[at],
      upper = this.row.tracks[this.n - 1],
      k = upper ? upper.lane.at(this.start) : -1;
    this.title = `${trace.func(address)} took ${this.length(this.lane.dur[this.i])}`;
    this.keep("source");
    if (k >= 0) {
      const to = { row: this.row.id, lane: this.n - 1, start: upper.lane.start[k] };
      this.put("called by", { text: sliceName(trace, this.row, upper, k), to });
    }
    if (this.row.kind === "calls") {
      this.put("in", this.thread(this.row.key, this.start));
    }
    this.neighbours((i) => trace.shapes.key[this.lane.shape[i]] === address);
    this.same = "call";
  }

  ofMessage() {
    const m = this.row.messages[this.i];
    this.title = `A message: ${this.row.label}`;
    this.put("sent by", this.thread(m.client, m.sent - 1));
    this.put("received by", this.thread(m.server, m.received));
    this.keep("queued", "served");
    this.neighbours(() => true);
    this.same = "message";
  }

  /** A step of a critical path leads to the slice of its thread at that time. */
  ofPath() {
    const { row, trace, rows, start } = this,
      { steps } = row,
      { thread, state } = steps[this.i],
      words = { runs: "ran", ready: "was ready", waits: "waited" }[state] ?? state,
      places = trace.rows.filter((r) => r.kind === "thread" && trace.thread(r.key) === thread);
    this.title = `${thread} ${words} for ${this.length(this.lane.dur[this.i])} on the ${row.label}`;
    const to = places.map((r) => refAt(rows, this.id("thread", r.key), start)).find((ref) => ref !== null);
    this.put("thread", this.link(thread, to ?? null));
    this.keep("state", "reason", "object", "ended by", "nested waits");
    this.neighbours((k) => steps[k].thread === thread && steps[k].state === state);
    this.same = "step";
  }

  ofActivation() {
    const { row, track, i } = this,
      { missed } = track.list[i];
    this.title = `${row.thread.label} responded in ${this.length(this.lane.dur[i])}`;
    this.put("thread", this.thread(row.key, this.start));
    this.keep("execution", "deadline");
    this.neighbours((k) => track.list[k].missed === missed);
    this.same = missed ? "missed deadline" : "activation";
  }

  /** The nearest slices of the track before and after this one that are of the same kind. */
  neighbours(isSame) {
    const look = (by) => {
      for (let k = this.i + by, left = 100000; k >= 0 && k < this.lane.n && left > 0; k += by, left--) {
        if (isSame(k)) {
          return { row: this.row.id, lane: this.n, start: this.lane.start[k] };
        }
      }
      return null;
    };
    this.before = look(-1);
    this.after = look(1);
  }

  /** @returns {Story} */
  tell() {
    const of = {
      thread: () => this.ofThread(),
      cpu: () => this.ofThread(),
      irq: () => this.ofIrq(),
      block: () => this.ofBlock(),
      calls: () => this.ofCall(),
      ipc: () => this.ofMessage(),
      path: () => this.ofPath(),
      activations: () => this.ofActivation(),
    }[this.track.kind];
    if (of) {
      of();
    } else {
      this.title = `${this.row.label}: ${sliceName(this.trace, this.row, this.track, this.i)}`;
      this.neighbours(() => true);
      this.same = "slice";
    }
    this.keep("start");
    if (!this.facts.some(([name]) => name === "ran for")) {
      this.keep("duration");
    }
    this.keep("net time", "cycles");
    const { title, facts, before, after, same } = this;
    return { title, facts, before, after, same };
  }
}

/** The label of a slice of a thread's row. */
function sliceNameOf({ rows, trace }, id, i) {
  const row = rows.all.get(id);
  return sliceName(trace, row, row.tracks[0], i);
}

/**
 * @param {import("./rows.js").Rows} rows @param {object} found a slice as Timeline.find() returns it
 * @returns {Story}
 */
export function story(rows, found) {
  return new Teller(rows, found).tell();
}
