// SPDX-License-Identifier: BSD-2-Clause
// The static tables of the page, made sortable; and made again for the chosen part.
import { COLUMNS, FROM_EVENTS, Part, TABLES } from "../data/analyses.js";
import { duration, rangeWords } from "../model/format.js";
import { h } from "./dom.js";
import { readTable, Table } from "./table.js";

export class SectionView {
  /** @param {HTMLElement} element a <section> of the page */
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this.kind = element.id;
    const box = element.querySelector(".w");
    this.place = h("div", { class: "place" });
    this.note = h("p", { class: "part", hidden: true });
    if (box && element.querySelector("thead")) {
      const { columns, rows } = readTable(box);
      this.columns = columns;
      this.whole = rows;
      this.cut = element.querySelector(".more") !== null && rows.length > 0;
      box.replaceWith(this.place);
      element.querySelector(".more")?.remove();
      this.place.before(this.note);
    }
  }

  /** The recording grew: the static rows are of its past. */
  async renew() {
    this.cut = true;
    this.shown = undefined;
    if (this.kind === "summary" && this.columns) {
      this.renewAccounts(this.app.heads[0].accounts);
    } else if (this.recomputes) {
      this.whole = await this.app.tableRows(this.kind, null);
    }
  }

  renewAccounts(accounts) {
    const lost = accounts.reduce((sum, a) => sum + a.lost + a.link, 0),
      line = this.element.querySelector(".good, .bad");
    this.whole = accounts.map((a, cpu) => [String(cpu), a.decoded, a.lost, a.link, a.cleared, a.before]);
    line.className = lost === 0 ? "good" : "bad";
    line.textContent = lost === 0 ? "No event was lost." : `${lost} events were lost; tables count those that came.`;
    this.element.querySelector("dl")?.remove(); // About has the rest, and that of now
  }

  get recomputes() {
    return this.kind in TABLES && this.app.rows !== null && this.columns !== undefined;
  }

  /** @param {{from: number, to: number, rows: string[]|null}|null} sel */
  async show(sel) {
    if (!this.columns) {
      return;
    }
    const key = JSON.stringify(sel) + this.app.state.trace;
    if (this.shown === key) {
      return;
    }
    this.shown = key;
    let rows = this.whole,
      words = "";
    if (this.recomputes && (sel || this.cut || this.app.state.trace !== 0)) {
      try {
        rows = await this.app.tableRows(this.kind, sel);
        words = sel ? partWords(sel) : "";
      } catch (e) {
        words = `The part can't be computed: ${e.message}.`;
      }
    } else if (sel && this.app.rows) {
      const range = rangeWords(sel.from, sel.to);
      words = `Of the whole recording: spoor stats ${this.kind} --range ${range} gives this part.`;
    }
    if (this.shown !== key) {
      return;
    }
    this.note.textContent = words;
    this.note.hidden = words === "";
    this.table = new Table(
      this.columns.map((c) => ({ ...c, bar: ["share_percent", "self_percent", "total_percent"].includes(c.name) })),
      rows,
      { search: rows.length > 30, click: this.jump(), step: 60 },
    );
    this.place.replaceChildren(this.table.element);
  }

  /** A click on a row goes to its slowest moment. */
  jump() {
    const at = this.columns.findIndex((c) => /(^|_)at_s$/.test(c.name)),
      to = this.app.tables.find((t) => t.name === this.kind)?.jump,
      name = this.columns.findIndex((c) => c.name === to?.column);
    if (at < 0 || !this.app.rows) {
      return undefined;
    }
    return (row) => row[at] !== null && this.app.goTo(Math.round(row[at] * 1e9), to?.row, row[name]);
  }
}

function partWords({ from, to, rows }) {
  const count = rows ? `, ${rows.length} row${rows.length === 1 ? "" : "s"}` : "";
  return `In ${rangeWords(from, to)} s (${duration(to - from)})${count}.`;
}

/**
 * @param {import("../data/trace.js").Trace} trace
 * @param {{name: string}[]} columns of the page's table; a row has null in those that can't be computed
 */
export async function computeTable(trace, kind, sel, columns) {
  const prefix = `${trace.index}/`;
  const chosen = sel?.rows
    ? new Set(sel.rows.filter((r) => r.startsWith(prefix)).map((r) => r.slice(prefix.length)))
    : null;
  const part = new Part(
    trace,
    sel ? trace.fromAxis(Math.round(sel.from)) : 0,
    sel ? trace.fromAxis(Math.round(sel.to)) : Infinity,
    chosen,
  );
  const rows = TABLES[kind](part, FROM_EVENTS.has(kind) ? await trace.loadEvents() : null),
    places = columns.map((c) => COLUMNS[kind].indexOf(c.name));
  return rows.map((r) => places.map((k) => (k < 0 ? null : r[k])));
}
