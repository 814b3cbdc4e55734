// SPDX-License-Identifier: BSD-2-Clause
// The call graph of a profile. Selects the functions to show, their colours and the critical path.
import { beginOf, FUNCTION, HAS } from "../../data/profile.js";
import { count } from "../../model/format.js";
import { button, h } from "../dom.js";
import { drawGraph } from "../graph.js";
import { GraphBox } from "../graphbox.js";
import { share, value } from "./words.js";

const FIRST = 40, // number of functions shown at first
  MOST = 1500;
const COLOURS = {
  self: "exclusive",
  total: "inclusive",
  calls: "calls",
  "self/total": "exclusive / inclusive",
  "total/self": "inclusive / exclusive",
};

const LAYOUTS = { layers: "layers", free: "free" };

/** Shorten a name in its middle: names of C++ differ at both ends. */
function shortened(name, longest) {
  const keep = Math.max(4, longest) - 1,
    tail = Math.floor(keep / 2);
  return name.length <= keep + 1 ? name : `${name.slice(0, keep - tail)}…${name.slice(-tail)}`;
}

/** Functions and all that they call, by arcs. @param {number[]} from */
function reached(arcs, from) {
  const found = new Set(from),
    todo = [...from];
  while (todo.length > 0) {
    const at = todo.pop();
    for (const { caller, callee } of arcs) {
      if (caller === at && !found.has(callee)) {
        found.add(callee);
        todo.push(callee);
      }
    }
  }
  return found;
}

const MEASURES = {
  self: (v) => v.self,
  total: (v) => v.total,
  calls: (v) => v.calls,
  "self/total": (v) => (v.total ? v.self / v.total : 0),
  "total/self": (v) => (v.self ? v.total / v.self : 0),
};

export class CallGraph {
  /** @param {() => void} redraw called after a change of the functions to show */
  constructor(store, redraw) {
    this.store = store;
    this.redraw = redraw;
    this.frames = null;
    this.begin = null;
    this.entered = null;
    this.needle = "";
    /** Where nodes were dragged. */
    this.moved = new Map();
  }

  draw(p) {
    const { state } = this.store,
      isFunction = (frame) => p.frames[frame].kind === FUNCTION;
    this.arcs = p.arcList().filter((a) => isFunction(a.caller) && isFunction(a.callee));
    const callers = new Set(this.arcs.map((a) => a.caller)); // a root without samples has no total
    this.worth = p
      .flat()
      .filter((v) => isFunction(v.frame) && (v.total > 0 || v.calls > 0 || callers.has(v.frame)))
      .sort((a, b) => b.total - a.total || b.calls - a.calls);
    if (this.profile !== p) {
      this.profile = p;
      this.box = new GraphBox("Call graph", (id, place) => this.move(id, place));
      this.frames = null;
    }
    this.enter(p);
    const f = state.fn === "" ? -1 : p.frameNamed(state.fn);
    this.chosen = f;
    if (f >= 0 && isFunction(f)) {
      this.frames.add(f);
    }
    this.shown = this.filtered(p);
    const key = `${state.layout} ${this.shown.map((v) => v.frame).join()}`;
    if (this.key !== key) {
      this.key = key;
      this.moved.clear();
    }
    this.show();
    return h("div", {}, this.bar(p), this.box.element);
  }

  /** Find the functions of the chosen sections with what they call, and show the largest of them. */
  enter(p) {
    const { begin } = this.store.state;
    if (this.frames !== null && this.begin === begin) {
      return;
    }
    const entries = this.worth.map((v) => v.frame).filter((frame) => begin.includes(beginOf(p.frames[frame])));
    this.begin = begin;
    this.entered = begin.length > 0 ? reached(this.arcs, entries) : null;
    this.frames = new Set(
      this.reachable()
        .slice(0, FIRST)
        .map((v) => v.frame),
    );
  }

  /** The functions that can be shown, the largest first. */
  reachable() {
    return this.entered ? this.worth.filter((v) => this.entered.has(v.frame)) : this.worth;
  }

  /** The functions to show: those that were chosen, as far as the filters of the bar let them. */
  filtered(p) {
    const { least, below } = this.store.state,
      root = below === "" ? -1 : p.frameNamed(below),
      within = root >= 0 ? reached(this.arcs, [root]) : null,
      needle = this.needle.toLowerCase();
    return this.worth.filter(
      (v) =>
        (!this.entered || this.entered.has(v.frame)) &&
        (within ? within.has(v.frame) : this.frames.has(v.frame)) &&
        100 * v.total >= least * p.all &&
        p.frames[v.frame].name.toLowerCase().includes(needle),
    );
  }

  /** Draw the graph into its frame. */
  show() {
    const { profile: p, shown } = this,
      { state } = this.store,
      ids = new Set(shown.map((v) => v.frame)),
      edges = this.arcs.filter((a) => ids.has(a.caller) && ids.has(a.callee)),
      measure = MEASURES[state.colour] ?? MEASURES.self,
      hasCalls = (p.has & HAS.CALLS) !== 0;
    const most = Math.max(1e-9, ...shown.map(measure)),
      mostArc = Math.max(1e-9, ...edges.map((a) => a.total || a.calls)),
      critical = criticalPath(shown, edges);
    const nodes = shown.map((v) => ({
      id: v.frame,
      share: measure(v) / most,
      critical: critical.has(v.frame),
      chosen: v.frame === this.chosen,
      lines: [
        shortened(p.frames[v.frame].name, state.longest),
        `${value(p, v.total)}${share(p, v.total)}`,
        `self ${value(p, v.self)}${hasCalls ? `, ${count(v.calls)} calls` : ""}`,
      ],
    }));
    const graph = drawGraph(
      nodes,
      edges.map((a) => ({
        from: a.caller,
        to: a.callee,
        share: (a.total || a.calls) / mostArc,
        critical: critical.has(a.caller) && critical.has(a.callee) && critical.get(a.caller) === a.callee,
        label: hasCalls ? `${count(a.calls)} ×` : value(p, a.total),
      })),
      {
        theme: state.theme,
        label: "Call graph",
        layout: state.layout,
        moved: this.moved,
        click: (id) => this.click(id),
        open: (id) => this.store.set({ below: p.frames[id].name, fn: p.frames[id].name }),
      },
    );
    this.box.show(graph, critical.keys().next().value, this.kept);
    this.kept = undefined;
  }

