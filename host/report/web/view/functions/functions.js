// SPDX-License-Identifier: BSD-2-Clause
// The Functions screen: eight views of a profile, which is made from calls, stacks or waits, or is another tool's.
import { fromFrames } from "../../data/sections.js";
import { profileOfHead } from "../../data/profile.js";
import { VIEW } from "../../engine/view.js";
import { rangeOf, rowsFilter } from "../../model/recordings.js";
import { button, h, marked, tabs } from "../dom.js";
import { Flame } from "../flame.js";
import { CallGraph } from "./callgraph.js";
import { sandwich } from "./sandwich.js";
import { flatTable, linesTable } from "./tables.js";
import { CallTree } from "./tree.js";
import { nodeWords } from "./words.js";

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
const NEEDS = {
  tree: "This needs stacks; the file only has arcs between functions.",
  places: "No source lines are known. They come from the program's debug information: build it with -g.",
};

export class Functions {
  constructor({ store, data, say }) {
    this.store = store;
    this.data = data;
    this.say = say;
    this.graph = new CallGraph(store, () => this.show());
    this.bar = h("div", { class: "bar" });
    this.steps = h("div", { class: "chips" });
    this.body = h("div", { class: "profile" });
    this.element = h("div", { class: "functions" }, h("h2", { text: "Functions" }), this.bar, this.steps, this.body);
    store.on((_, changed) => {
      if (
        [
          "tab",
          "source",
          "fn",
          "transforms",
          "colour",
          "theme",
          "sel",
          "trace",
          "least",
          "below",
          "begin",
          "layout",
          "longest",
        ].some((k) => changed.has(k)) &&
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
        waits = trace.rows.some((r) => r.kind === "thread"),
        lacks = (need) => `Not recorded: ${trace.head.remedies[need]}.`;
      add("calls", "Calls", calls ? null : lacks("function"));
      add("stacks", "Stacks", trace.head.stacks > 0 ? null : lacks("stack"));
      add("waits", "Off-CPU", waits ? null : lacks("switch"));
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
      const view = { calls: VIEW.CALLS, stacks: VIEW.STACKS, waits: VIEW.WAITS }[source],
        answer = await trace.recording.view(view, rangeOf(trace, sel), rowsFilter(trace, sel));
      this.cached = { key, profile: profileOfHead(await fromFrames(answer).head(0)) };
    }
    return this.cached.profile;
  }

  // ---------------------------------------------------------------- drawing

  async show() {
    const { store, say } = this,
      { state } = store,
      sources = this.sources(),
      source = this.source();
    const why = sources.find((s) => s.id === source).why;
    if (why) {
      this.bar.replaceChildren(tabs("Source", sources, source, (id) => store.set({ source: id })));
      this.body.replaceChildren(h("p", { class: "needs" }, ...marked(why)));
      return;
    }
    const run = {};
    this.run = run;
    let base;
    try {
      base = await this.base();
    } catch (e) {
      this.bar.replaceChildren(tabs("Source", sources, source, (id) => store.set({ source: id })));
      this.steps.replaceChildren();
      this.body.replaceChildren(h("p", { class: "needs" }, ...marked(e.message)));
      this.drawn = state.tab;
      return;
    }
    if (this.run !== run) {
      return; // a newer selection is being drawn
    }
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
      this.bar.append(h("span", { class: "absent" }, ...marked(`${names.join(", ")}: ${reason}`))),
    );
    this.drawSteps(p, base);
    const made = {
      flat: () => flatTable(p, (fn) => store.set({ fn, tab: p.isTree ? "sandwich" : "graph" })),
      tree: () => new CallTree(p, (fn) => this.chooseQuietly(fn, p)).element,
      graph: () => this.graph.draw(p),
      icicle: () => this.flame(p, {}),
      flame: () => this.flame(p, { up: true }),
      left: () => this.flame(p, { byWeight: true }),
      sandwich: () => sandwich(p, { store, say }),
      lines: () => linesTable(p, state.theme),
    }[chosen.id]();
    this.body.replaceChildren(
      p.all === 0 ? h("p", { class: "needs", text: "The selection contains nothing to show here." }) : "",
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
      // the source lines of waits come from stacks
      const waits = this.source() === "waits";
      return (waits && this.sources().find((s) => s.id === "stacks")?.why) || NEEDS.places;
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
          of ? h("b", { text: fn }) : h("span", { class: "hint", text: "Select a function, then:" }),
          make("focus", "focus", true),
          make("merge", "merge into callers", true),
          make("drop", "drop", true),
          make("recursion", "collapse recursion", false),
          make("invert", "invert", false),
          make("threads", "merge threads", false),
          make("class", "group by class", false),
          make("module", "group by module", false),
          make("folder", "group by folder", false),
          make("file", "group by file", false),
        ),
      );
    }
    this.steps.replaceChildren(...chips);
  }

  flame(p, options) {
    const flame = new Flame(p, {
      ...options,
      theme: this.store.state.theme,
      label: `${this.store.state.tab} of ${p.unit}`,
      say: this.say,
      choose: (fn) => this.chooseQuietly(fn, p),
      words: (n) => nodeWords(p, n),
      colour: options.colour,
    });
    this.flameView = flame;
    flame.element.draw = () => flame.draw();
    return flame.element;
  }

  /** Change the selected function without redrawing the picture. */
  chooseQuietly(fn, p) {
    this.store.state.fn = fn;
    this.drawSteps(p, p);
  }
}
