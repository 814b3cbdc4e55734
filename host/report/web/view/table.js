// SPDX-License-Identifier: BSD-2-Clause
// Tables that can be sorted and searched. Long tables show more rows on request.
import { conditionName, rowFilter } from "../model/conditions.js";
import { cell } from "../model/format.js";
import { button, h, scrollHint } from "./dom.js";
import { sourceLink } from "./host.js";

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string} type
 * @property {string} [title]
 * @property {string} [help]
 * @property {boolean} [bar]
 * @property {(row: any[]) => string} [place] the source line of a row's cell; in the column "place" it is the text
 */

/**
 * @typedef {object} TableOptions
 * @property {number} [sort] initial sort column
 * @property {boolean} [down] sort the largest first (default)
 * @property {(row: any[]) => void} [click]
 * @property {boolean} [search]
 * @property {(row: any[]) => string|null} [colour]
 * @property {string} [caption]
 * @property {string} [empty] text of a table without rows
 * @property {number} [step] number of rows shown at first
 */

export class Table {
  /**
   * @param {Column[]} columns @param {any[][]} rows
   * @param {TableOptions} [options]
   */
  constructor(columns, rows, options = {}) {
    this.columns = columns;
    this.rows = rows;
    this.options = options;
    this.sort = options.sort ?? -1;
    this.down = options.down ?? true;
    this.limit = options.step ?? 100;
    this.needle = "";
    this.body = h("tbody");
    this.head = h("tr");
    this.more = h("p", { class: "more" });
    this.table = h(
      "table",
      { "aria-rowcount": rows.length + 1 },
      options.caption ? h("caption", { text: options.caption }) : null,
      h("thead", {}, this.head),
      this.body,
    );
    const box = h(
      "div",
      { class: "w", tabindex: 0, role: "group", "aria-label": options.caption ?? "Table" },
      this.table,
    );
    this.element = h(
      "div",
      { class: "tablebox" },
      options.search ? this.searchLine() : null,
      box,
      scrollHint(box),
      this.more,
    );
    this.draw();
  }

  searchLine() {
    const number = this.columns.find((c) => c.type !== "text");
    this.wrong = h("span", { class: "bad", role: "alert" });
    return h(
      "p",
      { class: "line" },
      h("input", {
        type: "search",
        placeholder: number ? `name, ${conditionName(number)}>10` : "name",
        title: "Rows whose text has these words and whose numbers meet these conditions",
        "aria-label": "Find rows",
        size: 30,
        oninput: (e) => {
          this.needle = e.target.value.trim();
          this.draw();
        },
      }),
      " ",
      this.wrong,
    );
  }

  /** The rows that the text above the table chooses. */
  matching() {
    if (this.needle === "") {
      this.wrong?.replaceChildren();
      return this.rows;
    }
    const { matches, wrong } = rowFilter(this.needle, this.columns);
    this.wrong.textContent = wrong;
    return this.rows.filter(matches);
  }

  sorted() {
    const found = this.matching();
    if (this.sort < 0) {
      return found;
    }
    const k = this.sort,
      sign = this.down ? -1 : 1;
    return [...found].sort((a, b) => {
      const x = a[k],
        y = b[k];
      return x === null || x === undefined
        ? 1
        : y === null || y === undefined
          ? -1
          : sign * (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y);
    });
  }

  draw() {
    this.head.replaceChildren(
      ...this.columns.map((c, k) =>
        h(
          "th",
          {
            scope: "col",
            class: c.type === "text" ? "t" : null,
            title: c.help ?? null,
            "data-name": c.name,
            "data-type": c.type,
            "aria-sort": k === this.sort ? (this.down ? "descending" : "ascending") : "none",
          },
          button(c.title ?? c.name.replaceAll("_", " "), `Sort by ${c.title ?? c.name}`, () => {
            this.down = this.sort === k ? !this.down : c.type !== "text";
            this.sort = k;
            this.draw();
          }),
        ),
      ),
    );
    const rows = this.sorted(),
      most = this.columns.map((c, k) => (c.bar ? Math.max(1e-9, ...rows.map((r) => r[k] ?? 0)) : 0));
    const indent = this.columns[0]?.name === "depth";
    this.body.replaceChildren(
      ...rows.slice(0, this.limit).map((r, n) => {
        const tr = h(
          "tr",
          { "aria-rowindex": n + 2 },
          ...this.columns.map((c, k) => {
            const td = h("td", { class: c.type === "text" ? "t" : null });
            if (c.bar) {
              td.append(h("span", { class: "bar", style: { width: `${(100 * (r[k] ?? 0)) / most[k]}%` } }));
            }
            const colour = k === (indent ? 1 : 0) ? this.options.colour?.(r) : null;
            const text = cell(r[k], c.type),
              place = c.name === "place" ? text : c.place?.(r);
            td.append(
              colour ? h("span", { class: "dot", style: { background: colour } }) : "",
              place ? sourceLink(place, text) : text,
            );
            if (indent && k === 1 && this.sort < 0) {
              td.style.paddingLeft = `${Math.min(r[0], 60) + 1}em`;
            }
            return td;
          }),
        );
        if (this.options.click) {
          const open = () => this.options.click(r);
          tr.tabIndex = 0;
          tr.className = "link";
          tr.addEventListener("click", open);
          tr.addEventListener("keydown", (e) => e.key === "Enter" && open());
        }
        return tr;
      }),
    );
    const left = rows.length - this.limit;
    this.more.replaceChildren(
      left > 0
        ? button(`${left} more rows`, "Show more rows", () => {
            this.limit += 500;
            this.draw();
          })
        : rows.length === 0
          ? (this.options.empty ?? "No rows: nothing of this kind was recorded.")
          : "",
    );
  }
}

/** Read the columns and rows of a static table. */
export function readTable(element) {
  const columns = [...element.querySelectorAll("thead th")].map((th) => ({
    name: th.dataset.name ?? th.textContent,
    type: th.dataset.type ?? (th.classList.contains("t") ? "text" : "number"),
    title: th.textContent,
    help: th.title,
  }));
  const rows = [...element.querySelectorAll("tbody tr")].map((tr) =>
    [...tr.children].map((td, k) => {
      const text = td.textContent;
      return td.querySelector(".none") ? null : columns[k].type === "text" ? text : Number(text);
    }),
  );
  return { columns, rows };
}
