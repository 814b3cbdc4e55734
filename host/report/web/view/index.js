// SPDX-License-Identifier: BSD-2-Clause
// Everything with a name that the search finds, each with what choosing it shows.
import { FUNCTION } from "../data/profile.js";
import { WAITS } from "../data/trace.js";
import { addedCommands } from "../model/added.js";
import { time } from "../model/format.js";

/** @typedef {import("../model/search.js").Entry} Entry */

/** Quote a value for the event filter. */
function quoted(text) {
  return /^[\w.\-:/\u0080-\uffff]+$/.test(text) ? text : text.includes('"') ? `'${text}'` : `"${text}"`;
}

export class Index {
  constructor({ store, data, sections, timeline }) {
    Object.assign(this, { store, data, sections, timeline });
  }

  /** @returns {Entry[]} */
  entries() {
    const list = [],
      seen = new Set();
    this.add = (kind, name, does) => {
      const key = `${kind}\n${name}`;
      if (name && !seen.has(key)) {
        seen.add(key);
        list.push({ kind, name, does });
      }
    };
    this.marks();
    if (this.timeline) {
      this.rows();
      this.data.traces.forEach((trace) => this.recorded(trace));
    }
    this.functions();
    this.tables();
    return list;
  }

  filter(text) {
    this.store.set({ screen: "events", filter: text });
  }

  marks() {
    const { a, b, notes } = this.store.state,
      show = (from, to) => () => {
        const margin = to - from + 1e5;
        this.store.set({ screen: "timeline" });
        this.timeline.show(from - margin, to + margin);
      };
    [
      ["A", a],
      ["B", b],
    ].forEach(([name, at]) => at !== null && this.add("marker", `${name} at ${time(at)}`, show(at, at)));
    for (const t of this.data.traces) {
      t.plugged?.marks.forEach(({ time: at, text }) => this.add("mark", text, show(t.toAxis(at), t.toAxis(at))));
    }
    notes.forEach(({ text, from, to }) => this.add("note", text, show(from, to)));
  }

  rows() {
    const several = this.data.traces.length > 1;
    for (const row of this.data.rows.all.values()) {
      if (row.kind !== "group") {
        const label = ["calls", "irqcalls", "activations"].includes(row.kind) || several ? row.name : row.label,
          kind =
            { cpu: "CPU", load: "chart", ipc: "message", state: "state field", irqcalls: "calls" }[row.kind] ??
            row.kind;
        this.add(kind, label, () => this.timeline.showRow(row));
      }
      if (row.kind === "thread") {
        const commands = addedCommands(this.store, this.data.traces[row.trace], row);
        commands.forEach(([words, does]) => this.add("command", words, does));
      }
    }
  }

  /** Interrupts, objects and events of a recording. */
  recorded(trace) {
    for (const [line, name] of trace.lines) {
      this.add("interrupt", name, () => this.interrupt(trace, line));
    }
    const { object, state, n } = trace.shapes,
      waited = new Set();
    for (let i = 0; i < n; i++) {
      if (state[i] === WAITS && object[i] !== 0) {
        waited.add(object[i]);
      }
    }
    const functions = new Set([...trace.functions.values()].map((f) => f.name)),
      others = [...trace.pointers.keys()].filter((address) => !functions.has(trace.pointer(address)));
    for (const address of new Set([...waited, ...others])) {
      const name = trace.pointer(address);
      this.add("object", name, () =>
        waited.has(address) ? this.longestWait(trace, address) : this.filter(`object==${quoted(name)}`),
      );
    }
    for (const { name } of trace.ids.values()) {
      this.add("event", name, () => this.filter(`event==${quoted(name)}`));
    }
  }

  /** Show the first time of an interrupt in the view, else its first one. */
  interrupt(trace, line) {
    const from = trace.fromAxis(this.timeline.from);
    let best = null;
    for (const row of this.data.rows.all.values()) {
      for (const [lane, track] of row.trace === trace.index && row.kind === "cpu" ? row.tracks.entries() : []) {
        const { start, shape, n } = track.lane,
          isLine = (k) => track.kind === "irq" && trace.shapes.key[shape[k]] === line;
        let i = track.lane.from(from);
        while (i < n && !isLine(i)) {
          i++;
        }
        i = i < n ? i : shape.findIndex((_, k) => isLine(k));
        if (i >= 0 && (best === null || Math.abs(start[i] - from) < Math.abs(best.start - from))) {
          best = { row: row.id, lane, start: start[i] };
        }
      }
    }
    this.store.set({ screen: "timeline" });
    if (best) {
      this.timeline.go(best);
    }
  }

  longestWait(trace, address) {
    const { object, state } = trace.shapes;
    let best = null,
      length = -1;
    for (const { key, lanes } of trace.rows.filter((r) => r.kind === "thread")) {
      const { start, dur, shape, n } = lanes[0];
      for (let i = 0; i < n; i++) {
        if (dur[i] > length && object[shape[i]] === address && state[shape[i]] === WAITS) {
          length = dur[i];
          best = { row: `${trace.index}/thread/${key}`, lane: 0, start: start[i] };
        }
      }
    }
    this.store.set({ screen: "timeline" });
    if (best) {
      this.timeline.go(best);
    }
  }

  functions() {
    const { data, store } = this,
      show = (fn, more) => () => store.set({ screen: "functions", fn, transforms: [], tab: "sandwich", ...more });
    data.profiles.forEach((p, n) =>
      p.frames
        .filter((f) => f.kind === FUNCTION)
        .forEach((f) => this.add("function", f.name, show(f.name, { source: n === 0 ? "profile" : `profile${n}` }))),
    );
    for (const trace of data.traces) {
      const has = trace.rows.some((r) => r.kind === "calls" || r.kind === "irqcalls");
      for (const f of has ? trace.functions.values() : []) {
        this.add("function", f.name, show(f.name, { source: "calls", trace: trace.index }));
      }
    }
  }

  tables() {
    for (const { name, screen } of this.data.tables) {
      const element = this.sections.get(name)?.element,
        title = element?.querySelector("h2")?.textContent.replace(/: the whole table$/, "");
      if (element) {
        const show = () => {
          this.store.set({ screen });
          element.scrollIntoView();
        };
        this.add("table", title ?? name, show);
        this.add("table", name, show);
      }
    }
  }
}
