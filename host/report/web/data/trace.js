// SPDX-License-Identifier: BSD-2-Clause
// A recording: names, and intervals in lanes. Times are cycles since the start of the recording.
import { BadData, Columns } from "./bytes.js";
import { Events } from "./events.js";
import { breathe, inParts } from "./tasks.js";

export const STATES = ["unknown", "runs", "ready", "waits", "ended"];
export const RUNS = 1,
  READY = 2,
  WAITS = 3;
export const KINDS = ["cpu", "irq", "thread", "calls", "block", "irqcalls"];
const WOKEN = 1,
  BY_IRQ = 2,
  CUT = 4,
  BEGUN_BEFORE = 8,
  IN_IRQ = 16,
  NO_NET = 32;
export const FLAG = { WOKEN, BY_IRQ, CUT, BEGUN_BEFORE, IN_IRQ, NO_NET };

/** Slices that don't overlap, in the order of their start times. */
export class Lane {
  constructor(n) {
    this.n = n;
    this.start = new Float64Array(n);
    this.dur = new Float64Array(n);
    /** @type {Float64Array|null} length minus net time; null if they are equal for all slices */
    this.less = null;
    this.shape = new Uint32Array(n);
  }

  net(i) {
    return this.less === null ? this.dur[i] : this.dur[i] - this.less[i];
  }

  end(i) {
    return this.start[i] + this.dur[i];
  }

  /** @returns {number} the first slice that ends after `t` */
  first(t) {
    let low = 0,
      high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start[middle] + this.dur[middle] <= t) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** @returns {number} the first slice that starts at or after `t` */
  from(t) {
    let low = 0,
      high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start[middle] < t) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** @returns {number} the slice at a time, or -1 */
  at(t) {
    const i = this.first(t);
    return i < this.n && this.start[i] <= t ? i : -1;
  }

  /** @param {number[]} list indices @returns {Lane} some of the slices */
  some(list) {
    const lane = new Lane(list.length),
      less = this.less && new Float64Array(list.length);
    list.forEach((i, n) => {
      lane.start[n] = this.start[i];
      lane.dur[n] = this.dur[i];
      lane.shape[n] = this.shape[i];
      if (less) {
        less[n] = this.less[i];
      }
    });
    lane.less = less;
    return lane;
  }
}

/** @typedef {{kind: string, key: number, lanes: Lane[]}} Row */

export class Trace {
  constructor(head, index) {
    this.head = head;
    this.index = index;
    this.hz = head.hz || 1e9;
    this.begin = head.begin;
    this.end = head.end - head.begin;
    this.threads = new Map(
      head.threads.map(([n, name, priority, idle, urgency]) => [n, { name, priority, idle, urgency }]),
    );
    this.lines = new Map(head.lines);
    this.pointers = new Map(head.pointers.map(([a, name, exact]) => [a, { name, exact }]));
    this.functions = new Map(head.functions.map(([a, name, file, line]) => [a, { name, file, line }]));
    this.ids = new Map(head.ids.map((id) => [id.id, id]));
    this.losses = head.losses.map(([cpu, from, to, records]) => ({
      cpu,
      from: from - this.begin,
      to: to - this.begin,
      records,
    }));
    /** @type {Row[]} all rows; their lanes have the slices of the detail */
    this.rows = [];
    this.shapes = null;
    /**
     * What rows that were added show, by kind and name of the thread's row; list is null until it is read.
     * @type {Map<string, {of: object, list: any[]|null}>}
     */
    this.added = new Map();
    /** Groups of CPUs that replace those of the page, or null. @type {string|null} */
    this.topology = null;
    /** Each row's load over the whole recording; null if the detail is the whole recording. */
    this.coarse = null;
    /** The part with slices and events, in cycles. Past `eventsTo` it has slices only. */
    this.detail = { from: 0, to: this.end, eventsTo: this.end, stacks: 0, frames: [] };
    /** The range that the detail was asked for, in ns since the target's start; null: all */
    this.asked = null;
    /**
     * The slices and events of the detail that a filter chooses; null: there is no filter.
     * isOnly: the others aren't drawn
     * @type {{detail: object, lanes: Map<Lane, Lane>, events: Uint8Array, isOnly: boolean}|null}
     */
    this.picked = null;
    /** What rows show of the events, as model/eventrows.js found it. */
    this.found = null;
    /** @type {Promise<Events>|null} */
    this.events = null;
    /** @type {import("../engine/client.js").Recording|null} answers queries */
    this.recording = null;
  }

