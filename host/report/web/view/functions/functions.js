// SPDX-License-Identifier: BSD-2-Clause
// Functions: flat, tree, graph, icicle, flame graph, left-heavy, sandwich, source lines;
// of calls, stacks, waits, or another tool's profile.
import { FUNCTION, HAS, profileOf, profileOfStacks, profileOfWaits } from "../../data/profile.js";
import { count, duration } from "../../model/format.js";
import { partOf } from "../../model/recordings.js";
import { css, heatColour, nameColour } from "../../render/colour.js";
import { button, h, tabs, themeOf } from "../dom.js";
import { Flame } from "../flame.js";
import { drawGraph } from "../graph.js";
import { Table } from "../table.js";

const FIRST = 40; // nodes of a graph at first
const TABS = [
  ["flat", "Flat"],
  ["tree", "Call tree"],
  ["graph", "Call graph"],
  ["icicle", "Icicle"],
  ["flame", "Flame graph"],
  ["left", "Left-heavy"],
  ["sandwich", "Sandwich"],
  ["lines", "Source"],
];
const COLOURS = {
  self: "exclusive",
  total: "inclusive",
  calls: "calls",
  "self/total": "exclusive / inclusive",
  "total/self": "inclusive / exclusive",
};
const NEEDS = {
  tree: "This needs stacks, and the file has arcs between functions only.",
  calls:
    "The recording has no function calls: build with CONFIG_TRACE_FUNCTION=1, " +
    "then `trace_stream on function` on the target.",
  stacks:
    "The recording has no stacks: build with CONFIG_TRACE_STACKS=1, then `trace_events -k EVENT 8` on the target.",
  waits: "The recording has no thread switches: `trace_stream on switch` on the target.",
  places:
    "None of these has a place in the source. " +
    "The places come from the program's debug information: build it with -g.",
};

export class Functions {
  constructor({ store, data, say }) {
    this.store = store;
    this.data = data;
    this.say = say;
    this.graphNodes = null;
    this.bar = h("div", { class: "bar" });
    this.steps = h("div", { class: "chips" });
    this.body = h("div", { class: "profile" });
    this.element = h("div", { class: "functions" }, h("h2", { text: "Functions" }), this.bar, this.steps, this.body);
    store.on((_, changed) => {
      if (
        ["tab", "source", "fn", "transforms", "colour", "theme", "sel", "trace"].some((k) => changed.has(k)) &&
        store.state.screen === "functions"
      ) {
        this.show();
      }
    });
  }

  // ---------------------------------------------------------------- the profile

  sources() {
    const { data, store } = this,
      list = [];
    const add = (id, name, why) => list.push({ id, name, why });
    if (data.profiles.length > 0) {
      data.profiles.forEach((_, i) =>
        add(i === 0 ? "profile" : `profile${i}`, data.profiles.length > 1 ? data.heads[i].file : "Profile", null),
      );
    } else {
      const trace = data.chosen(store.state);
      const calls = trace.rows.some((r) => r.kind === "calls" || r.kind === "irqcalls"),
        waits = trace.rows.some((r) => r.kind === "thread");
      add("calls", "Calls", calls ? null : NEEDS.calls);
      add("stacks", "Stacks", trace.head.stacks > 0 ? null : NEEDS.stacks);
      add("waits", "Off-CPU", waits ? null : NEEDS.waits);
    }
    return list;
  }

  source() {
    const list = this.sources();
    return (list.find((s) => s.id === this.store.state.source && !s.why) ?? list.find((s) => !s.why) ?? list[0]).id;
  }

