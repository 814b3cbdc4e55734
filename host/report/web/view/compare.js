// SPDX-License-Identifier: BSD-2-Clause
// The Compare screen for two recordings: changed metrics (the static table), overlaid histograms, a differential flame
// graph.
import { FUNCTION, profileOfHead } from "../data/profile.js";
import { fromFrames } from "../data/sections.js";
import { VIEW } from "../engine/view.js";
import { duration } from "../model/format.js";
import { h } from "./dom.js";
import { Flame } from "./flame.js";
import { buckets, histogram } from "./heat.js";
import { instances } from "./latency.js";
import { Table } from "./table.js";

const KINDS = { wake: "wake-up latency", block: "blocks and ranges", call: "functions", irq: "interrupts" };

export class Compare {
  constructor({ store, data, say }) {
    this.store = store;
    this.data = data;
    this.say = say;
    this.what = "block";
    this.element = h("div", { class: "compares" });
    store.on(
      (_, changed) =>
        ["metric", "theme"].some((k) => changed.has(k)) && store.state.screen === "compare" && this.show(),
    );
  }

  async show() {
    const [a, b] = this.data.traces,
      element = h("div", { class: "compares" });
    this.element.replaceWith(element); // drawn anew, also while an older one waits for its numbers
    this.element = element;
    this.element.append(
      h("h2", { text: "Compare" }),
      h(
        "p",
        {},
        "A: ",
        h("b", { text: this.data.heads[0].file }),
        ", B: ",
        h("b", { text: this.data.heads[1]?.file ?? "" }),
      ),
    );
    if (a && b) {
      await this.histograms(a, b);
    } else if (this.data.profiles.length === 2) {
      this.functions(...this.data.profiles);
    }
    await this.flames();
  }

  async histograms(a, b) {
    const has = (t, k) =>
        t.rows.some((r) => r.kind === { wake: "thread", block: "block", call: "calls", irq: "irq" }[k]),
      kinds = Object.keys(KINDS).filter((k) => has(a, k) || has(b, k));
    if (kinds.length === 0) {
      return;
    }
    this.what = kinds.includes(this.what) ? this.what : kinds[0];
    const [inA, inB] = await Promise.all([instances(a, this.what), instances(b, this.what)]),
      names = [...new Set([...inA.keys(), ...inB.keys()])],
      name = names.includes(this.store.state.metric) ? this.store.state.metric : names[0];
    const values = (map, n) => (map.get(n)?.list ?? []).map(([length]) => length),
      mean = (list) => (list.length ? list.reduce((sum, ns) => sum + ns, 0) / list.length / 1000 : null);
    const rows = names.map((n) => {
      const ofA = values(inA, n),
        ofB = values(inB, n),
        ma = mean(ofA),
        mb = mean(ofB);
      return [n, ofA.length, ofB.length, ma, mb, ma && mb !== null ? (100 * (mb - ma)) / ma : null];
    });
    const x = values(inA, name),
      y = values(inB, name),
      bins = buckets([...x, ...y]),
      counts = Array.from({ length: bins.n }, (_, n) => ({
        label: `${duration(bins.from(n))} to ${duration(bins.from(n + 1))}`,
        count: 0,
        other: 0,
      }));
    x.forEach((v) => counts[bins.of(v)].count++);
    y.forEach((v) => counts[bins.of(v)].other++);
    this.element.append(
      h(
        "p",
        { class: "line" },
        h(
          "label",
          {},
          "Show ",
          h(
            "select",
            {
              id: "compare-kind",
              onchange: (e) => {
                this.what = e.target.value;
                this.show();
              },
            },
            ...kinds.map((k) => h("option", { value: k, selected: k === this.what }, KINDS[k])),
          ),
        ),
      ),
      new Table(
        [
          { name: "name", type: "text" },
          { name: "A", title: "A count", type: "number" },
          { name: "B", title: "B count", type: "number" },
          { name: "A_us", title: "A avg us", type: "us" },
          { name: "B_us", title: "B avg us", type: "us" },
          { name: "change", title: "change %", type: "percent" },
        ],
        rows,
        { sort: 5, step: 15, click: (r) => this.store.set({ metric: r[0] }) },
      ).element,
      h("h3", { text: `${name}: A filled, B outlined` }),
      histogram(counts, `Histograms of ${name}`, () => {}),
      h(
        "div",
        { class: "ends" },
        h("span", { text: duration(bins.from(0)) }),
        h("span", { text: duration(bins.from(bins.n)) }),
      ),
    );
  }

