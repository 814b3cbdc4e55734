// SPDX-License-Identifier: BSD-2-Clause
// The Latency screen: percentiles by name; for the selected name a histogram, its slowest instances and heat maps.
import { activationsFilter } from "../model/added.js";
import { duration, time } from "../model/format.js";
import { partOf, rangeOf, rowsFilter } from "../model/recordings.js";
import { h, marked } from "./dom.js";
import { buckets, heatMap, histogram } from "./heat.js";
import { Table } from "./table.js";

const KINDS = {
  wake: "wake-up latency",
  activation: "response times",
  block: "blocks and ranges",
  call: "functions",
  irq: "interrupts",
};
/**
 * The filter for the table "instances", the kinds that are used, its column with the length, and the row on the
 * timeline. What delayed a thread may be an interrupt.
 * @type {Object<string, {where?: string, kinds: string[], length: string, row: string}>}
 */
const QUERIES = {
  wake: { where: "kind=state || kind=irq", kinds: ["wake"], length: "net", row: "thread" },
  activation: { kinds: ["activation"], length: "wall", row: "thread" },
  block: { where: "kind=block || kind=range", kinds: ["block", "range"], length: "wall", row: "block" },
  call: { where: "kind=function", kinds: ["function"], length: "net", row: "calls" },
  irq: { where: "kind=irq", kinds: ["irq"], length: "net", row: "cpu" },
};
/** The table of the same instances, with its columns for this screen's. */
const TABLES = {
  wake: ["latency", "thread"],
  activation: ["response", "thread"],
  block: ["blocks", "name"],
  call: ["functions", "function"],
  irq: ["irq", "irq"],
};
/** Columns of these tables that are shown. */
const SPREAD = ["count", "min_us", "avg_us", "p50_us", "p90_us", "p99_us", "max_us"],
  RESPONSE = ["misses", "deadline_us", "response_avg_us", "response_p99_us", "response_max_us"],
  NUMBERS = ["count", "misses"];
const WORST = 20;
/** Columns of the slowest instances, and how they are found in the columns of the table "instances". */
const MORE = {
  wake: [
    { name: "woken_by", title: "woken by", type: "text", of: (all, i) => all.texts[all.waker[i]] },
    { name: "delayed_by", title: "delayed by", type: "text", of: (all, i) => all.texts[all.culprit[i]] },
  ],
  activation: [
    { name: "run_us", title: "execution us", type: "us", of: (all, i) => all.net[i] / 1000 },
    {
      name: "deadline",
      type: "text",
      of: (all, i) => (Number.isNaN(all.deadline[i]) ? "" : all.missed[i] ? "missed" : "met"),
    },
  ],
};

/**
 * All instances by name, each with its length in ns, its start in cycles of the recording, and its place in `all`.
 * @returns {Promise<Map<string, {kind: string, list: [number, number, number][], all: any}>>}
 */
export async function instances(trace, what, sel = null) {
  const query = QUERIES[what],
    all = await trace.recording.instances(
      query.where ?? activationsFilter(trace),
      rangeOf(trace, sel),
      rowsFilter(trace, sel),
    ),
    length = all[query.length],
    kinds = new Set(query.kinds.map((kind) => all.texts.indexOf(kind))),
    lists = [];
  for (let i = 0; i < all.n; i++) {
    if (kinds.has(all.kind[i])) {
      lists[all.name[i]] ??= [];
      lists[all.name[i]].push([length[i], (all.start[i] * trace.hz) / 1e9 - trace.begin, i]);
    }
  }
  return new Map(Object.entries(lists).map(([name, list]) => [all.texts[name], { kind: query.row, list, all }]));
}

export class Latency {
  constructor({ store, data, jump }) {
    this.store = store;
    this.data = data;
    this.jump = jump;
    this.what = "wake";
    this.map = "latency";
    this.element = h("div", { class: "latencies" });
    store.on(
      (_, changed) =>
        ["metric", "sel", "trace", "theme"].some((k) => changed.has(k)) &&
        this.store.state.screen === "latency" &&
        this.show(),
    );
  }

