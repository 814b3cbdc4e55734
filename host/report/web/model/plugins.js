// SPDX-License-Identifier: BSD-2-Clause
// Plug-ins: scripts of the reader's, each in a worker. A plug-in asks for what the engine answers, and adds rows,
// marks and tables. A worker can't reach the page, and the page's content policy, which it inherits, keeps it from
// loading and sending anything. docs/report.md has the calls.
import { chosenEvents } from "../data/events.js";
import { Lane } from "../data/trace.js";

/**
 * @typedef {{name: string, text: string, state: string, tables: PluginTable[]}} Plugin
 * @typedef {{name: string, columns: string[], rows: any[][]}} PluginTable
 * @typedef {{rows: import("./eventrows.js").Found[], marks: {time: number, text: string}[]}} Plugged
 *   what plug-ins added to a recording; times in cycles
 */

/** Runs in the worker before the plug-in: defines `spoor`. It must not use anything of this module. */
function prelude(scope) {
  const waiting = new Map(),
    send = scope.postMessage.bind(scope);
  const ask = (call, args = {}) =>
    new Promise((done, refuse) => {
      const id = waiting.size;
      waiting.set(id, { done, refuse });
      send({ id, call, args });
    });
  scope.onmessage = ({ data: { id, result, wrong } }) => {
    const { done, refuse } = waiting.get(id);
    wrong === undefined ? done(result) : refuse(new Error(wrong));
  };
  scope.spoor = {
    recordings: () => ask("recordings"),
    table: (name, part) => ask("table", { name, ...part }),
    instances: (where, part) => ask("instances", { ...part, where }),
    events: (where, part) => ask("events", { ...part, where }),
    addRow: (name, slices, part) => ask("row", { name, slices, ...part }),
    addMarks: (marks, part) => ask("marks", { marks, ...part }),
    addTable: (name, columns, rows) => ask("addTable", { name, columns, rows }),
  };
}

/** The script of a worker. A plug-in may use await. */
function scriptOf(text) {
  return (
    `(${prelude})(self);(async () => {${text}\n})()` +
    ".then(() => postMessage({ end: true }), (e) => postMessage({ end: true, wrong: String(e?.message ?? e) }));"
  );
}

function cyclesOf(trace, ns) {
  if (!Number.isFinite(ns)) {
    throw new Error("a time must be a number of ns since the target's start");
  }
  return Math.round((ns * trace.hz) / 1e9) - trace.begin;
}

/** Slices as lanes: those that overlap others are in further lanes. */
function lanesOf(trace, slices, names) {
  const parts = [],
    sorted = slices
      .map(({ from, to, name = "" }) => ({
        start: cyclesOf(trace, from),
        end: cyclesOf(trace, to),
        name: String(name),
      }))
      .sort((a, b) => a.start - b.start);
  for (const one of sorted) {
    if (one.end < one.start) {
      throw new Error("a slice must end after its start");
    }
    const free = parts.find((p) => p.at(-1).end <= one.start);
    free ? free.push(one) : parts.push([one]);
  }
  return parts.map((part) => {
    const lane = new Lane(part.length);
    part.forEach((one, i) => {
      lane.start[i] = one.start;
      lane.dur[i] = one.end - one.start;
      lane.shape[i] = names.indexOf(one.name);
    });
    return lane;
  });
}

/** What a plug-in may call: the recording, the arguments, the plug-in. */
const CALLS = {
  table: (trace, { name, range = null, where = null, thread = null }) =>
    trace.recording.table(name, range, where, thread),
  async instances(trace, { where, range = null }) {
    const all = await trace.recording.instances(where, range),
      rows = [];
    for (let i = 0; i < all.n; i++) {
      const [kind, name] = [all.texts[all.kind[i]], all.texts[all.name[i]]];
      rows.push({ kind, name, from: all.start[i], to: all.start[i] + all.wall[i], net: all.net[i] });
    }
    return rows;
  },
  async events(trace, { where }) {
    const e = trace.loaded;
    return (await chosenEvents(trace, where ?? "time>=0")).map((i) => ({
      time: trace.ns(trace.begin + e.time[i]),
      name: e.name(i),
      context: e.context(i),
      cpu: e.cpu[i],
      fields: Object.fromEntries(e.fields(i)),
    }));
  },
  row(trace, { name, slices }) {
    const names = [...new Set(slices.map((s) => String(s.name ?? "")))],
      { rows } = trace.plugged;
    rows.push({ key: rows.length, label: String(name), names, lanes: lanesOf(trace, slices, names) });
  },
  marks(trace, { marks }) {
    trace.plugged.marks.push(...marks.map(({ at, text }) => ({ time: cyclesOf(trace, at), text: String(text) })));
  },
  addTable(_, { name, columns, rows }, plugin) {
    const isPlain = (v) => v === null || ["string", "number"].includes(typeof v);
    if (!rows.every((row) => row.length === columns.length && row.every(isPlain))) {
      throw new Error("each row of a table has a text, a number or null for each column");
    }
    plugin.tables.push({ name: String(name), columns: columns.map(String), rows });
  },
};

export class Plugins {
  /**
   * @param {{name: string, text: string}[]} given @param {import("./recordings.js").Recordings} data
   * @param {() => void} renew called after a plug-in has ended
   */
  constructor(given, data, renew) {
    this.data = data;
    this.renew = renew;
    /** @type {Plugin[]} */
    this.list = given.map(({ name, text }) => ({ name, text, state: "", tables: [] }));
  }

  /** Run all of them, in order, so that their rows have the same order each time. */
  async run() {
    const run = {};
    this.current = run;
    for (const trace of this.data.traces) {
      trace.plugged = { rows: [], marks: [] };
    }
    for (const plugin of this.list) {
      Object.assign(plugin, { state: "running", tables: [] });
      const wrong = await this.runOne(plugin);
      if (this.current !== run) {
        return;
      }
      plugin.state = wrong ? `failed: ${wrong}` : "done";
      this.renew();
    }
  }

  /** @returns {Promise<string>} why it failed; "": it didn't */
  runOne(plugin) {
    const url = URL.createObjectURL(new Blob([scriptOf(plugin.text)], { type: "text/javascript" })),
      worker = new Worker(url);
    return new Promise((done) => {
      worker.onerror = (e) => done(e.message || "the script can't be started");
      worker.onmessage = ({ data }) => (data.end ? done(data.wrong ?? "") : this.answer(worker, plugin, data));
    }).finally(() => {
      worker.terminate();
      URL.revokeObjectURL(url);
    });
  }

  async answer(worker, plugin, { id, call, args }) {
    const { traces } = this.data;
    try {
      if (call === "recordings") {
        const one = ({ head, hz, begin, end }) => ({ file: head.file, cpus: head.cpus, hz, begin, end });
        worker.postMessage({
          id,
          result: traces.map((t) => ({ ...one(t), begin: t.ns(t.begin), end: t.ns(t.begin + t.end) })),
        });
        return;
      }
      const trace = traces[args.recording ?? 0];
      if (!trace) {
        throw new Error(`there is no recording ${args.recording}`);
      }
      worker.postMessage({ id, result: await CALLS[call](trace, args, plugin) });
    } catch (e) {
      worker.postMessage({ id, wrong: e.message });
    }
  }
}
