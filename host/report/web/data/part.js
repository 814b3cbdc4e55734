// SPDX-License-Identifier: BSD-2-Clause
// The slices and events of a part of a recording, for pictures. Tables and profiles of a part are the engine's.
import { ROLE } from "./events.js";
import { inParts } from "./tasks.js";
import { RUNS } from "./trace.js";

/** A part of a recording: a range in cycles. */
export class Part {
  /** @param {import("./trace.js").Trace} trace */
  constructor(trace, from = 0, to = Infinity) {
    this.trace = trace;
    this.from = Math.max(0, Math.ceil(from - 1e-3)); // an integer, apart from the rounding of an axis
    this.to = Math.min(to === Infinity ? trace.end : Math.ceil(to - 1e-3), trace.end);
    this.whole = from <= 0 && to >= trace.end;
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

  length(lane, i) {
    return Math.min(lane.end(i), this.to) - this.start(lane, i);
  }

  clipped(lane, i) {
    return lane.start[i] < this.from || lane.end(i) > this.to;
  }

  /** The net time of a thread's run inside the part. */
  run(lane, i) {
    return this.clipped(lane, i) ? runWithin(this.trace, lane, i, this.from, this.to) : lane.net(i);
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

/** The net time of an interrupt inside the part, without nested interrupts. */
function irqNet(part, row, depth, i) {
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
      const key = `${isIrq} ${number}`,
        one = ran.get(key) ?? { irq: isIrq, number, cycles: 0 };
      one.cycles += spent;
      ran.set(key, one);
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

/** Whether events were lost between two times. */
function lossBetween(trace, a, b) {
  return trace.losses.some((l) => l.from < b && l.to > a);
}

/** Messages from send to reply: `done` has those with a reply, `open` the unanswered ones by client and server. */
export async function messages(part, e) {
  const open = new Map(),
    done = [],
    roles = [],
    first = e.from(part.from),
    end = part.whole ? e.n : e.from(part.to);
  let last = part.from;
  part.trace.ids.forEach((m, id) => (roles[id] = m.role));
  const read = (i) => {
    const role = roles[e.id[i]];
    if (!(role >= ROLE.SENT && role <= ROLE.REPLIED) || e.thread[i] === 0) {
      return;
    }
    if (part.trace.losses.length && lossBetween(part.trace, last, e.time[i])) {
      open.clear();
    }
    last = e.time[i];
    const me = e.thread[i],
      other = e.value(i, 0),
      key = role === ROLE.SENT ? `${me} ${other}` : `${other} ${me}`,
      m = open.get(key);
    if (role === ROLE.SENT) {
      open.set(key, { client: me, server: other, sent: e.time[i], received: -1, replied: -1 });
    } else if (role === ROLE.RECEIVED && m) {
      m.received = e.time[i];
    } else if (role === ROLE.REPLIED && m && m.received >= 0) {
      m.replied = e.time[i];
      done.push(m);
      open.delete(key);
    }
  };
  await inParts(end - first, (from, to) => {
    for (let i = from; i < to; i++) {
      read(first + i);
    }
  });
  return { done, open };
}