  part() {
    return partOf(this.data.chosen(this.store.state), this.store.state.sel);
  }

  async show() {
    const part = this.part(),
      { trace } = part,
      run = {};
    this.run = run;
    const available = Object.keys(KINDS).filter((k) =>
      k === "activation"
        ? activationsFilter(trace) !== null
        : trace.rows.some((r) => r.kind === { wake: "thread", block: "block", call: "calls", irq: "irq" }[k]),
    );
    if (available.length === 0) {
      this.element.replaceChildren(
        h(
          "p",
          { class: "needs" },
          ...marked("The recording has no intervals. Enable them on the target: `trace_stream on switch irq user`."),
        ),
      );
      return;
    }
    this.what = available.includes(this.what) ? this.what : available[0];
    const { sel } = this.store.state,
      [table, nameColumn] = TABLES[this.what],
      range = rangeOf(trace, sel),
      filter = rowsFilter(trace, sel);
    let all = new Map(),
      rows = [],
      wrong = "";
    try {
      [rows, all] = await Promise.all([trace.recording.table(table, range, filter), instances(trace, this.what, sel)]);
    } catch (e) {
      wrong = e.message;
    }
    if (this.run !== run) {
      return; // a newer selection is being drawn
    }
    const shown = [...SPREAD, ...RESPONSE].filter((c) => rows.some((r) => c in r)),
      spreads = rows
        .map((r) => [r[nameColumn], ...shown.map((c) => r[c])])
        .sort((x, y) => y[y.length - 1] - x[x.length - 1]);
    this.name = all.has(this.store.state.metric) ? this.store.state.metric : spreads[0]?.[0];
    const columns = [
      { name: "name", type: "text" },
      ...shown.map((c) =>
        NUMBERS.includes(c)
          ? { name: c, type: "number" }
          : { name: c, title: c.replace("_us", " us").replace("_", " "), type: "us" },
      ),
    ];
    const pick = h(
      "p",
      { class: "line" },
      h(
        "label",
        {},
        "Show ",
        h(
          "select",
          {
            id: "latency-kind",
            onchange: (e) => {
              this.what = e.target.value;
              this.show();
            },
          },
          ...available.map((k) => h("option", { value: k, selected: k === this.what }, KINDS[k])),
        ),
      ),
    );
    this.element.replaceChildren(
      h("h2", { text: "Latency" }),
      pick,
      sel ? h("p", { class: "part", text: `Selection of ${duration(sel.to - sel.from)}.` }) : "",
      wrong ? h("p", { class: "needs" }, ...marked(wrong)) : "",
    );
    if (wrong) {
      return;
    }
    this.element.append(
      new Table(columns, spreads, { step: 12, click: (r) => this.store.set({ metric: r[0] }) }).element,
    );
    if (this.name !== undefined) {
      this.detail(part, all.get(this.name), all);
    }
  }

  detail(part, { kind, list, all: made }, all) {
    const { trace } = part,
      more = MORE[this.what] ?? [],
      deadlines = [...new Set(list.map(([, , i]) => made.deadline[i]).filter((d) => d > 0))],
      b = buckets([...list.map(([length]) => length), ...deadlines]),
      bins = Array.from({ length: b.n }, () => []);
    list.forEach((instance) => bins[b.of(instance[0])].push(instance));
    const box = h("div", { class: "instances" });
    const worst = (some, title) => {
      const rows = [...some].sort((x, y) => y[0] - x[0]).slice(0, WORST);
      box.replaceChildren(
        h("h3", { text: title }),
        new Table(
          [
            { name: "length", title: "duration us", type: "us" },
            { name: "at_s", title: "start s", type: "time" },
            ...more,
          ],
          rows.map(([length, start, i]) => [
            length / 1000,
            trace.ns(start + trace.begin) / 1e9,
            ...more.map(({ of }) => of(made, i)),
          ]),
          {
            click: (r) => this.jump({ ns: Math.round(r[1] * 1e9), kind, name: kind === "cpu" ? undefined : this.name }),
          },
        ).element,
      );
    };
    const label = (n) => `${duration(b.from(n))} to ${duration(b.from(n + 1))}`;
    this.element.append(
      h("h3", { text: `${this.name}: ${list.length} times` }),
      histogram(
        bins.map((bin, n) => ({ label: label(n), count: bin.length })),
        `Histogram of ${this.name}`,
        (n) => worst(bins[n], `${label(n)}: ${bins[n].length}, slowest first`),
        deadlines.map((d) => ({ share: b.share(d), text: `deadline ${duration(d)}` })),
      ),
      h("div", { class: "ends" }, h("span", { text: duration(b.from(0)) }), h("span", { text: duration(b.from(b.n)) })),
      box,
    );
    worst(list, `The slowest ${Math.min(WORST, list.length)}`);
    this.heat(part, list, all, b);
  }

