// SPDX-License-Identifier: BSD-2-Clause
// The labels to the left of the rows. A label is a button that opens the row's menu: collapse, pin, move, hide, select.
// One label can be reached by Tab; arrow keys move between labels.
import { addedCommands, isAdded } from "../../model/added.js";
import { aboutOf, filterOf } from "../../model/picked.js";
import { button, h } from "../dom.js";
import { openMenu } from "../menu.js";

export class Labels {
  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.store = timeline.store;
    /** The id of the row whose label has, or had, the focus. */
    this.current = null;
    this.element = h("div", {
      class: "labels",
      role: "group",
      "aria-label": "Rows. Arrow keys move between them, Enter opens a row's menu.",
      onkeydown: (e) => this.keyDown(e),
      onfocusin: (e) => this.setCurrent(e.target.closest(".label")?.dataset.row),
    });
  }

  /** @param {import("./frame.js").Frame} frame */
  draw({ visible, rows, state, top }) {
    const { pins, collapsed, slice, compact } = state,
      key = visible.map((b) => `${b.row.id} ${b.y}`).join() + [pins, collapsed, slice?.row, compact].join();
    this.element.style.transform = `translateY(${-top}px)`;
    if (key === this.key && rows === this.rows && !this.wanted) {
      return;
    }
    const had = this.wanted || this.element.contains(document.activeElement);
    this.key = key;
    this.rows = rows;
    this.wanted = false;
    if (!visible.some((b) => b.row.id === this.current)) {
      // The row is hidden or out of view: its neighbour gets the focus.
      this.current = (visible.find((b) => b.y >= (this.place ?? 0)) ?? visible.at(-1))?.row.id ?? null;
    }
    this.place = visible.find((b) => b.row.id === this.current)?.y;
    this.element.replaceChildren(...visible.map((box) => this.label(box, state)));
    if (had) {
      this.nameOf(this.current)?.focus({ preventScroll: true });
    }
  }

  label({ row, y }, { pins, collapsed, slice }) {
    const toggle = (list) => () => this.store.toggle(list, row.name),
      open = !collapsed.includes(row.name),
      pinned = pins.includes(row.name),
      tabindex = row.id === this.current ? 0 : -1;
    const fold = () =>
      button(open ? "▾" : "▸", `${open ? "Collapse" : "Expand"} ${row.label}`, toggle("collapsed"), {
        "aria-expanded": String(open),
        tabindex,
      });
    return h(
      "div",
      {
        class: `label ${row.kind}${slice?.row === row.id ? " on" : ""}`,
        "data-row": row.id,
        style: { top: `${y}px`, height: `${row.height}px`, paddingLeft: `${4 + 12 * row.depth}px` },
      },
      this.rows.hasChildren(row) ? fold() : h("span", { class: "gap" }),
      h(
        "button",
        {
          type: "button",
          class: "name",
          title: row.cpus ? `${row.name}: mean load of the CPUs ${row.cpus.join(", ")}` : row.name,
          tabindex,
          "aria-haspopup": "menu",
          onclick: (e) => this.menu(row, e.currentTarget),
        },
        row.label,
      ),
      h(
        "span",
        { class: "tools" },
        button(pinned ? "★" : "☆", `${pinned ? "Unpin" : "Pin"} ${row.label}`, toggle("pins"), {
          "aria-pressed": String(pinned),
          tabindex,
        }),
        button("↑", `Move ${row.label} up`, () => this.move(row, -1), { tabindex }),
        button("✕", `${isAdded(row) ? "Remove the" : "Hide"} ${row.label}`, () => this.hide(row), { tabindex }),
      ),
    );
  }

  nameOf(id) {
    return [...this.element.children].find((label) => label.dataset.row === id)?.querySelector(".name");
  }

  setCurrent(id) {
    if (id !== undefined && id !== this.current) {
      this.current = id;
      this.place = this.timeline.boxes().find((b) => b.row.id === id)?.y;
      for (const label of this.element.children) {
        label.querySelectorAll("button").forEach((b) => (b.tabIndex = label.dataset.row === id ? 0 : -1));
      }
    }
  }

  /** Move the focus to a row's label, and scroll to it. */
  focus(id) {
    this.setCurrent(id);
    this.timeline.revealRow(id);
    const name = this.nameOf(id);
    name?.focus({ preventScroll: true });
    this.wanted = !name; // the next picture has it
    this.timeline.requestDraw();
  }

  /** The commands for a row, also for the palette. @returns {[string, () => void][]} */
  commands(row) {
    const { pins, collapsed, sel } = this.store.state,
      { timeline, store } = this,
      all = timeline.rows,
      chosen = sel?.rows ?? [],
      range = { from: sel?.from ?? timeline.from, to: sel?.to ?? timeline.to };
    const list = [
      [`${pins.includes(row.name) ? "Unpin" : "Pin"} ${row.label}`, () => store.toggle("pins", row.name)],
      [`Move ${row.label} up`, () => this.move(row, -1)],
      [`Move ${row.label} down`, () => this.move(row, 1)],
    ];
    if (!isAdded(row)) {
      list.push([`Hide ${row.label}`, () => this.hide(row)]);
    }
    list.push(...addedCommands(store, all.traces[row.trace], row));
    const filter = filterOf(row, all.traces[row.trace]);
    if (row.kind === "thread") {
      list.push([
        `Table of the waits of ${row.label}`,
        () => store.set({ screen: "timeline", panel: "waits", sel: { ...range, rows: [row.id] } }),
      ]);
    }
    if (filter) {
      list.push([`Filter by ${row.label}`, () => store.set({ filter })]);
    }
    if (row.kind === "thread") {
      const about = aboutOf(row, all.traces[row.trace]);
      list.push([`Filter by ${row.label} and events about it`, () => store.set({ filter: about })]);
    }
    if (all.hasChildren(row)) {
      const words = collapsed.includes(row.name) ? "Expand" : "Collapse";
      list.unshift([`${words} ${row.label}`, () => store.toggle("collapsed", row.name)]);
    }
    if (!["group", "load"].includes(row.kind) && !isAdded(row)) {
      list.push(
        chosen.includes(row.id)
          ? [
              `Remove ${row.label} from the selection`,
              () =>
                store.set({ sel: { ...range, rows: chosen.length > 1 ? chosen.filter((r) => r !== row.id) : null } }),
            ]
          : [
              chosen.length > 0 ? `Add ${row.label} to the selection` : `Select only ${row.label}`,
              () => store.set({ sel: { ...range, rows: [...chosen, row.id] } }),
            ],
      );
    }
    return list;
  }

  menu(row, at) {
    openMenu(at, row.label, this.commands(row), () => this.focus(row.id));
  }

  keyDown(e) {
    const rows = this.timeline.shown(),
      at = rows.findIndex((r) => r.id === this.current),
      row = rows[at],
      folds = row && this.rows.hasChildren(row),
      open = row && !this.store.state.collapsed.includes(row.name);
    if (!row || e.ctrlKey || e.metaKey) {
      return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[e.key],
      fold = { ArrowLeft: open, ArrowRight: !open }[e.key] && folds;
    const toggle = (list) => this.store.toggle(list, row.name);
    if (e.altKey && (e.key === "ArrowUp" || e.key === "ArrowDown")) {
      this.wanted = true;
      this.move(row, e.key === "ArrowUp" ? -1 : 1);
    } else if (e.altKey) {
      return;
    } else if (to !== undefined) {
      this.focus(rows[Math.max(0, Math.min(rows.length - 1, to))].id);
    } else if (fold) {
      toggle("collapsed");
    } else if (e.key.toLowerCase() === "p") {
      toggle("pins");
    } else if (e.key.toLowerCase() === "h" || e.key === "Delete") {
      this.hide(row);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** Hide a row, or remove one that was added. */
  hide(row) {
    if (isAdded(row)) {
      addedCommands(this.store, this.timeline.rows.traces[row.trace], row)[0][1]();
    } else {
      this.store.toggle("hidden", row.name);
    }
  }

  /** Move a row among its siblings. */
  move(row, step) {
    const { order } = this.store.state,
      { rows } = this.timeline,
      list = rows.sorted(rows.siblings(row), order).map((r) => r.name);
    const at = list.indexOf(row.name),
      to = at + step;
    if (to >= 0 && to < list.length) {
      [list[at], list[to]] = [list[to], list[at]];
      this.store.set({ order: [...order.filter((name) => !list.includes(name)), ...list] });
    }
  }
}
