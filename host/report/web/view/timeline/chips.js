// SPDX-License-Identifier: BSD-2-Clause
// Chips above the rows: the selection, markers, hidden rows and notes. Each has a button that removes it.
import { duration, time } from "../../model/format.js";
import { UNMATCHED } from "../../model/picked.js";
import { button, h, isTouch } from "../dom.js";

const HINT = "Wheel: zoom. Drag: select. Shift+drag: pan. Double-click: fit. ?: all keyboard shortcuts.",
  TOUCH = "Drag: pan. Two fingers: zoom. Rest, then drag: select.";

/** Time, cycles, events and context switches between the markers; null unless both are set. */
export function markerDelta({ a, b, trace: index }, rows) {
  const trace = rows.traces[index] ?? rows.traces[0];
  if (a === null || b === null) {
    return null;
  }
  const from = trace.fromAxis(Math.min(a, b)),
    to = trace.fromAxis(Math.max(a, b)),
    e = trace.loaded;
  // Counts are null where there is no detail, because they aren't known there.
  let switches = trace.covers(from, to) ? 0 : null;
  for (const row of switches === null ? [] : trace.rows.filter((r) => r.kind === "cpu")) {
    switches += row.lanes[0].from(to) - row.lanes[0].from(from);
  }
  const cycles = Math.round(Math.abs(to - from)),
    counted = e && trace.covers(from, to, trace.detail.eventsTo);
  return { ns: b - a, cycles, events: counted ? e.from(to) - e.from(from) : null, switches };
}

function markerWords(state, rows) {
  const { a, b } = state,
    delta = markerDelta(state, rows),
    words = [];
  if (a !== null) {
    words.push(`A ${time(a)}`);
  }
  if (b !== null) {
    words.push(`B ${time(b)}`);
  }
  if (delta) {
    const known = (n, name) => (n !== null ? `, ${n} ${name}` : "");
    words.push(
      `Δ ${duration(delta.ns)} = ${delta.cycles} cycles` +
        known(delta.events, "events") +
        known(delta.switches, "switches"),
    );
  }
  return words.join("  ");
}

export class Chips {
  /** @param {(from: number, to: number) => void} show shows a range of the axis */
  constructor(store, show) {
    this.store = store;
    this.show = show;
    this.element = h("div", { class: "chips" });
  }

  draw(rows) {
    const { state } = this.store,
      { sel, a, b, hidden, notes, filter, unmatched } = state,
      key = JSON.stringify([sel, a, b, hidden, notes, filter, unmatched, rows.traces[0].loaded !== undefined]);
    if (key === this.key) {
      return;
    }
    this.key = key;
    const chips = [];
    if (sel) {
      chips.push(...this.selection(sel, rows));
    }
    if (a !== null || b !== null) {
      chips.push(this.chip(markerWords(state, rows), "Clear the markers", { a: null, b: null }, "chip markers"));
    }
    if (hidden.length > 0) {
      chips.push(this.chip(`${hidden.length} hidden`, "Show all rows", { hidden: [] }));
    }
    if (filter !== "") {
      chips.push(this.filter(filter, unmatched));
    }
    chips.push(...notes.map((note) => this.note(note, notes)));
    this.element.replaceChildren(
      ...(chips.length > 0 ? chips : [h("span", { class: "hint", text: isTouch() ? TOUCH : HINT })]),
    );
  }

  /** A chip with a button. @param {object} undo the change of the state that removes the chip */
  chip(content, label, undo, kind = "chip") {
    return h(
      "span",
      { class: kind },
      content,
      button("✕", label, () => this.store.set(undo)),
    );
  }

  selection(sel, rows) {
    const length = sel.to - sel.from,
      at = (t) => time(t, length / 1000);
    const chips = [
      this.chip(`${at(sel.from)} – ${at(sel.to)} (${duration(length)})`, "Clear the selection", { sel: null }),
    ];
    if (sel.rows) {
      const names = sel.rows.map((id) => rows.all.get(id)?.label ?? id),
        words = names.length > 3 ? `${names.length} rows` : names.join(", ");
      chips.push(this.chip(`× ${words}`, "Select all rows", { sel: { ...sel, rows: null } }));
    }
    return chips;
  }

  filter(filter, unmatched) {
    const choice = h(
      "select",
      {
        "aria-label": "What the filter doesn't choose",
        onchange: (e) => this.store.set({ unmatched: e.target.value }),
      },
      ...Object.entries(UNMATCHED).map(([id, words]) =>
        h("option", { value: id, selected: id === unmatched }, `others ${words}`),
      ),
    );
    return this.chip(h("span", {}, h("code", { text: filter }), " ", choice), "Clear the filter", { filter: "" });
  }

  note(note, notes) {
    const length = note.to - note.from;
    const go = () => this.show(note.from - length - 1000, note.to + length + 1000);
    return this.chip(
      button(note.text, `Go to the note ${note.text}`, go),
      "Remove the note",
      { notes: notes.filter((n) => n !== note) },
      "chip note",
    );
  }
}
