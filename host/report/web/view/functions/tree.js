// SPDX-License-Identifier: BSD-2-Clause
// The call tree of a profile as a table whose rows unfold, by the ARIA pattern of a treegrid.
import { HAS } from "../../data/profile.js";
import { rowFilter } from "../../model/conditions.js";
import { cell } from "../../model/format.js";
import { css, nameColour } from "../../render/colour.js";
import { button, h } from "../dom.js";

const DEPTH = 0,
  NAME = 1,
  CALLS = 2,
  SELF = 3,
  TOTAL = 4,
  PERCENT = 5;
/** The children of rows with at least this share are shown at first. */
const OPEN_PERCENT = 5;
const STEP = 500;

export class CallTree {
  /**
   * @param {import("../../data/profile.js").Profile} p
   * @param {(name: string) => void} choose called with the function of a clicked row
   */
  constructor(p, choose) {
    const unit = p.unit === "ns" ? "us" : p.unit,
      type = p.unit === "ns" ? "us" : "number";
    this.choose = choose;
    /** In preorder: the rows below a row follow it. */
    this.rows = p.treeRows();
    this.columns = [
      { name: "depth", type: "number" },
      { name: "function", type: "text" },
      { name: "calls", type: "number" },
      { name: "self", title: `self ${unit}`, type },
      { name: "total", title: `total ${unit}`, type },
      { name: "total_percent", title: "total %", type: "percent" },
    ];
    this.shownColumns = (p.has & HAS.CALLS) === 0 ? [SELF, TOTAL, PERCENT] : [CALLS, SELF, TOTAL, PERCENT];
    this.open = new Set(this.rows.flatMap((row, i) => (row[PERCENT] >= OPEN_PERCENT ? [i] : [])));
    this.limit = STEP;
    this.needle = "";
    this.build();
    this.draw();
  }

  build() {
    this.wrong = h("span", { class: "bad", role: "alert" });
    const find = h("input", {
      type: "search",
      placeholder: "name, total%>=5",
      "aria-label": "Find rows",
      size: 30,
      oninput: (e) => {
        this.needle = e.target.value.trim();
        this.draw();
      },
    });
    const fold = (label, title, open) =>
      button(label, title, () => {
        this.open = open();
        this.draw();
      });
    this.body = h("tbody", { onkeydown: (e) => this.key(e) });
    this.more = h("p", { class: "more" });
    const heads = [NAME, ...this.shownColumns].map((k) =>
      h("th", { scope: "col", class: k === NAME ? "t" : null, text: this.columns[k].title ?? this.columns[k].name }),
    );
    heads.push(h("th", { scope: "col", class: "t", text: "self, total" }));
    this.element = h(
      "div",
      { class: "tablebox" },
      h(
        "p",
        { class: "line" },
        find,
        " ",
        fold("Expand all", "Show all rows", () => new Set(this.rows.keys())),
        " ",
        fold("Collapse all", "Show only the first rows", () => new Set()),
        " ",
        this.wrong,
      ),
      h(
        "div",
        { class: "w" },
        h("table", { role: "treegrid", "aria-label": "Call tree" }, h("thead", {}, h("tr", {}, ...heads)), this.body),
      ),
      this.more,
    );
  }

  hasChildren(i) {
    return i + 1 < this.rows.length && this.rows[i + 1][DEPTH] > this.rows[i][DEPTH];
  }

  /** @returns {number[]} the rows that aren't folded; with a search: what it finds, below its callers */
  visible() {
    const { rows, open } = this,
      list = [];
    this.wrong.textContent = "";
    if (this.needle !== "") {
      const { matches, wrong } = rowFilter(this.needle, this.columns),
        above = [];
      this.wrong.textContent = wrong;
      rows.forEach((row, i) => {
        above.length = Math.min(above.length, row[DEPTH]);
        above[row[DEPTH]] = i;
        if (matches(row)) {
          above.filter((k) => k > (list.at(-1) ?? -1)).forEach((k) => list.push(k));
        }
      });
      return list;
    }
    for (let i = 0; i < rows.length; ) {
      const { [DEPTH]: depth } = rows[i];
      list.push(i++);
      if (!open.has(i - 1)) {
        while (i < rows.length && rows[i][DEPTH] > depth) {
          i++;
        }
      }
    }
    return list;
  }

  draw(focus = -1) {
    this.list = this.visible();
    const most = Math.max(1e-9, ...this.list.map((i) => this.rows[i][TOTAL])),
      left = this.list.length - this.limit;
    this.body.replaceChildren(...this.list.slice(0, this.limit).map((i, n) => this.row(i, n, most)));
    this.more.replaceChildren(
      left > 0
        ? button(`${left} more rows`, "Show more rows", () => {
            this.limit += STEP;
            this.draw();
          })
        : this.list.length === 0
          ? "No rows."
          : "",
    );
    const at = this.list.indexOf(focus);
    this.body.children[Math.max(0, at)]?.setAttribute("tabindex", "0");
    if (at >= 0) {
      this.body.children[at].focus();
    }
  }

  row(i, n, most) {
    const row = this.rows[i],
      has = this.hasChildren(i),
      isOpen = this.needle !== "" || this.open.has(i),
      bar = (value, kind) => h("span", { class: kind, style: { width: `${(100 * value) / most}%` } });
    const tr = h(
      "tr",
      {
        class: "link",
        tabindex: -1,
        "aria-level": row[DEPTH] + 1,
        "aria-rowindex": n + 2,
        "aria-expanded": has ? String(isOpen) : null,
        "data-row": i,
        onclick: () => this.choose(row[NAME]),
      },
      h(
        "td",
        { class: "t", style: { paddingLeft: `${Math.min(row[DEPTH], 60) + 0.3}em` } },
        has
          ? h(
              "button",
              {
                type: "button",
                class: "fold",
                tabindex: -1,
                "aria-label": `${isOpen ? "Collapse" : "Expand"} ${row[NAME]}`,
                onclick: (e) => {
                  e.stopPropagation();
                  this.toggle(i);
                },
              },
              isOpen ? "▾" : "▸",
            )
          : h("span", { class: "fold" }),
        h("span", { class: "dot", style: { background: css(nameColour(row[NAME])) } }),
        row[NAME],
      ),
      ...this.shownColumns.map((k) => h("td", { text: cell(row[k], this.columns[k].type) })),
      h("td", { class: "shares" }, bar(row[TOTAL], "total"), bar(row[SELF], "self")),
    );
    return tr;
  }

  toggle(i) {
    if (!this.open.delete(i)) {
      this.open.add(i);
    }
    this.draw(i);
  }

  key(e) {
    const i = Number(e.target.closest("tr")?.dataset.row),
      at = this.list.indexOf(i),
      isOpen = this.open.has(i),
      focus = (k) => this.list[k] !== undefined && this.draw(this.list[k]);
    const parent = () => {
      let k = at - 1;
      while (k >= 0 && this.rows[this.list[k]][DEPTH] >= this.rows[i][DEPTH]) {
        k--;
      }
      return k;
    };
    const does = {
      ArrowDown: () => focus(Math.min(at + 1, this.limit - 1)),
      ArrowUp: () => focus(at - 1),
      ArrowRight: () => (this.hasChildren(i) && !isOpen ? this.toggle(i) : focus(at + 1)),
      ArrowLeft: () => (this.hasChildren(i) && isOpen ? this.toggle(i) : focus(parent())),
      Enter: () => this.choose(this.rows[i][NAME]),
    }[e.key];
    if (does) {
      e.preventDefault();
      e.stopPropagation();
      does();
    }
  }
}
