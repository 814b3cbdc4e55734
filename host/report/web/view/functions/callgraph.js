// SPDX-License-Identifier: BSD-2-Clause
// The call graph of a profile. Selects the functions to show, their colours and the critical path.
import { FUNCTION, HAS } from "../../data/profile.js";
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

export class CallGraph {
  /** @param {() => void} redraw called after a change of the functions to show */
  constructor(store, redraw) {
    this.store = store;
    this.redraw = redraw;
    this.frames = null;
  }

  draw(p) {
    const { store } = this,
      { state } = store,
      flat = p.flat(),
      arcs = p.arcList().filter((a) => p.frames[a.caller].kind === FUNCTION && p.frames[a.callee].kind === FUNCTION);
    const worth = flat
      .filter((v) => p.frames[v.frame].kind === FUNCTION && (v.total > 0 || v.calls > 0))
      .sort((a, b) => b.total - a.total || b.calls - a.calls);
    if (this.profile !== p) {
      this.profile = p;
      this.box = new GraphBox("Call graph");
      this.frames = new Set(worth.slice(0, FIRST).map((v) => v.frame));
    }
    const f = state.fn === "" ? -1 : p.frameNamed(state.fn);
    if (f >= 0 && p.frames[f].kind === FUNCTION) {
      this.frames.add(f);
    }
    const needle = (this.needle ?? "").toLowerCase();
    const shown = worth.filter(
      (v) => this.frames.has(v.frame) && p.frames[v.frame].name.toLowerCase().includes(needle),
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
      critical = criticalPath(shown, edges);
    const nodes = shown.map((v) => ({
      id: v.frame,
      share: measure(v) / most,
      critical: critical.has(v.frame),
      chosen: v.frame === f,
      lines: [
        p.frames[v.frame].name,
        `${value(p, v.total)}${share(p, v.total)}`,
        `self ${value(p, v.self)}${(p.has & HAS.CALLS) !== 0 ? `, ${count(v.calls)} calls` : ""}`,
      ],
    }));
    const graph = drawGraph(
      nodes,
      edges.map((a) => ({
        from: a.caller,
        to: a.callee,
        share: (a.total || a.calls) / mostArc,
        critical: critical.has(a.caller) && critical.has(a.callee) && critical.get(a.caller) === a.callee,
        label: (p.has & HAS.CALLS) !== 0 ? `${count(a.calls)} ×` : value(p, a.total),
      })),
      {
        theme: state.theme,
        label: "Call graph",
        click: (id) => {
          this.kept = id;
          this.box.focusNext = true;
          arcs.forEach((a) => {
            if (a.caller === id) {
              this.frames.add(a.callee);
            } else if (a.callee === id) {
              this.frames.add(a.caller);
            }
          });
          if (state.fn === p.frames[id].name) {
            this.redraw();
          } else {
            store.set({ fn: p.frames[id].name });
          }
        },
      },
    );
    this.box.show(graph, critical.keys().next().value, this.kept);
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
          this.redraw();
        },
      }),
      " ",
      left > 0
        ? h("span", {
            class: "hint",
            text: `${shown.length} of ${worth.length} functions. Click one to show its callers and callees. `,
          })
        : "",
      left > 0
        ? button("Show all", `Show ${worth.length > MOST ? `the ${MOST} largest` : "all"} functions`, () => {
            this.box.k = 0; // fit anew
            this.frames = new Set(worth.slice(0, MOST).map((v) => v.frame));
            this.redraw();
          })
        : "",
      h("span", { class: "hint", text: " The critical path is orange." }),
    );
    return h("div", {}, bar, this.box.element);
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
