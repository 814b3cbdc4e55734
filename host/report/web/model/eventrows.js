// SPDX-License-Identifier: BSD-2-Clause
// What the timeline's rows show of the events: marks, messages, counters, state fields. Found once for the events that
// are open, in short tasks, so that the page isn't blocked.
import { hasOther } from "../data/events.js";
import { messages, Part } from "../data/part.js";
import { inParts } from "../data/tasks.js";
import { Lane } from "../data/trace.js";

/**
 * @typedef {{key: number, label: string, names: string[], lanes?: Lane[], series?: object, more?: object}} Found a row
 * @typedef {Map<number, Uint32Array>} Lists events by thread or CPU
 * @typedef {{own: Lists, derived: Lists, cpus: Lists, messages: Found[], counters: Found[], states: Found[]}} EventRows
 */

/** @param {import("../data/events.js").Events} e @returns {Promise<EventRows>} */
export async function readEventRows(trace, e) {
  return {
    ...(await readMarks(trace, e)),
    messages: await messageRows(trace, e),
    counters: await counterRows(trace, e),
    states: await stateRows(trace, e),
  };
}

/** Call a function for each event. */
function each(e, does) {
  return inParts(e.n, (from, to) => {
    for (let i = from; i < to; i++) {
      does(i);
    }
  });
}

/** The events of each thread and each CPU, and the events of others that refer to a thread. */
async function readMarks(trace, e) {
  const own = new Map(),
    derived = new Map(),
    cpus = new Map(),
    refers = new Map();
  const push = (map, key, i) => {
    let list = map.get(key);
    if (list === undefined) {
      list = [];
      map.set(key, list);
    }
    list.push(i);
  };
  for (const m of trace.ids.values()) {
    refers.set(m.id, hasOther(m));
  }
  await each(e, (i) => {
    push(cpus, e.cpu[i], i);
    if (e.irq[i] === 0 && e.thread[i] !== 0) {
      push(own, e.thread[i], i);
    }
    if (refers.get(e.id[i])) {
      push(derived, e.other(i), i);
    }
  });
  derived.delete(0); // no thread
  const packed = (map) => new Map([...map].map(([key, list]) => [key, Uint32Array.from(list)]));
  return { own: packed(own), derived: packed(derived), cpus: packed(cpus) };
}

async function messageRows(trace, e) {
  const pairs = new Map();
  for (const m of (await messages(new Part(trace), e)).done) {
    const key = m.client * 65536 + m.server;
    if (!pairs.has(key)) {
      pairs.set(key, []);
    }
    pairs.get(key).push(m);
  }
  return [...pairs].map(([key, list]) => {
    const lane = new Lane(list.length);
    list.forEach((m, i) => {
      lane.start[i] = m.sent;
      lane.dur[i] = m.replied - m.sent;
    });
    const label = `${trace.thread(list[0].client)} → ${trace.thread(list[0].server)}`;
    return { key, label, lanes: [lane], names: [label], more: { messages: list } };
  });
}

async function counterRows(trace, e) {
  const series = new Map(),
    counters = new Set([...trace.ids.values()].filter((m) => m.class === "counter").map((m) => m.id));
  await each(e, (i) => {
    if (counters.has(e.id[i])) {
      const s = series.get(e.id[i]) ?? { time: [], value: [], min: 0, max: 0 },
        value = e.value(i, 0);
      s.time.push(e.time[i]);
      s.value.push(value);
      s.min = Math.min(s.min, value);
      s.max = Math.max(s.max, value);
      series.set(e.id[i], s);
    }
  });
  return [...series].map(([id, s]) => ({ key: id, label: trace.ids.get(id).name, series: s, names: [] }));
}

/** A state field lasts until the next event of its kind; a loss ends it. */
async function stateRows(trace, e) {
  const fields = new Map();
  for (const m of trace.ids.values()) {
    if (m.class === "event" && m.role === 0) {
      m.fields.forEach(
        (f, n) => f.format === "enum" && fields.set(m.id, [...(fields.get(m.id) ?? []), { m, f, n, list: [] }]),
      );
    }
  }
  if (fields.size > 0) {
    await each(e, (i) => {
      for (const field of fields.get(e.id[i]) ?? []) {
        field.list.push(e.time[i], e.value(i, field.n));
      }
    });
  }
  return [...fields.values()]
    .flat()
    .filter((field) => field.list.length > 0)
    .map(({ list, m, f, n }) => {
      const slices = [];
      for (let i = 0; i < list.length; i += 2) {
        let end = i + 2 < list.length ? list[i + 2] : trace.detail.eventsTo;
        const loss = trace.losses.find((l) => l.to > list[i] && l.from < end);
        end = loss ? Math.max(loss.from, list[i]) : end;
        slices.push([list[i], end - list[i], list[i + 1]]);
      }
      const lane = new Lane(slices.length),
        most = slices.reduce((a, s) => Math.max(a, s[2]), 0),
        names = Array.from({ length: most + 1 }, (_, v) => f.values[v] ?? String(v));
      slices.forEach(([start, dur, value], i) => {
        lane.start[i] = start;
        lane.dur[i] = dur;
        lane.shape[i] = value;
      });
      return { key: m.id * 64 + n, label: `${m.name}.${f.name}`, lanes: [lane], names };
    });
}