  /** Whether the slices and events of the start must still be read. */
  get isOverview() {
    return this.asked === null && this.detail.to === 0 && this.end > 0;
  }

  /**
   * What the engine reads to answer about the detail, in ns since the target's start; null: all. Without an end, it
   * would read a long recording to its end.
   */
  get reads() {
    const isStart = this.asked === null && this.coarse !== null && !this.recording.base.range;
    return isStart ? { from: 0, to: this.nsAfter(this.begin + this.detail.to) } : this.asked;
  }

  /** The first ns since the target's start that is after a time in cycles. */
  nsAfter(cycles) {
    return (cycles * 1e9) / this.hz + 1;
  }

  /** Use another part's slices and events. Rows without slices in it stay, with an empty lane. */
  take({ detail, shapes, rows, loadEvents }) {
    const of = new Map(rows.map((r) => [`${r.kind}/${r.key}`, r])),
      known = new Set(this.rows.map((r) => `${r.kind}/${r.key}`));
    this.rows = [
      ...this.rows.map((r) => of.get(`${r.kind}/${r.key}`) ?? { ...r, lanes: [new Lane(0)] }),
      ...rows.filter((r) => !known.has(`${r.kind}/${r.key}`)),
    ];
    Object.assign(this, { detail, shapes, events: null, loaded: undefined, found: null, picked: null });
    this.loadEvents = () => {
      this.events ??= loadEvents();
      return this.events;
    };
  }

  // ---------------------------------------------------------------- names

  /** Add the names of a part. Names that are known already stay: a part may lack those that come after it. */
  addNames(head) {
    const other = new Trace(head, 0),
      isKnown = (value) => (typeof value === "object" ? value?.name : value);
    for (const list of ["threads", "lines", "pointers", "functions", "ids"]) {
      other[list].forEach((value, key) => isKnown(this[list].get(key)) || this[list].set(key, value));
    }
  }

  thread(n) {
    return n === 0 ? "unknown" : this.threads.get(n)?.name || `thread ${n}`;
  }

  irq(line) {
    return this.lines.get(line) || `irq ${line}`;
  }

  pointer(address) {
    return this.pointers.get(address)?.name ?? `0x${address.toString(16).padStart(8, "0")}`;
  }

  func(address) {
    return this.functions.get(address)?.name ?? `0x${address.toString(16).padStart(8, "0")}`;
  }

  isIdle(n) {
    return this.threads.get(n)?.idle ?? false;
  }

  reason(n) {
    return this.head.reasons[n];
  }

  /** @returns {string} the thread or interrupt that woke the thread; "" if unknown */
  waker(shape) {
    const s = this.shapes;
    if ((s.flags[shape] & WOKEN) === 0) {
      return "";
    }
    return s.flags[shape] & BY_IRQ
      ? `irq ${this.lines.get(s.waker[shape]) || s.waker[shape]}`
      : s.waker[shape] !== 0
        ? this.thread(s.waker[shape])
        : "";
  }

  // ---------------------------------------------------------------- times

  /** Convert cycles to ns, rounded as the tool does. */
  ns(cycles) {
    return Math.floor((cycles * 1e9) / this.hz + 1e-6);
  }

  us(cycles) {
    return this.ns(cycles) / 1000;
  }