  async base() {
    const { data, store } = this,
      { sel } = store.state,
      source = this.source();
    if (source.startsWith("profile")) {
      return data.profiles[Number(source.slice(7)) || 0];
    }
    const trace = data.chosen(store.state),
      key = `${trace.index} ${source} ${JSON.stringify(sel)} ${trace.end}`;
    if (this.cached?.key !== key) {
      const rows = sel?.rows ? new Set(sel.rows.map((r) => r.slice(r.indexOf("/") + 1))) : null,
        part = partOf(trace, sel, rows);
      this.cached = {
        key,
        profile:
          source === "calls"
            ? profileOf(part)
            : source === "stacks"
              ? profileOfStacks(part, await trace.loadEvents())
              : profileOfWaits(part, await trace.loadEvents()),
      };
    }
    return this.cached.profile;
  }

  value(p, v) {
    return p.unit === "ns" ? duration(v) : `${count(v)} ${p.unit}`;
  }

  share(p, v) {
    return p.all === 0 ? "" : ` (${((100 * v) / p.all).toFixed(1)} %)`;
  }

  // ---------------------------------------------------------------- drawing

  async show() {
    const { store } = this,
      { state } = store,
      sources = this.sources(),
      source = this.source();
    const why = sources.find((s) => s.id === source).why;
    if (why) {
      this.bar.replaceChildren(tabs("Source", sources, source, (id) => store.set({ source: id })));
      this.body.replaceChildren(h("p", { class: "needs", text: why }));
      return;
    }
    const base = await this.base();
    let p = base;
    for (const t of state.transforms) {
      p = base.isTree ? p.transformed(t) : p;
    }
    this.profile = p;
    const list = TABS.map(([id, name]) => ({ id, name, why: this.why(p, id) })),
      chosen = list.find((t) => t.id === state.tab && !t.why) ?? list[0];
    this.bar.replaceChildren(
      sources.length > 1
        ? tabs(
            "Source",
            sources.filter((s) => !s.why || s.id === source),
            source,
            (id) => store.set({ source: id, transforms: [] }),
          )
        : "",
      tabs(
        "View",
        list.filter((t) => !t.why),
        chosen.id,
        (tab) => store.set({ tab }),
      ),
    );
    const reasons = new Map();
    [...sources, ...list]
      .filter((t) => t.why)
      .forEach((t) => reasons.set(t.why, [...(reasons.get(t.why) ?? []), t.name]));
    reasons.forEach((names, reason) =>
      this.bar.append(h("span", { class: "absent", text: `${names.join(", ")}: ${reason}` })),
    );
    this.drawSteps(p, base);
    const made = {
      flat: () => this.flat(p),
      tree: () => this.tree(p),
      graph: () => this.graph(p),
      icicle: () => this.flame(p, {}),
      flame: () => this.flame(p, { up: true }),
      left: () => this.flame(p, { byWeight: true }),
      sandwich: () => this.sandwich(p),
      lines: () => this.lines(p),
    }[chosen.id]();
    this.body.replaceChildren(
      p.all === 0 ? h("p", { class: "needs", text: "Nothing of this is in the chosen part." }) : "",
      made,
    );
    this.drawn = chosen.id;
    made.draw?.();
  }

  why(p, tab) {
    if (["tree", "icicle", "flame", "left", "sandwich"].includes(tab) && !p.isTree) {
      return NEEDS.tree;
    }
    if (tab === "lines" && !p.frames.some((f) => f.file)) {
      return NEEDS.places;
    }
    return null;
  }

  drawSteps(p, base) {
    const { store } = this,
      { state } = store,
      { transforms, fn } = state;
    const push = (t) => store.set({ transforms: [...transforms, t] });
    const chips = transforms.map((t, i) =>
      h(
        "span",
        { class: "chip" },
        `${t.kind}${t.name ? ` ${t.name}` : ""}`,
        button("✕", `Undo ${t.kind}`, () => store.set({ transforms: transforms.filter((_, k) => k !== i) })),
      ),
    );
    if (base.isTree) {
      const of = fn !== "" && p.frameNamed(fn) >= 0;
      const make = (kind, label, named) =>
        button(label, label, () => push(named ? { kind, name: fn } : { kind }), { disabled: named && !of });
      chips.push(
        h(
          "span",
          { class: "tools" },
          of ? h("b", { text: fn }) : h("span", { class: "hint", text: "choose a function, then:" }),
          make("focus", "focus", true),
          make("merge", "merge into callers", true),
          make("drop", "drop", true),
          make("recursion", "collapse recursion", false),
          make("invert", "invert", false),
          make("threads", "all threads together", false),
          make("module", "by module", false),
          make("folder", "by folder", false),
          make("file", "by file", false),
        ),
      );
    }
    this.steps.replaceChildren(...chips);
  }