  /** Select a function, and show its callers and callees. */
  click(id) {
    const { name } = this.profile.frames[id];
    this.kept = id;
    this.box.focusNext = true;
    this.arcs.forEach((a) => {
      if (a.caller === id) {
        this.frames.add(a.callee);
      } else if (a.callee === id) {
        this.frames.add(a.caller);
      }
    });
    if (this.store.state.fn === name) {
      this.redraw();
    } else {
      this.store.set({ fn: name });
    }
  }

  /** A node is dragged. */
  move(id, place) {
    this.moved.set(id, place);
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.show();
    });
  }

  /** Boxes for the programs and sections with whose functions the graph begins. */
  entries(p) {
    const { store, worth } = this,
      { begin } = store.state,
      functions = new Map(begin.map((origin) => [origin, 0]));
    for (const { frame } of worth) {
      const origin = beginOf(p.frames[frame]);
      functions.set(origin, (functions.get(origin) ?? 0) + 1);
    }
    if (functions.size < 2) {
      return "";
    }
    const box = ([origin, n]) =>
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          value: origin,
          checked: begin.includes(origin),
          onchange: (e) => {
            this.box.k = 0; // fit anew
            store.set({ begin: e.target.checked ? [...begin, origin] : begin.filter((o) => o !== origin) });
          },
        }),
        ` ${origin} (${n})`,
      );
    return h(
      "p",
      { class: "line entries", role: "group", "aria-label": "Entry functions" },
      h("span", { class: "hint", text: "Begin with functions of: " }),
      ...[...functions].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap((origin) => [box(origin), " "]),
    );
  }

  /** The controls above the graph. */
  bar(p) {
    const { store, shown } = this,
      { colour, layout, least, longest, below, fn } = store.state;
    const choice = (id, label, all, chosen, key) =>
      h(
        "label",
        {},
        `${label} `,
        h(
          "select",
          {
            id,
            onchange: (e) => {
              this.box.k = 0; // fit anew
              store.set({ [key]: e.target.value });
            },
          },
          ...Object.entries(all).map(([option, words]) =>
            h("option", { value: option, selected: option === chosen }, words),
          ),
        ),
        " ",
      );
    const number = (id, label, most, now, key, after = "") =>
      h(
        "label",
        {},
        `${label} `,
        h("input", {
          id,
          type: "number",
          min: 0,
          max: most,
          step: "any",
          value: now,
          onchange: (e) => store.set({ [key]: Math.max(0, Math.min(most, Number(e.target.value) || 0)) }),
        }),
        `${after} `,
      );
    const find = h("input", {
      type: "search",
      placeholder: "Filter names",
      value: this.needle,
      "aria-label": "Filter names",
      onchange: (e) => {
        this.needle = e.target.value;
        this.redraw();
      },
    });
    const left = this.reachable().length - shown.length,
      f = fn === "" ? -1 : p.frameNamed(fn),
      tools = [];
    if (below !== "") {
      tools.push(
        h(
          "span",
          { class: "chip" },
          `below ${below}`,
          button("✕", "Show all again", () => store.set({ below: "" })),
        ),
      );
    } else if (f >= 0) {
      tools.push(
        button(`Only below ${shortened(fn, 24)}`, "Show only this function and what it calls (double click)", () =>
          store.set({ below: fn }),
        ),
      );
    }
    if (left > 0) {
      tools.push(h("span", { class: "hint", text: `${shown.length} of ${this.reachable().length} functions.` }));
    }
    if (left > 0 && below === "") {
      tools.push(
        button("Show all", `Show ${this.reachable().length > MOST ? `the ${MOST} largest` : "all"} functions`, () => {
          this.box.k = 0; // fit anew
          this.frames = new Set(
            this.reachable()
              .slice(0, MOST)
              .map((v) => v.frame),
          );
          this.redraw();
        }),
      );
    }
    return h(
      "div",
      {},
      h(
        "p",
        { class: "line" },
        choice("graph-colour", "Colour", COLOURS, colour, "colour"),
        choice("graph-layout", "Layout", LAYOUTS, layout, "layout"),
        number("graph-least", "At least", 100, least, "least", " %"),
        number("graph-longest", "Letters of names", 500, longest, "longest"),
        find,
      ),
      this.entries(p),
      h("p", { class: "line steady" }, ...tools.flatMap((t) => [t, " "])),
      h("p", {
        class: "hint",
        text:
          "Click a function to show its callers and callees, double-click it to show only what it calls. Drag it to " +
          "move it. The critical path is orange.",
      }),
    );
  }
}

/** Follow the largest arcs from the largest root. @returns {Map<number, number|null>} the next function of each one */
function criticalPath(shown, edges) {
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
