// SPDX-License-Identifier: BSD-2-Clause
// Compute the tables of `spoor stats KIND --range`, with the same rows and columns, for a part of a recording.
import { ROLE } from "./events.js";
// biome-ignore lint/suspicious/noImportCycles: only functions refer to each other, nothing runs at import
import { profileOf } from "./profile.js";
import { Spread } from "./spread.js";
import { FLAG, READY, RUNS, WAITS } from "./trace.js";

/** A part of a recording: a range in cycles, and rows such as "cpu/0" or "thread/5" (null: all rows). */
export class Part {
  /**
   * @param {import("./trace.js").Trace} trace @param {Set<string>|null} rows
   * @param {number} held cycle up to which the page has the data; the part ends there at the latest
   */
  constructor(trace, from = 0, to = Infinity, rows = null, held = trace.full) {
    this.trace = trace;
    this.from = Math.max(0, Math.ceil(from - 1e-3)); // an integer, apart from the rounding of an axis
    this.to = Math.min(to === Infinity ? trace.end : Math.ceil(to - 1e-3), trace.end, held);
    this.whole = from <= 0 && to >= trace.end && held >= trace.end;
    this.rows = rows;
    this.threads =
      rows &&
      new Set(
        [...rows]
          .map((r) => r.split("/"))
          .filter(([k]) => k === "thread" || k === "calls")
          .map(([, n]) => Number(n)),
      );
    this.cpus =
      rows &&
      new Set(
        [...rows]
          .map((r) => r.split("/"))
          .filter(([k]) => k === "cpu" || k === "irq")
          .map(([, n]) => Number(n)),
      );
    this.blocks =
      rows &&
      new Set(
        [...rows]
          .map((r) => r.split("/"))
          .filter(([k]) => k === "block")
          .map(([, n]) => Number(n)),
      );
  }

  /** If no row of a kind is selected, all rows of that kind are included. */
  chosen(set, key) {
    return set === null || set.size === 0 || set.has(key);
  }

  get span() {
    return this.to - this.from;
  }

  /** Call `take` for each slice of a lane that overlaps the part. */
  each(lane, take) {
    for (let i = lane.first(this.from - 0.5); i < lane.n && (lane.start[i] < this.to || this.whole); i++) {
      take(i);
    }
  }

  start(lane, i) {
    return Math.max(lane.start[i], this.from);
  }

  begunBefore(lane, i) {
    return lane.start[i] < this.from || (this.trace.shapes.flags[lane.shape[i]] & FLAG.BEGUN_BEFORE) !== 0;
  }

  isCut(lane, i) {
    return lane.end(i) > this.to || (this.trace.shapes.flags[lane.shape[i]] & FLAG.CUT) !== 0;
  }

  /** Whether a slice extends beyond the part, or reaches the end of full detail in the page. */
  clipped(lane, i) {
    const { full, end } = this.trace;
    return lane.start[i] < this.from || lane.end(i) > this.to || (full < end && lane.end(i) >= full);
  }

  length(lane, i) {
    return Math.min(lane.end(i), this.to) - this.start(lane, i);
  }

  /** The net time of a thread's run inside the part. */
  run(lane, i) {
    if (!this.clipped(lane, i)) {
      return lane.net(i);
    }
    return runWithin(this.trace, lane, i, this.from, this.to);
  }
}

/** The cycles of a run between two times, minus the interrupts in them. */
function runWithin(trace, lane, i, from, to) {
  const a = Math.max(lane.start[i], from),
    b = Math.min(lane.end(i), to);
  let net = Math.max(0, b - a);
  const irqs = trace.lane("irq", trace.shapes.cpu[lane.shape[i]]);
  for (let k = irqs ? irqs.first(a) : 0; irqs && k < irqs.n && irqs.start[k] < b; k++) {
    net -= Math.min(irqs.end(k), b) - Math.max(irqs.start[k], a);
  }
  return Math.max(0, Math.min(net, lane.net(i)));
}

/** The cycles that a thread ran between two times, not counting interrupts. */
export function ranWithin(trace, thread, from, to) {
  const lane = trace.lane("thread", thread);
  let sum = 0;
  for (let i = lane ? lane.first(from) : 0; lane && i < lane.n && lane.start[i] < to; i++) {
    if (trace.shapes.state[lane.shape[i]] === RUNS) {
      sum += lane.start[i] >= from && lane.end(i) <= to ? lane.net(i) : runWithin(trace, lane, i, from, to);
    }
  }
  return sum;
}

