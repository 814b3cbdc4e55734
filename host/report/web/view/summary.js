// SPDX-License-Identifier: BSD-2-Clause
// The Summary screen: below the losses, a card for each kind of table with its five most important rows.
import { cell, duration } from "../model/format.js";
import { button, h } from "./dom.js";

/** Times have the unit that suits them, unlike in tables, where a column has one unit. */
function valueWords(value, type) {
  return type === "us" && typeof value === "number" ? duration(1000 * value) : cell(value, type);
}

export class Summary {
  constructor({ store, data, sections, loads }) {
    this.store = store;
    this.data = data;
    this.sections = sections;
    this.loads = loads;
    this.element = h("div", { class: "cards" });
  }

  show() {
    const cards = this.data.tables
      .filter((t) => t.card)
      .map((t) => this.card(t))
      .filter(Boolean);
    if (this.data.rows) {
      cards.unshift(
        h(
          "div",
          { class: "card wide" },
          h(
            "h3",
            {},
            button("Timeline →", "Open the timeline", () => this.store.set({ screen: "timeline" })),
          ),
          this.minimap(),
        ),
      );
    }
    this.element.replaceChildren(...cards);
    this.map?.();
  }

  minimap() {
    const copy = h("canvas", {
      class: "miniature",
      width: 1200,
      height: 36,
      role: "img",
      "aria-label": "Load of all CPUs over the recording",
      onclick: () => this.store.set({ screen: "timeline" }),
    });
    this.map = () => {
      const loads = this.loads(1200),
        most = loads.reduce((a, b) => Math.max(a, b), 0.01),
        c = copy.getContext("2d");
      copy.title = `Load of all CPUs: the highest column is ${(100 * most).toFixed(1)} %`;
      c.fillStyle = "rgb(0,158,115)";
      c.clearRect(0, 0, 1200, 36);
      loads.forEach((l, x) => c.fillRect(x, 36 - Math.ceil((l / most) * 35), 1, Math.ceil((l / most) * 35)));
    };
    return copy;
  }

  card({ name: kind, screen, card: { title, sort, columns: shown, only, without } }) {
    const section = this.sections.get(kind);
    if (!section?.columns || section.whole.length === 0) {
      return null;
    }
    const at = (name) => section.columns.findIndex((c) => c.name === name),
      by = section.columns.findIndex((c) => c.name === sort || c.name === `${sort}_us`);
    const places = shown
      .map((name) => section.columns.findIndex((c) => c.name === name || c.name === `${name}_us`))
      .filter((k) => k >= 0);
    const idle = new Set(
      this.data.traces.flatMap((t) => [...t.threads.values()].filter((x) => x.idle).map((x) => x.name)),
    );
    const keep = (r) =>
      (only === null || r[at(only)] > 0) && (without.length === 0 || r[at(without[0])] !== without[1]);
    const rows = section.whole
      .filter((r) => keep(r) && !(kind === "load" && idle.has(r[at("name")])))
      .sort((a, b) => (by < 0 ? 0 : b[by] - a[by]))
      .slice(0, 5);
    if (rows.length === 0) {
      return null;
    }
    return h(
      "div",
      { class: "card" },
      h(
        "h3",
        {},
        button(`${title} →`, `Open ${screen}`, () => this.store.set({ screen })),
      ),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...places.map((k) =>
              h("th", {
                scope: "col",
                class: section.columns[k].type === "text" ? "t" : null,
                text: section.columns[k].title.replace(/ us$/, ""),
              }),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ...rows.map((r) =>
            h(
              "tr",
              {},
              ...places.map((k) =>
                h("td", {
                  class: section.columns[k].type === "text" ? "t" : null,
                  text: valueWords(r[k], section.columns[k].type),
                }),
              ),
            ),
          ),
        ),
      ),
    );
  }
}
