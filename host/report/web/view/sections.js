// SPDX-License-Identifier: BSD-2-Clause
// The page's static tables, made sortable, and recomputed for a selection.
import { duration, rangeWords } from "../model/format.js";
import { rangeOf, rowsFilter } from "../model/recordings.js";
import { h, marked } from "./dom.js";
import { readTable, Table } from "./table.js";

export class SectionView {
  /** @param {HTMLElement} element a <section> of the page */
  constructor({ store, data, jump }, element) {
    this.store = store;
    this.data = data;
    this.jump = jump;
    this.element = element;
    this.kind = element.id;
    const box = element.querySelector(".w");
    this.place = h("div", { class: "place" });
    this.note = h("div", { class: "part", hidden: true });
    if (box && element.querySelector("thead")) {
      const { columns, rows } = readTable(box);
      this.columns = columns;
      this.whole = rows;
      const more = element.querySelector(".more");
      this.cut = more !== null && rows.length > 0;
      this.rest = this.cut ? more.textContent : "";
      box.replaceWith(this.place);
      more?.remove();
      this.place.before(this.note);
    }
  }

  /** The recording grew, so the static rows are outdated. */
  async renew() {
    this.grown = true;
    this.shown = undefined;
    if (this.kind === "summary" && this.columns) {
      this.renewAccounts(this.data.heads[0].accounts);
    } else if (this.recomputes) {
      this.whole = (await this.compute(null)) ?? [];
    }
  }

  renewAccounts(accounts) {
    const lost = accounts.reduce((sum, a) => sum + a.lost + a.link, 0),
      line = this.element.querySelector(".good, .bad");
    this.whole = accounts.map((a, cpu) => [String(cpu), a.decoded, a.lost, a.link, a.cleared, a.before]);
    line.className = lost === 0 ? "good" : "bad";
    line.textContent =
      lost === 0 ? "No events were lost." : `${lost} events were lost; the tables only cover the rest.`;
    this.element.querySelector("dl")?.remove(); // outdated; the About screen has current values
  }

  get recomputes() {
    return this.data.rows !== null && this.columns !== undefined && this.data.tables.some((t) => t.name === this.kind);
  }

  /** @param {{from: number, to: number, rows: string[]|null}|null} sel */
  async show(sel) {
    if (!this.columns) {
      return;
    }
    const trace = this.data.chosen(this.store.state),
      key = JSON.stringify(sel) + this.store.state.trace;
    if (this.shown === key) {
      return;
    }
    this.shown = key;
    let rows = this.whole,
      note = null;
    // The static table is that of the first recording, and has its first rows only.
    if (trace && this.recomputes && (sel || this.grown || this.store.state.trace !== 0 || this.cut)) {
      try {
        rows = await this.compute(sel);
        note = sel && h("p", { class: "part", text: partWords(sel) });
      } catch (e) {
        rows = this.grown || sel ? [] : rows;
        note = h("p", { class: "part" }, ...marked(`${e.message}${this.rest ? ` ${this.rest}` : ""}`));
      }
    } else if (sel && trace) {
      note = h("p", { class: "part", text: "For the whole recording." });
    }
    if (this.shown !== key) {
      return;
    }
    this.note.replaceChildren(...(note ? [note] : []));
    this.note.hidden = note === null;
    this.table =
      rows &&
      new Table(
        this.columns.map((c) => ({ ...c, bar: ["share_percent", "self_percent", "total_percent"].includes(c.name) })),
        rows,
        { search: rows.length > 30, click: this.click(), step: 60 },
      );
    this.place.replaceChildren(...(this.table ? [this.table.element] : []));
  }

  /** The rows for a selection, from the engine. */
  async compute(sel) {
    const trace = this.data.chosen(this.store.state),
      made = await trace.recording.table(this.kind, rangeOf(trace, sel), rowsFilter(trace, sel));
    return made.map((row) => this.columns.map((c) => row[c.name] ?? null));
  }

  /** @returns a handler that jumps to the time in a clicked row, e.g. that of its maximum; undefined if it has none */
  click() {
    const at = this.columns.findIndex((c) => /(^|_)at_s$/.test(c.name)),
      to = this.data.tables.find((t) => t.name === this.kind)?.jump,
      name = this.columns.findIndex((c) => c.name === to?.column);
    if (at < 0 || !this.data.rows) {
      return undefined;
    }
    return (row) => row[at] !== null && this.jump({ ns: Math.round(row[at] * 1e9), kind: to?.row, name: row[name] });
  }
}

function partWords({ from, to, rows }) {
  const count = rows ? `, ${rows.length} row${rows.length === 1 ? "" : "s"}` : "";
  return `In ${rangeWords(from, to)} s (${duration(to - from)})${count}.`;
}