  /** A table of the functions of two profiles side by side. */
  functions(a, b) {
    const self = (p) =>
      new Map(
        p
          .flat()
          .filter((v) => p.frames[v.frame].kind === FUNCTION)
          .map((v) => [p.frames[v.frame].name, p.value(v.self)]),
      );
    const inA = self(a),
      inB = self(b),
      type = a.unit === "ns" ? "us" : "number";
    const rows = [...new Set([...inA.keys(), ...inB.keys()])].map((n) => [
      n,
      inA.get(n) ?? null,
      inB.get(n) ?? null,
      (inB.get(n) ?? 0) - (inA.get(n) ?? 0),
      inA.get(n) ? (100 * ((inB.get(n) ?? 0) - inA.get(n))) / inA.get(n) : null,
    ]);
    this.element.append(
      new Table(
        [
          { name: "function", type: "text" },
          { name: "A", title: "A self", type },
          { name: "B", title: "B self", type },
          { name: "change", type },
          { name: "change_percent", title: "change %", type: "percent" },
        ],
        rows,
        { sort: 3, search: true, caption: `Self in ${a.unit === "ns" ? "us" : a.unit}` },
      ).element,
    );
  }

  /** A flame graph of B: red grew since A, blue shrank. Stacks that only A has ("elided") have a graph of their own. */
  async flames() {
    const [a, b] =
      this.data.profiles.length === 2 ? this.data.profiles : this.data.traces.length === 2 ? await this.profiles() : [];
    if (!a || !b || !a.isTree || !b.isTree) {
      return;
    }
    const key = (p, n) =>
        p
          .framesOf(n)
          .map((f) => p.frames[f].name)
          .join("\u0000"),
      inA = new Map(),
      inB = new Map();
    for (let n = 1; n < a.frame.length; n++) {
      inA.set(key(a, n), a.total[n]);
    }
    for (let n = 1; n < b.frame.length; n++) {
      inB.set(key(b, n), b.total[n]);
    }
    const elided = a.rebuilt((path) => path),
      gone = [...inA].filter(([k]) => !inB.has(k)).length,
      scale = a.all > 0 && b.all > 0 ? b.all / a.all : 1;
    const make = (p, others, factor, label) =>
      new Flame(p, {
        byWeight: true,
        theme: this.store.state.theme,
        label,
        say: (t) => this.say(t),
        choose: () => {},
        words: (n) => {
          const other = (others.get(key(p, n)) ?? 0) * factor,
            now = p.total[n];
          const value = p.unit === "ns" ? duration(now) : now;
          const change = other === 0 ? "only here" : `${((100 * (now - other)) / other).toFixed(1)} %`;
          return n === 0 ? `all: ${value}` : `${p.frames[p.frame[n]].name}: ${value}, ${change}`;
        },
        colour: (n) => {
          if (n === 0) {
            return null;
          }
          const other = (others.get(key(p, n)) ?? 0) * factor,
            change = other === 0 ? 1 : Math.max(-1, Math.min(1, (p.total[n] - other) / other));
          const pale = Math.round(235 - 130 * Math.abs(change));
          return change >= 0 ? [240, pale, pale] : [pale, pale + 5, 240];
        },
      });
    const only = h("input", {
      type: "checkbox",
      id: "elided",
      onchange: () => {
        box.replaceChildren((only.checked ? first : second).element);
        (only.checked ? first : second).draw();
      },
    });
    const second = make(b, inA, scale, "Differential flame graph"),
      first = make(
        elided.rebuilt((path) => (inB.has(path.map((f) => a.frames[f].name).join("\u0000")) ? null : path)),
        inB,
        1 / scale,
        "Elided stacks",
      ),
      box = h("div", {}, second.element);
    this.flame = second;
    this.element.append(
      h("h3", { text: "Differential flame graph" }),
      h(
        "p",
        { class: "line" },
        h("span", {
          class: "hint",
          text: `Widths show B${scale !== 1 ? ", A is scaled to the same total" : ""}. Red: more than A. Blue: less. `,
        }),
        h("label", {}, only, ` elided: ${gone} stacks only in A`),
      ),
      box,
    );
    requestAnimationFrame(() => second.draw());
  }

  /** The profiles of both recordings: of calls or samples, or else of the time waited. */
  async profiles() {
    const of = (view) =>
      Promise.all(
        this.data.traces.map(async (t) => profileOfHead(await fromFrames(await t.recording.view(view)).head(0))),
      );
    try {
      return await of(VIEW.CALLS);
    } catch {
      return of(VIEW.WAITS);
    }
  }
}
