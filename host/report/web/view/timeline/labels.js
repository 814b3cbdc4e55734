// SPDX-License-Identifier: BSD-2-Clause
// The labels to the left of the rows, with buttons to collapse, pin, move and hide a row.
import { button, h } from "../dom.js";

export class Labels {
  constructor(store) {
    this.store = store;
    this.element = h("div", { class: "labels", role: "group", "aria-label": "Rows" });
  }

  /** @param {import("./frame.js").Frame} frame */
  draw({ visible, rows, state, top }) {
    const { pins, collapsed, slice, compact } = state,
      key = visible.map((b) => `${b.row.id} ${b.y}`).join() + [pins, collapsed, slice?.row, compact].join();
    this.element.style.transform = `translateY(${-top}px)`;
    if (key !== this.key || rows !== this.rows) {
      this.key = key;
      this.rows = rows;
      this.element.replaceChildren(...visible.map((box) => this.label(box, state)));
    }
  }

  label({ row, y }, { pins, collapsed, slice }) {
    const toggle = (list) => () => this.store.toggle(list, row.name),
      open = !collapsed.includes(row.name),
      pinned = pins.includes(row.name);
    const fold = () =>
      button(open ? "▾" : "▸", `${open ? "Collapse" : "Expand"} ${row.label}`, toggle("collapsed"), {
        "aria-expanded": String(open),
      });
    return h(
      "div",
      {
        class: `label ${row.kind}${slice?.row === row.id ? " on" : ""}`,
        style: { top: `${y}px`, height: `${row.height}px`, paddingLeft: `${4 + 12 * row.depth}px` },
      },
      this.rows.hasChildren(row) ? fold() : h("span", { class: "gap" }),
      h("span", { class: "name", title: row.name, text: row.label }),
      h(
        "span",
        { class: "tools" },
        button(pinned ? "★" : "☆", `${pinned ? "Unpin" : "Pin"} ${row.label}`, toggle("pins"), {
          "aria-pressed": String(pinned),
        }),
        button("↑", `Move ${row.label} up`, () => this.move(row, -1)),
        button("✕", `Hide ${row.label}`, toggle("hidden")),
      ),
    );
  }

  /** Move a row among its siblings. */
  move(row, step) {
    const { order } = this.store.state,
      rank = new Map(order.map((name, i) => [name, i]));
    const list = this.rows
      .siblings(row)
      .map((r, i) => [r.name, rank.get(r.name) ?? order.length + i])
      .sort((a, b) => a[1] - b[1])
      .map(([name]) => name);
    const at = list.indexOf(row.name),
      to = at + step;
    if (to >= 0 && to < list.length) {
      [list[at], list[to]] = [list[to], list[at]];
      this.store.set({ order: [...order.filter((name) => !list.includes(name)), ...list] });
    }
  }
}