  /** Convert a time in cycles to ns on the page's axis; fromAxis() is the inverse. */
  toAxis(t) {
    return (((this.begin + t) * 1e9) / this.hz) * this.head.rate + this.head.offset_ns;
  }

  fromAxis(ns) {
    return (((ns - this.head.offset_ns) / this.head.rate) * this.hz) / 1e9 - this.begin;
  }

  /** Convert ns on the page's axis to ns since the target's start. */
  fromAxisNs(ns) {
    return (ns - this.head.offset_ns) / this.head.rate;
  }

  // ---------------------------------------------------------------- rows

  row(kind, key) {
    return this.rows.find((r) => r.kind === kind && r.key === key);
  }

  lane(kind, key) {
    return this.row(kind, key)?.lanes[0];
  }

  /** Whether the slices of a range are known, and with `until` its events. */
  covers(from, to, until = this.detail.to) {
    return this.detail.from <= Math.max(0, from) && until >= Math.min(to, this.end);
  }

  /** The coarse column at a time without detail, or -1. */
  column({ cell, cells }, t) {
    const n = t >= this.detail.from && t < this.detail.to ? -1 : Math.floor(t / cell);
    return n < cells ? n : -1;
  }
}

function readShapes(columns) {
  const n = columns.one();
  const names = ["key", "object", "waker", "state", "reason", "how", "cpu", "depth", "flags"];
  const shapes = { n };
  for (const name of names) {
    shapes[name] = name === "key" || name === "object" || name === "waker" ? new Uint32Array(n) : new Uint8Array(n);
  }
  for (let i = 0; i < n; i++) {
    for (const name of names) {
      shapes[name][i] = columns.one();
    }
  }
  columns.check();
  columns.end();
  return shapes;
}

/**
 * Read a row and divide it into lanes by depth, so that the slices of a lane don't overlap.
 * @param {number} before the time from which the first start counts
 * @param {number} begin the start of the recording
 */
async function readRow(columns, { kind, key, n }, shapes, before, begin) {
  const start = await columns.long("steps", new Float64Array(n), before);
  const dur = await columns.long("numbers", new Float64Array(n));
  const less = await columns.long("signedNumbers", new Float64Array(n));
  const shape = await columns.long("numbers", new Uint32Array(n));
  const lane = new Uint32Array(n);
  const counts = [];
  const ends = [];
  let some = false;
  await inParts(n, (from, to) => {
    for (let i = from; i < to; i++) {
      start[i] -= begin;
      some ||= less[i] !== 0;
      if (shape[i] >= shapes.n) {
        throw new BadData(`section ${kind} has a slice without a shape`);
      }
      let l = kind === "block" ? 0 : shapes.depth[shape[i]];
      if (kind !== "cpu" && kind !== "thread") {
        while (ends[l] > start[i]) {
          // visits that overlap, or a depth that a loss made unreliable
          l++;
        }
      }
      ends[l] = start[i] + dur[i];
      counts[l] = (counts[l] ?? 0) + 1;
      lane[i] = l;
    }
  });
  // A row without slices has one empty lane: it may have coarse columns only.
  const lanes = Array.from(n === 0 ? [0] : counts, (c) => new Lane(c ?? 0));
  if (lanes.length === 1) {
    Object.assign(lanes[0], { start, dur, shape, less: some ? less : null });
  } else {
    const used = lanes.map(() => 0);
    for (const l of lanes) {
      l.less = some ? new Float64Array(l.n) : null;
    }
    await inParts(n, (from, to) => {
      for (let i = from; i < to; i++) {
        const l = lanes[lane[i]],
          at = used[lane[i]]++;
        l.start[at] = start[i];
        l.dur[at] = dur[i];
        l.shape[at] = shape[i];
        if (some) {
          l.less[at] = less[i];
        }
      }
    });
  }
  return { kind, key, lanes };
}