/** The net time of an interrupt inside the part, without nested interrupts. */
export function irqNet(part, row, depth, i) {
  const lane = row.lanes[depth];
  if (!part.clipped(lane, i)) {
    return lane.net(i);
  }
  const a = part.start(lane, i),
    b = Math.min(lane.end(i), part.to),
    inner = row.lanes[depth + 1];
  let net = b - a;
  for (let k = inner ? inner.first(a) : 0; inner && k < inner.n && inner.start[k] < b; k++) {
    net -= Math.min(inner.end(k), b) - Math.max(inner.start[k], a);
  }
  return net;
}

function group(map, key, make) {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

// ------------------------------------------------------------------ cells

class Cells {
  constructor(part) {
    this.trace = part.trace;
    this.part = part;
  }

  us(cycles) {
    return this.trace.us(cycles);
  }

  average(s) {
    return s.averageUs(this.trace.hz);
  }

  time(cycles) {
    return this.trace.ns(cycles + this.trace.begin) / 1e9;
  }

  ratio(part, of) {
    return of === 0 ? null : (100 * part) / of;
  }
}

// ------------------------------------------------------------------ threads and CPUs

function threadRows(part) {
  return part.trace.rows.filter((r) => r.kind === "thread" && part.chosen(part.threads, r.key));
}

export function threads(part) {
  const { trace } = part,
    s = trace.shapes,
    c = new Cells(part),
    rows = [];
  for (const row of threadRows(part)) {
    const lane = row.lanes[0],
      delay = new Spread(),
      burst = new Spread();
    let run = 0,
      wait = 0,
      ready = 0,
      runs = 0,
      preempted = 0,
      migrations = 0,
      cpu = -1,
      some = false;
    part.each(lane, (i) => {
      const shape = lane.shape[i];
      some = true;
      if (s.state[shape] === RUNS) {
        const net = part.run(lane, i);
        run += net;
        runs++;
        migrations += cpu >= 0 && cpu !== s.cpu[shape];
        cpu = s.cpu[shape];
        burst.add(net, lane.start[i]);
      } else if (s.state[shape] === READY) {
        ready += part.length(lane, i);
        preempted += s.reason[shape] === 0 && !part.begunBefore(lane, i);
        if ((s.flags[shape] & FLAG.WOKEN) !== 0 && !part.begunBefore(lane, i) && !part.isCut(lane, i)) {
          delay.add(lane.dur[i], lane.start[i]);
        }
      } else if (s.state[shape] === WAITS) {
        wait += part.length(lane, i);
      }
    });
    if (some) {
      const d = delay.count !== 0;
      rows.push([
        trace.thread(row.key),
        runs,
        c.us(run),
        c.ratio(run, part.span),
        c.us(burst.max),
        c.us(wait),
        c.us(ready),
        d ? c.average(delay) : null,
        d ? c.us(delay.max) : null,
        d ? c.time(delay.maxAt) : null,
        preempted,
        migrations,
      ]);
    }
  }
  return rows.sort((a, b) => b[2] - a[2]);
}

export function load(part) {
  const { trace } = part,
    s = trace.shapes,
    c = new Cells(part),
    rows = [];
  for (let cpu = 0; cpu < trace.head.cpus; cpu++) {
    if (!part.chosen(part.cpus, cpu)) {
      continue;
    }
    const shares = new Map();
    const add = (key, cycles) => shares.set(key, (shares.get(key) ?? 0) + cycles);
    const lane = trace.lane("cpu", cpu);
    if (lane) {
      part.each(lane, (i) => add(s.key[lane.shape[i]], part.run(lane, i)));
    }
    const irqs = trace.row("irq", cpu);
    irqs?.lanes.forEach((l, depth) => part.each(l, (i) => add(-1 - s.key[l.shape[i]], irqNet(part, irqs, depth, i))));
    const sum = [...shares.values()].reduce((a, b) => a + b, 0);
    if (sum < part.span) {
      shares.set("unknown", part.span - sum);
    }
    for (const [key, cycles] of [...shares].sort((a, b) => b[1] - a[1])) {
      rows.push([
        c.time(part.from),
        cpu,
        key === "unknown" ? key : key < 0 ? "irq" : "thread",
        key === "unknown" ? null : key < 0 ? trace.irq(-1 - key) : trace.thread(key),
        c.us(cycles),
        c.ratio(cycles, part.span),
      ]);
    }
  }
  return rows;
}

/**
 * Find the thread or interrupt that ran for most of a delay, or whether the CPU was idle, as analysis/latency.c does.
 * If several ran equally long, an interrupt precedes a thread, and a smaller number a larger one.
 * @returns {[string, number, number]|null} name, cycles, share of the delay; null if most of the delay is unknown
 */
export function culprit(trace, thread, from, to) {
  const lane = trace.lane("thread", thread),
    s = trace.shapes;
  let next = lane.first(to - 0.5);
  while (next < lane.n && s.state[lane.shape[next]] !== RUNS) {
    next++;
  }
  if (next >= lane.n) {
    return null;
  }
  const cpu = s.cpu[lane.shape[next]],
    ran = new Map(),
    part = new Part(trace, from, to);
  const add = (isIrq, number, spent) => {
    if (spent > 0) {
      group(ran, `${isIrq} ${number}`, () => ({ irq: isIrq, number, cycles: 0 })).cycles += spent;
    }
  };
  const runs = trace.lane("cpu", cpu),
    irqs = trace.row("irq", cpu);
  part.each(runs, (i) => {
    const key = s.key[runs.shape[i]];
    add(0, key, part.run(runs, i));
  });
  irqs?.lanes.forEach((l, depth) => part.each(l, (i) => add(1, s.key[l.shape[i]], irqNet(part, irqs, depth, i))));
  const all = [...ran.values()].sort((a, b) => b.cycles - a.cycles || b.irq - a.irq || a.number - b.number),
    by = all[0];
  const unknown = to - from - all.reduce((sum, r) => sum + r.cycles, 0);
  if (!by || unknown > by.cycles) {
    return null;
  }
  const name = by.irq ? trace.irq(by.number) : trace.isIdle(by.number) ? "no CPU ran it" : trace.thread(by.number);
  return [name, by.cycles, by.cycles / (to - from)];
}

/** All delays in the part from a wake-up until the thread runs. @returns {Map<number, Spread>} by thread */
export function delays(part, take = null) {
  const s = part.trace.shapes,
    map = new Map();
  for (const row of threadRows(part)) {
    const lane = row.lanes[0];
    part.each(lane, (i) => {
      const shape = lane.shape[i];
      if (
        s.state[shape] === READY &&
        (s.flags[shape] & FLAG.WOKEN) !== 0 &&
        !part.begunBefore(lane, i) &&
        !part.isCut(lane, i)
      ) {
        group(map, row.key, () => new Spread()).add(lane.dur[i], lane.start[i], i);
        take?.(row, lane, i);
      }
    });
  }
  return map;
}

export function latency(part) {
  const { trace } = part,
    c = new Cells(part),
    rows = [];
  for (const [thread, d] of delays(part)) {
    const lane = trace.lane("thread", thread),
      i = d.maxIndex;
    const by = culprit(trace, thread, lane.start[i], lane.end(i));
    rows.push([
      trace.thread(thread),
      d.count,
      c.us(d.min),
      c.average(d),
      c.us(d.percentile(500)),
      c.us(d.percentile(900)),
      c.us(d.percentile(990)),
      c.us(d.max),
      c.time(d.maxAt),
      trace.waker(lane.shape[i]) || null,
      by ? by[0] : null,
      by ? c.us(by[1]) : null,
      by ? c.ratio(by[1], d.max) : null,
    ]);
  }
  return rows.sort((a, b) => b[7] - a[7]);
}

export function waits(part) {
  const { trace } = part,
    s = trace.shapes,
    c = new Cells(part),
    map = new Map();
  for (const row of threadRows(part)) {
    const lane = row.lanes[0];
    part.each(lane, (i) => {
      const shape = lane.shape[i];
      if (s.state[shape] !== WAITS || part.begunBefore(lane, i) || part.isCut(lane, i)) {
        return;
      }
      const w = group(map, `${s.reason[shape]} ${s.object[shape]} ${row.key}`, () => ({
        wait: new Spread(),
        timeouts: 0,
        shape,
        thread: row.key,
        lane,
      }));
      w.timeouts += (s.flags[shape] & FLAG.WOKEN) !== 0 && s.how[shape] === 1;
      w.wait.add(lane.dur[i], lane.start[i], i);
    });
  }
  const rows = [];
  for (const w of map.values()) {
    const d = w.wait;
    rows.push([
      s.object[w.shape] ? trace.pointer(s.object[w.shape]) : null,
      trace.reason(s.reason[w.shape]),
      trace.thread(w.thread),
      d.count,
      w.timeouts,
      c.us(d.sum),
      c.average(d),
      c.us(d.percentile(990)),
      c.us(d.max),
      c.time(d.maxAt),
      trace.waker(w.lane.shape[d.maxIndex]) || null,
    ]);
  }
  return rows.sort((a, b) => b[5] - a[5]);
}

export function irq(part) {
  const { trace } = part,
    s = trace.shapes,
    c = new Cells(part),
    map = new Map();
  for (const row of trace.rows.filter((r) => r.kind === "irq" && part.chosen(part.cpus, r.key))) {
    row.lanes.forEach((lane, depth) =>
      part.each(lane, (i) => {
        if (part.begunBefore(lane, i) || part.isCut(lane, i)) {
          return;
        }
        const line = s.key[lane.shape[i]];
        const r = group(map, line * 256 + row.key, () => ({
          line,
          cpu: row.key,
          net: new Spread(),
          woke: new Spread(),
          nesting: 0,
          first: Infinity,
          last: 0,
        }));
        r.first = Math.min(r.first, lane.start[i]);
        r.last = Math.max(r.last, lane.start[i]);
        r.nesting = Math.max(r.nesting, s.depth[lane.shape[i]] + 1);
        r.net.add(irqNet(part, row, depth, i), lane.start[i]);
      }),
    );
  }
  delays(new Part(trace, part.from, part.to), (_, lane, i) => {
    const shape = lane.shape[i];
    if (s.flags[shape] & FLAG.BY_IRQ) {
      map.get(s.waker[shape] * 256 + s.cpu[shape])?.woke.add(lane.dur[i], lane.start[i]);
    }
  });
  const rows = [];
  for (const r of map.values()) {
    const d = r.net;
    rows.push([
      trace.irq(r.line),
      r.line,
      r.cpu,
      d.count,
      r.last > r.first ? ((d.count - 1) * trace.hz) / (r.last - r.first) : null,
      c.us(d.sum),
      c.ratio(d.sum, part.span),
      c.us(d.min),
      c.average(d),
      c.us(d.percentile(990)),
      c.us(d.max),
      c.time(d.maxAt),
      r.nesting,
      r.woke.count,
      r.woke.count ? c.us(r.woke.max) : null,
    ]);
  }
  return rows.sort((a, b) => b[5] - a[5]);
}

// ------------------------------------------------------------------ blocks, functions

/** Call `take` for each visit to a block that ended in the part. */
export function eachVisit(part, take) {
  const { trace } = part,
    s = trace.shapes;
  for (const row of trace.rows.filter((r) => r.kind === "block" && part.chosen(part.blocks, r.key))) {
    const isRange = trace.ids.get(row.key)?.class === "range";
    for (const lane of row.lanes) {
      part.each(lane, (i) => {
        const end = lane.end(i),
          before = part.begunBefore(lane, i);
        if (
          end < part.from ||
          (end >= part.to && !part.whole) ||
          (isRange && before) ||
          !chosenContext(part, s, lane.shape[i])
        ) {
          return;
        }
        take(row, lane, i, (s.flags[lane.shape[i]] & FLAG.NO_NET) === 0 && !(before && !part.whole));
      });
    }
  }
}

function chosenContext(part, s, shape) {
  return (
    part.threads === null ||
    part.threads.size === 0 ||
    ((s.flags[shape] & FLAG.IN_IRQ) === 0 && part.threads.has(s.key[shape]))
  );
}

export function blocks(part) {
  const { trace } = part,
    c = new Cells(part),
    map = new Map();
  eachVisit(part, (row, lane, i, hasNet) => {
    const b = group(map, row.key, () => ({ wall: new Spread(), net: new Spread() }));
    b.wall.add(lane.dur[i], lane.start[i]);
    if (hasNet) {
      b.net.add(lane.net(i), lane.start[i]);
    }
  });
  const rows = [];
  for (const [key, { wall: d, net }] of map) {
    const id = trace.ids.get(key),
      n = net.count !== 0;
    rows.push([
      id.name,
      id.class === "range" ? "range" : "block",
      d.count,
      c.us(d.sum),
      c.us(d.min),
      c.average(d),
      c.us(d.percentile(500)),
      c.us(d.percentile(990)),
      c.us(d.max),
      c.time(d.maxAt),
      net.count,
      n ? c.us(net.sum) : null,
      n ? c.average(net) : null,
      n ? c.us(net.max) : null,
      id.place,
    ]);
  }
  return rows.sort((a, b) => b[3] - a[3]);
}

/** Call `take` for each call with its net time and the net time of its callees. */
export function eachCall(part, take) {
  const { trace } = part,
    s = trace.shapes;
  for (const row of trace.rows.filter(
    (r) => (r.kind === "calls" && part.chosen(part.threads, r.key)) || (r.kind === "irqcalls" && part.threads === null),
  )) {
    // Open calls by context. A call is reported after its callees, so that their times are summed up.
    const open = new Map();
    const finish = (stack, depth) => {
      while (stack.length > depth) {
        const call = stack.pop();
        take(row, call, stack);
        if (stack.length > 0) {
          stack[stack.length - 1].children += call.net;
        }
      }
    };
    const order = mergeLanes(row.lanes, part);
    for (const [lane, i] of order) {
      const shape = lane.shape[i],
        context = row.kind === "calls" ? 0 : s.object[shape];
      const stack = group(open, context, () => []),
        clipped = part.clipped(lane, i);
      finish(stack, s.depth[shape]);
      while (stack.length > 0 && stack[stack.length - 1].end < lane.end(i)) {
        finish(stack, stack.length - 1);
      }
      const net =
        clipped && row.kind === "calls"
          ? ranWithin(trace, row.key, part.start(lane, i), Math.min(lane.end(i), part.to))
          : lane.net(i);
      stack.push({
        lane,
        i,
        function: s.key[shape],
        net,
        children: 0,
        end: lane.end(i),
        whole: !part.begunBefore(lane, i) && !part.isCut(lane, i),
        context,
      });
    }
    for (const stack of open.values()) {
      finish(stack, 0);
    }
  }
}

/** The slices of several lanes in the order of their start times; the outer lane first if two start together. */
function* mergeLanes(lanes, part) {
  const at = lanes.map((l) => l.first(part.from - 0.5));
  for (;;) {
    let best = -1;
    for (let l = 0; l < lanes.length; l++) {
      if (at[l] < lanes[l].n && (best < 0 || lanes[l].start[at[l]] < lanes[best].start[at[best]])) {
        best = l;
      }
    }
    if (best < 0 || (lanes[best].start[at[best]] >= part.to && !part.whole)) {
      return;
    }
    yield [lanes[best], at[best]++];
  }
}

export function functions(part) {
  const { trace } = part,
    c = new Cells(part),
    map = new Map();
  let all = 0;
  eachCall(part, (_, call) => {
    const f = group(map, call.function, () => ({ whole: new Spread(), count: 0, net: 0, self: 0 })),
      self = Math.max(0, call.net - call.children);
    if (call.whole) {
      f.whole.add(call.net, call.lane.start[call.i]);
    }
    f.count++;
    f.net += call.net;
    f.self += self;
    all += self;
  });
  const rows = [];
  for (const [address, { whole: d, count, net, self }] of map) {
    rows.push([
      trace.func(address),
      count,
      c.us(self),
      c.ratio(self, all),
      c.us(net),
      ...(d.count === 0
        ? [null, null, null, null, null]
        : [c.us(d.min), c.average(d), c.us(d.percentile(990)), c.us(d.max), c.time(d.maxAt)]),
    ]);
  }
  return rows.sort((a, b) => b[2] - a[2]);
}

export function calls(part) {
  return profileOf(part).arcRows();
}

export function calltree(part) {
  return profileOf(part).treeRows();
}

// ------------------------------------------------------------------ from events

/** @param {import("./events.js").Events} e */
function eachEvent(part, e, take) {
  const end = part.whole ? e.n : e.from(part.to);
  for (let i = e.from(part.from); i < end; i++) {
    if (
      (part.threads === null || part.threads.size === 0 || part.threads.has(e.thread[i])) &&
      part.chosen(part.cpus, e.cpu[i])
    ) {
      take(i);
    }
  }
}

export function points(part, e) {
  const { trace } = part,
    c = new Cells(part),
    map = new Map();
  eachEvent(part, e, (i) => {
    if (e.meaning(i).class === "point") {
      const p = group(map, e.id[i], () => ({ count: 0, last: 0, gap: new Spread() }));
      if (p.count++ !== 0 && !lossBetween(trace, p.last, e.time[i])) {
        p.gap.add(e.time[i] - p.last, p.last);
      }
      p.last = e.time[i];
    }
  });
  const rows = [];
  for (const [id, { count, gap: d }] of map) {
    const some = d.count !== 0 && d.sum !== 0;
    rows.push([
      trace.ids.get(id).name,
      count,
      ...(some
        ? [(d.count * trace.hz) / d.sum, c.us(d.min), c.average(d), c.us(d.max), c.time(d.maxAt)]
        : [null, null, null, null, null]),
      trace.ids.get(id).place,
    ]);
  }
  return rows.sort((a, b) => b[1] - a[1]);
}

/** Whether events were lost between two times. */
function lossBetween(trace, a, b) {
  return trace.losses.some((l) => l.from < b && l.to > a);
}

export function states(part, e) {
  const { trace } = part,
    c = new Cells(part),
    machines = new Map(),
    dwells = new Map();
  eachEvent(part, e, (i) => {
    const m = e.meaning(i);
    if (m.class !== "event" || m.role !== 0) {
      return;
    }
    m.fields.forEach((f, n) => {
      if (f.format !== "enum") {
        return;
      }
      const key = `${m.id} ${n}`,
        before = machines.get(key),
        value = e.value(i, n);
      if (before && !lossBetween(trace, before.since, e.time[i])) {
        group(dwells, `${key} ${before.value}`, () => ({ m, f, value: before.value, d: new Spread() })).d.add(
          e.time[i] - before.since,
          before.since,
        );
      }
      machines.set(key, { value, since: e.time[i] });
    });
  });
  return [...dwells.values()].map(({ m, f, value, d }) => [
    m.name,
    f.name,
    f.values[value] ?? String(value),
    d.count,
    c.us(d.sum),
    c.ratio(d.sum, part.span),
    c.us(d.min),
    c.average(d),
    c.us(d.max),
    c.time(d.maxAt),
  ]);
}

/** Messages from send to reply: `done` has those with a reply, `open` the unanswered ones by client and server. */
export function messages(part, e, unmatched = null) {
  const open = new Map(),
    done = [];
  const lose = (m) => unmatched?.set(m, (unmatched.get(m) ?? 0) + 1);
  let last = part.from;
  eachEvent(part, e, (i) => {
    const role = e.meaning(i).role;
    if (role < ROLE.SENT || role > ROLE.REPLIED || e.thread[i] === 0) {
      return;
    }
    if (part.trace.losses.length && lossBetween(part.trace, last, e.time[i])) {
      for (const unanswered of open.keys()) {
        lose(unanswered);
      }
      open.clear();
    }
    last = e.time[i];
    const me = e.thread[i],
      other = e.value(i, 0),
      key = role === ROLE.SENT ? `${me} ${other}` : `${other} ${me}`,
      m = open.get(key);
    if (role === ROLE.SENT) {
      if (m) {
        lose(key);
      }
      open.set(key, { client: me, server: other, sent: e.time[i], received: -1, replied: -1 });
    } else if (role === ROLE.RECEIVED && m) {
      m.received = e.time[i];
    } else if (role === ROLE.REPLIED && m && m.received >= 0) {
      m.replied = e.time[i];
      done.push(m);
      open.delete(key);
    } else {
      lose(key);
    }
  });
  return { done, open };
}

export function ipc(part, e) {
  const { trace } = part,
    c = new Cells(part),
    unmatched = new Map(),
    map = new Map();
  const row = (client, server) =>
    group(map, `${client} ${server}`, () => ({
      client,
      server,
      queued: new Spread(),
      served: new Spread(),
      whole: new Spread(),
      open: 0,
    }));
  const { done, open } = messages(part, e, unmatched);
  for (const m of done) {
    const r = row(m.client, m.server);
    r.queued.add(m.received - m.sent, m.sent);
    r.served.add(m.replied - m.received, m.received);
    r.whole.add(m.replied - m.sent, m.sent);
  }
  for (const key of unmatched.keys()) {
    row(...key.split(" ").map(Number));
  }
  open.forEach((m) => {
    const r = row(m.client, m.server);
    r.open = 1;
    if (m.received >= 0) {
      r.queued.add(m.received - m.sent, m.sent);
    }
  });
  return [...map.values()].map((r) => {
    const d = r.whole,
      some = d.count !== 0;
    return [
      trace.thread(r.client),
      trace.thread(r.server),
      d.count,
      unmatched.get(`${r.client} ${r.server}`) ?? 0,
      r.open,
      ...(some
        ? [
            c.average(r.queued),
            c.average(r.served),
            c.us(d.percentile(500)),
            c.us(d.percentile(990)),
            c.us(d.max),
            c.time(d.maxAt),
          ]
        : [null, null, null, null, null, null]),
    ];
  });
}

/** Tables by name. */
export const TABLES = { load, latency, waits, threads, irq, blocks, functions, calls, calltree, points, states, ipc };
/** Names of the columns that TABLES compute. A page's table may have fewer, and in another order. */
export const COLUMNS = {
  load: ["time_s", "cpu", "kind", "name", "run_us", "share_percent"],
  latency: [
    "thread",
    "count",
    "min_us",
    "avg_us",
    "p50_us",
    "p90_us",
    "p99_us",
    "max_us",
    "max_at_s",
    "woken_by",
    "delayed_by",
    "delayed_us",
    "delayed_percent",
  ],
  waits: [
    "object",
    "reason",
    "thread",
    "count",
    "timeouts",
    "total_us",
    "avg_us",
    "p99_us",
    "max_us",
    "max_at_s",
    "ended_by",
  ],
  threads: [
    "thread",
    "runs",
    "run_us",
    "share_percent",
    "longest_us",
    "wait_us",
    "ready_us",
    "delay_avg_us",
    "delay_max_us",
    "delay_max_at_s",
    "preempted",
    "migrations",
  ],
  irq: [
    "irq",
    "line",
    "cpu",
    "count",
    "rate_hz",
    "run_us",
    "share_percent",
    "min_us",
    "avg_us",
    "p99_us",
    "max_us",
    "max_at_s",
    "nesting",
    "woke",
    "woke_max_us",
  ],
  blocks: [
    "name",
    "kind",
    "count",
    "total_us",
    "min_us",
    "avg_us",
    "p50_us",
    "p99_us",
    "max_us",
    "max_at_s",
    "net_count",
    "net_total_us",
    "net_avg_us",
    "net_max_us",
    "place",
  ],
  functions: [
    "function",
    "count",
    "self_us",
    "self_percent",
    "total_us",
    "min_us",
    "avg_us",
    "p99_us",
    "max_us",
    "max_at_s",
  ],
  calls: ["caller", "callee", "calls", "total_us", "caller_percent", "callee_percent"],
  calltree: ["depth", "function", "calls", "self_us", "total_us", "total_percent"],
  points: ["name", "count", "rate_hz", "gap_min_us", "gap_avg_us", "gap_max_us", "gap_max_at_s", "place"],
  states: ["event", "field", "state", "count", "total_us", "share_percent", "min_us", "avg_us", "max_us", "max_at_s"],
  ipc: [
    "client",
    "server",
    "count",
    "unmatched",
    "open",
    "queue_avg_us",
    "serve_avg_us",
    "p50_us",
    "p99_us",
    "max_us",
    "max_at_s",
  ],
};
/** Tables that are computed from events. */
export const FROM_EVENTS = new Set(["points", "states", "ipc"]);