  /** The colour of a function's origin: its module, or its folder. */
  origin(f) {
    return f.module || f.file?.replace(/\/[^/]*$/, "") || (f.kind === FUNCTION ? "unknown" : "threads");
  }

  flat(p) {
    const time = p.unit === "ns" ? "us" : "number",
      unit = p.unit === "ns" ? " us" : "",
      calls = (p.has & HAS.CALLS) !== 0;
    const columns = [
      { name: "function", type: "text" },
      { name: "origin", type: "text", help: "its module or folder" },
      ...(calls ? [{ name: "calls", type: "number" }] : []),
      { name: "self", title: `self${unit}`, type: time, bar: true, help: "in it alone" },
      { name: "self_percent", title: "self %", type: "percent" },
      { name: "total", title: `total${unit}`, type: time, help: "in it and all that it called" },
      { name: "total_percent", title: "total %", type: "percent" },
      { name: "place", type: "text" },
    ];
    const all = p.all || 1;
    const rows = p
      .flat()
      .filter((v) => p.frames[v.frame].kind === FUNCTION && (v.self > 0 || v.total > 0 || v.calls > 0))
      .map((v) => {
        const f = p.frames[v.frame];
        return [
          f.name,
          this.origin(f),
          ...(calls ? [v.calls] : []),
          p.value(v.self),
          (100 * v.self) / all,
          p.value(v.total),
          (100 * v.total) / all,
          f.file ? `${f.file}${f.line ? `:${f.line}` : ""}` : null,
        ];
      });
    return new Table(columns, rows, {
      sort: calls ? 3 : 2,
      search: true,
      caption: `Functions; values in ${p.unit}`,
      colour: (r) => css(nameColour(r[1])),
      click: (r) => this.store.set({ fn: r[0], tab: p.isTree ? "sandwich" : "graph" }),
    }).element;
  }

  tree(p) {
    const columns = [
      { name: "depth", type: "number" },
      { name: "function", type: "text" },
      { name: "calls", type: "number" },
      { name: "self", type: p.unit === "ns" ? "us" : "number", help: "exclusive" },
      { name: "total", type: p.unit === "ns" ? "us" : "number", bar: true, help: "inclusive" },
      { name: "total_percent", title: "total %", type: "percent" },
    ];
    return new Table(columns, p.treeRows(), {
      search: true,
      step: 300,
      caption: "The largest first",
      colour: (r) => css(nameColour(r[1])),
      click: (r) => this.store.set({ fn: r[1] }),
    }).element;
  }

  flame(p, options) {
    const flame = new Flame(p, {
      ...options,
      theme: this.store.state.theme,
      label: `${this.store.state.tab} of ${p.unit}`,
      say: this.say,
      choose: (fn) => this.chooseQuietly(fn, p),
      words: (n) => this.nodeWords(p, n),
      colour: options.colour,
    });
    this.flameView = flame;
    flame.element.draw = () => flame.draw();
    return flame.element;
  }

  /** The chosen function changes, and the picture stays. */
  chooseQuietly(fn, p) {
    this.store.state.fn = fn;
    this.drawSteps(p, p);
  }

