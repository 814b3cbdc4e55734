// SPDX-License-Identifier: BSD-2-Clause
// The screen of plug-ins: whether each has run, and the tables and marks that it added.
import { h } from "./dom.js";
import { Table } from "./table.js";

/** The plug-ins in the page. @returns {{name: string, text: string}[]} */
export function pluginsOfPage() {
  return [...document.querySelectorAll("script[id^=spoor-plugin-]")].map((e) => {
    const bytes = Uint8Array.from(atob(e.textContent.trim()), (c) => c.charCodeAt(0)),
      all = new TextDecoder().decode(bytes),
      end = all.indexOf("\n");
    return { name: all.slice(0, end), text: all.slice(end + 1) };
  });
}

export class PluginView {
  /** @param {import("../model/plugins.js").Plugins} plugins @param {(moment: {ns: number}) => void} jump */
  constructor(plugins, data, jump) {
    Object.assign(this, { plugins, data, jump });
    this.element = h("div", { class: "plugins" });
  }

  show() {
    this.element.replaceChildren(
      h("h2", { text: "Plug-ins" }),
      ...this.plugins.list.flatMap(({ name, state, tables }) => [
        h("h3", { text: name }),
        h("p", { class: state.startsWith("failed") ? "bad" : "hint", text: state }),
        ...tables.flatMap((t) => [h("h4", { text: t.name }), this.table(t)]),
      ]),
      ...this.marks(),
    );
  }

  table({ columns, rows }) {
    const typeOf = (k) => (rows.some((r) => typeof r[k] === "string") ? "text" : "number");
    return new Table(
      columns.map((name, k) => ({ name, type: typeOf(k) })),
      rows,
      { search: rows.length > 30 },
    ).element;
  }

  /** The marks of all plug-ins. A click shows the place. */
  marks() {
    const all = this.data.traces.flatMap((t) =>
      (t.plugged?.marks ?? []).map((m) => [t.ns(t.begin + m.time) / 1e9, m.text]),
    );
    const columns = [
      { name: "time_s", type: "time" },
      { name: "text", type: "text" },
    ];
    const click = ([at]) => this.jump({ ns: Math.round(at * 1e9) });
    return all.length > 0 ? [h("h3", { text: "Marks" }), new Table(columns, all, { click }).element] : [];
  }
}