function readCoarse(columns) {
  const rows = new Map(),
    n = columns.one(),
    cells = columns.one();
  for (let i = 0; i < n; i++) {
    const kind = KINDS[columns.one()],
      key = columns.one(),
      cell = columns.one();
    const both = columns.numbers(new Uint16Array(2 * cells));
    rows.set(`${kind}/${key}`, { cell, cells, both });
  }
  columns.end();
  return rows;
}

/**
 * Read the slices of a part of a recording, and prepare to read its events.
 * @param {import("./sections.js").Sections} sections
 * @param {number} index of the part in the sections
 * @param {any} head of the part
 * @returns {Promise<{detail: Trace["detail"], shapes: any, rows: Row[], loadEvents: () => Promise<Events>}>}
 */
async function readDetail(trace, sections, index, head) {
  const after = (time, end) => (time === null ? end : time - trace.begin),
    to = after(head.upto, head.end - trace.begin),
    eventsTo = Math.min(to, after(head.events_upto, to)),
    part = { shapes: readShapes(new Columns(await sections.get(`${index}-shapes`))), rows: [] };
  part.detail = { from: head.begin - trace.begin, to, eventsTo, stacks: head.stacks, frames: head.frames };
  for (const kind of KINDS) {
    const name = `${index}-${kind}`,
      columns = new Columns(await sections.get(name));
    for (const [, key, n] of head.rows.filter((r) => r[0] === kind)) {
      part.rows.push(await readRow(columns, { kind, key, n }, part.shapes, head.begin, trace.begin));
    }
    columns.end();
    sections.drop(name);
  }
  part.loadEvents = () => Events.read(sections, index, trace, head);
  return part;
}

/**
 * Find slices of the detail again in an answer that has some of them.
 * @param {import("./sections.js").Sections} sections the engine's answer
 * @returns {Promise<Map<Lane, Lane>>} for each lane its slices that the answer has
 */
export async function readLanes(trace, sections) {
  const { rows } = await readDetail(trace, sections, 0, await sections.head(0)),
    of = new Map(rows.map((r) => [`${r.kind}/${r.key}`, r.lanes])),
    found = new Map();
  for (const row of trace.rows) {
    const others = of.get(`${row.kind}/${row.key}`) ?? [];
    for (const lane of row.lanes) {
      found.set(lane, lane.some(common(lane, others, trace.detail.to)));
      await breathe();
    }
  }
  return found;
}

/** The slices of a lane that are also in others. Slices may be cut at `end`. @returns {number[]} */
function common(lane, others, end) {
  const isIn = new Uint8Array(lane.n);
  for (const other of others) {
    for (let i = 0, k = 0; i < lane.n && k < other.n; ) {
      const ends = Math.min(lane.end(i), end),
        step = lane.start[i] - other.start[k] || ends - Math.min(other.end(k), end);
      isIn[i] |= step === 0;
      i += step <= 0;
      k += step >= 0;
    }
  }
  const list = [];
  for (let i = 0; i < lane.n; i++) {
    if (isIn[i] !== 0) {
      list.push(i);
    }
  }
  return list;
}

/** Read a recording without its events. @param {import("./sections.js").Sections} sections */
export async function readTrace(sections, index, head) {
  const trace = new Trace(head, index);
  trace.take(await readDetail(trace, sections, index, head));
  if (head.upto !== null || head.events_left_out > 0) {
    trace.coarse = readCoarse(new Columns(await sections.get(`${index}-coarse`)));
  }
  return trace;
}

/**
 * Replace the detail of a recording by that of another part.
 * @param {import("./sections.js").Sections} sections the engine's answer
 * @param {{from: number, to: number}} range what was asked for, in ns since the target's start
 */
export async function readPart(trace, sections, range) {
  const head = await sections.head(0);
  trace.addNames(head);
  const part = await readDetail(trace, sections, 0, head),
    events = await part.loadEvents();
  trace.take({ ...part, loadEvents: async () => events });
  Object.assign(trace, { asked: range, loaded: events });
}
