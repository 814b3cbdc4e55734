// SPDX-License-Identifier: BSD-2-Clause
// The page's static tables, made sortable, and recomputed for a selection.
import { COLUMNS, FROM_EVENTS, TABLES } from "../data/analyses.js";
import { duration, rangeWords } from "../model/format.js";
import { Coverage } from "../model/coverage.js";
import { partOf } from "../model/recordings.js";
import { coverageLine, emptyWords } from "./covered.js";
import { h } from "./dom.js";
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
    return this.kind in TABLES && this.data.rows !== null && this.columns !== undefined;
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
    const covered = trace && this.recomputes ? new Coverage(trace, sel, this.kind) : null;
    // The tool's table covers the whole recording. It is kept if the page has data for less than that.
    if (covered && (sel || this.grown || this.store.state.trace !== 0 || (this.cut && covered.all))) {
      try {
        rows = await this.compute(sel);
        note = sel || !covered.all ? coverageLine(covered, sel ? partWords(sel) : "") : null;
      } catch (e) {
        note = h("p", { class: "part", text: `The table can't be computed for the selection: ${e.message}.` });
      }
    } else if (sel && trace) {
      const { command } = new Coverage(trace, sel, this.kind);
      note = h(
        "p",
        { class: "part" },
        "For the whole recording. Command for the selection: ",
        h("code", { text: command }),
      );
    } else if (covered && !covered.all) {
      note = h("p", { class: "part", text: `For the whole recording, as computed by spoor. ${this.rest}` });
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
        { search: rows.length > 30, click: this.click(), step: 60, empty: emptyWords(sel && covered) },
      );
    this.place.replaceChildren(...(this.table ? [this.table.element] : []));
  }

  /**
   * Compute the rows for the part of a selection that the page holds; null if it holds none of it. Cells are null in
   * columns that can't be computed.
   */
  async compute(sel) {
    const trace = this.data.chosen(this.store.state),
      prefix = `${trace.index}/`,
      rows = sel?.rows && new Set(sel.rows.filter((r) => r.startsWith(prefix)).map((r) => r.slice(prefix.length)));
    // Rounded to ns, like the range in the command for spoor stats.
    const rounded = sel && { from: Math.round(sel.from), to: Math.round(sel.to) },
      covered = new Coverage(trace, rounded, this.kind);
    if (covered.none) {
      return null;
    }
    const part = partOf(trace, rounded, rows ?? null, covered.held);
    const made = TABLES[this.kind](part, FROM_EVENTS.has(this.kind) ? await trace.loadEvents() : null),
      places = this.columns.map((c) => COLUMNS[this.kind].indexOf(c.name));
    return made.map((r) => places.map((k) => (k < 0 ? null : r[k])));
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