  nodeWords(p, n) {
    const f = n === 0 ? null : p.frames[p.frame[n]],
      total = `total ${this.value(p, p.total[n])}${this.share(p, p.total[n])}`,
      calls = f && (p.has & HAS.CALLS) !== 0 ? `, ${count(p.calls[n])} calls` : "",
      place = f?.file ? `, ${f.file}:${f.line}` : "";
    return `${f ? f.name : "all"}: ${total}, self ${this.value(p, p.self[n])}${calls}${place}`;
  }

  sandwich(p) {
    const { fn } = this.store.state,
      names = p
        .flat()
        .filter((v) => p.frames[v.frame].kind === FUNCTION && v.total > 0)
        .sort((a, b) => b.self - a.self)
        .map((v) => p.frames[v.frame].name);
    const name = names.includes(fn) ? fn : names[0],
      box = h("div", { class: "sandwich" });
    box.append(
      h(
        "p",
        { class: "line" },
        h(
          "label",
          {},
          "Function ",
          h(
            "select",
            { onchange: (e) => this.store.set({ fn: e.target.value }) },
            ...names.slice(0, 500).map((n) => h("option", { selected: n === name }, n)),
          ),
        ),
      ),
    );
    if (name === undefined) {
      return box;
    }
    const { callers, callees } = p.sandwich(name),
      flames = [];
    for (const [title, profile, up] of [
      ["Callers, upwards", callers, true],
      ["Callees, downwards", callees, false],
    ]) {
      const flame = new Flame(profile, {
        up,
        theme: this.store.state.theme,
        byWeight: true,
        label: `${title} of ${name}`,
        say: this.say,
        choose: (f) => (this.store.state.fn = f),
        words: (n) => this.nodeWords(profile, n),
      });
      flames.push(flame);
      box.append(h("h3", { text: title }), flame.element);
    }
    box.draw = () => flames.forEach((f) => f.draw());
    return box;
  }

  // ---------------------------------------------------------------- graph

  graph(p) {
    const { store } = this,
      { state } = store,
      flat = p.flat(),
      arcs = p.arcList().filter((a) => p.frames[a.caller].kind === FUNCTION && p.frames[a.callee].kind === FUNCTION);
    const worth = flat
      .filter((v) => p.frames[v.frame].kind === FUNCTION && (v.total > 0 || v.calls > 0))
      .sort((a, b) => b.total - a.total || b.calls - a.calls);
    if (this.graphOf !== p) {
      this.graphOf = p;
      this.graphNodes = new Set(worth.slice(0, FIRST).map((v) => v.frame));
    }
    const f = state.fn === "" ? -1 : p.frameNamed(state.fn);
    if (f >= 0 && p.frames[f].kind === FUNCTION) {
      this.graphNodes.add(f);
    }
    const needle = (this.needle ?? "").toLowerCase();
    const shown = worth.filter(
      (v) => this.graphNodes.has(v.frame) && p.frames[v.frame].name.toLowerCase().includes(needle),
    );
    const ids = new Set(shown.map((v) => v.frame)),
      edges = arcs.filter((a) => ids.has(a.caller) && ids.has(a.callee));
    const measure =
      {
        self: (v) => v.self,
        total: (v) => v.total,
        calls: (v) => v.calls,
        "self/total": (v) => (v.total ? v.self / v.total : 0),
        "total/self": (v) => (v.self ? v.total / v.self : 0),
      }[state.colour] ?? ((v) => v.self);
    const most = Math.max(1e-9, ...shown.map(measure)),
      mostArc = Math.max(1e-9, ...edges.map((a) => a.total || a.calls)),
      critical = this.criticalPath(shown, edges);
    const nodes = shown.map((v) => ({
      id: v.frame,
      share: measure(v) / most,
      critical: critical.has(v.frame),
      chosen: v.frame === f,
      lines: [
        p.frames[v.frame].name,
        `${this.value(p, v.total)}${this.share(p, v.total)}`,
        `self ${this.value(p, v.self)}${(p.has & HAS.CALLS) !== 0 ? `, ${count(v.calls)} calls` : ""}`,
      ],
    }));
    const graph = drawGraph(
      nodes,
      edges.map((a) => ({
        from: a.caller,
        to: a.callee,
        share: (a.total || a.calls) / mostArc,
        critical: critical.has(a.caller) && critical.has(a.callee) && critical.get(a.caller) === a.callee,
        label: (p.has & HAS.CALLS) !== 0 ? `${count(a.calls)} ×` : this.value(p, a.total),
      })),
      {
        theme: state.theme,
        label: "Call graph",
        click: (id) => {
          arcs.forEach((a) => {
            if (a.caller === id) {
              this.graphNodes.add(a.callee);
            } else if (a.callee === id) {
              this.graphNodes.add(a.caller);
            }
          });
          if (state.fn === p.frames[id].name) {
            this.show();
          } else {
            store.set({ fn: p.frames[id].name });
          }
        },
      },
    );
    const left = worth.length - shown.length;
    const bar = h(
      "p",
      { class: "line" },
      h(
        "label",
        {},
        "Colour ",
        h(
          "select",
          { id: "graph-colour", onchange: (e) => store.set({ colour: e.target.value }) },
          ...Object.entries(COLOURS).map(([id, name]) =>
            h("option", { value: id, selected: id === state.colour }, name),
          ),
        ),
      ),
      " ",
      h("input", {
        type: "search",
        placeholder: "Filter names",
        value: this.needle ?? "",
        "aria-label": "Filter names",
        onchange: (e) => {
          this.needle = e.target.value;
          this.show();
        },
      }),
      " ",
      left > 0
        ? h("span", {
            class: "hint",
            text: `${shown.length} of ${worth.length} functions; a click on one shows its callers and callees. `,
          })
        : "",
      left > 0
        ? button("all", "Show all functions", () => {
            this.graphNodes = new Set(worth.slice(0, 400).map((v) => v.frame));
            this.show();
          })
        : "",
      h("span", { class: "hint", text: " The critical path is orange." }),
    );
    return h("div", {}, bar, h("div", { class: "graphbox" }, graph));
  }