  heat(part, list, all, b) {
    const { trace } = part,
      columns = 120,
      kinds = { latency: "time × latency", function: "time × name", second: "second × fraction of it" };
    const width = part.span / columns,
      column = (t) => Math.max(0, Math.min(columns - 1, Math.floor((t - part.from) / width)));
    const axis = (c) => trace.toAxis(part.from + c * width);
    const choose = h(
      "p",
      { class: "line" },
      h(
        "label",
        {},
        "Heat map ",
        h(
          "select",
          {
            id: "heat-kind",
            onchange: (e) => {
              this.map = e.target.value;
              this.show();
            },
          },
          ...Object.entries(kinds).map(([k, name]) => h("option", { value: k, selected: k === this.map }, name)),
        ),
      ),
      h("span", { class: "hint", text: " Drag across it to select a range." }),
    );
    let cells,
      rowLabel,
      columnLabel = (c) => time(axis(c), width),
      chosen = (a, z) => this.store.set({ sel: { from: axis(a), to: axis(z + 1), rows: null } }),
      word = (v) => `${v} times`;
    if (this.map === "latency") {
      cells = Array.from({ length: b.n }, () => new Float64Array(columns));
      list.forEach(([length, start]) => cells[b.n - 1 - b.of(length)][column(start)]++);
      rowLabel = (r) => duration(b.from(b.n - 1 - r));
    } else if (this.map === "function") {
      const names = [...all]
        .map(([name, { list: l }]) => [name, l.reduce((s, [length]) => s + length, 0)])
        .sort((x, y) => y[1] - x[1])
        .slice(0, 40)
        .map(([name]) => name);
      cells = names.map((name) => {
        const row = new Float64Array(columns);
        all.get(name).list.forEach(([length, start]) => (row[column(start)] += length / 1000));
        return row;
      });
      rowLabel = (r) => names[r];
      word = (v) => `${v.toFixed(3)} us`;
    } else {
      const seconds = Math.max(1, Math.min(120, Math.ceil(part.span / trace.hz)));
      cells = Array.from({ length: seconds }, () => new Float64Array(columns));
      list.forEach(([length, start]) => {
        const t = (start - part.from) / trace.hz;
        cells[Math.min(seconds - 1, Math.floor(t))][Math.floor((t % 1) * columns)] += length / 1000;
      });
      rowLabel = (r) => `${((trace.begin + part.from) / trace.hz + r).toFixed(0)} s`;
      columnLabel = (c) => `+${((1000 * c) / columns).toFixed(0)} ms`;
      chosen = (a, z, row) => {
        const t = (r, c) => trace.toAxis(part.from + (r + c / columns) * trace.hz);
        this.store.set({ sel: { from: t(row, a), to: t(row, z + 1), rows: null } });
      };
      word = (v) => `${v.toFixed(3)} us`;
    }
    this.heatView = heatMap({
      cells,
      rowLabel,
      columnLabel,
      chosen,
      theme: this.store.state.theme,
      label: `Heat map of ${this.name}`,
      words: (r, c, v) => `${rowLabel(r)}, ${columnLabel(c)}: ${word(v)}`,
    });
    this.element.append(choose, this.heatView);
  }
}