  /** From the largest function down the largest arcs. @returns {Map<number, number|null>} each with the next */
  criticalPath(shown, edges) {
    const path = new Map(),
      called = new Set(edges.filter((a) => a.caller !== a.callee).map((a) => a.callee));
    let at = (shown.find((v) => !called.has(v.frame)) ?? shown[0])?.frame;
    while (at !== undefined && !path.has(at)) {
      const next = edges
        .filter((a) => a.caller === at && !path.has(a.callee) && a.callee !== at)
        .sort((a, b) => b.total - a.total)[0];
      path.set(at, next?.callee ?? null);
      at = next?.callee;
    }
    return path;
  }

  /** Cost by line of the source: of stacks each line; of calls the functions' first lines. */
  lines(p) {
    const map = new Map(),
      all = p.all || 1;
    for (const v of p.flat()) {
      const f = p.frames[v.frame];
      if (f.file && v.self > 0) {
        const key = `${f.file}:${f.line ?? 0}`,
          row = map.get(key) ?? [f.file, f.line ?? 0, new Set(), 0];
        row[2].add(f.name);
        row[3] += v.self;
        map.set(key, row);
      }
    }
    const rows = [...map.values()].map(([file, line, names, self]) => [
      file,
      line,
      [...names].join(", "),
      p.value(self),
      (100 * self) / all,
    ]);
    return new Table(
      [
        { name: "file", type: "text" },
        { name: "line", type: "number" },
        { name: "function", type: "text" },
        { name: "self", type: p.unit === "ns" ? "us" : "number", bar: true },
        { name: "self_percent", title: "self %", type: "percent" },
      ],
      rows,
      {
        sort: 3,
        search: true,
        caption: "Lines of the source by their cost",
        colour: (r) => css(heatColour(r[4] / 100, themeOf(this.store.state.theme) === "dark")),
      },
    ).element;
  }
}
