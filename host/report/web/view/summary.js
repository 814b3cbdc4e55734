// SPDX-License-Identifier: BSD-2-Clause
// The Summary screen: below the losses, a card for each kind of table with its five most important rows.
import { cell, duration } from "../model/format.js";
import { COLOURED, threadsByLoad } from "../model/load.js";
import { css, nameColour, THEMES } from "../render/colour.js";
import { Renderer } from "../render/renderer.js";
import { button, h, themeOf } from "./dom.js";
import { pie } from "./pie.js";
import { Table } from "./table.js";
import { chartLoad, drawStack, percent, scaleOf } from "./timeline/load.js";

/** Findings on the screen; the table has all. */
const FINDINGS = 12;

/** Times have the unit that suits them, unlike in tables, where a column has one unit. */
function valueWords(value, type) {
  return type === "us" && typeof value === "number" ? duration(1000 * value) : cell(value, type);
}

export class Summary {
  constructor({ store, data, sections, timeline, jump }) {
    Object.assign(this, { store, data, sections, jump });
    this.timeline = timeline;
    this.element = h("div", { class: "cards" });
    store.on((_, changed) => changed.has("theme") && store.state.screen === "summary" && this.draw?.());
    store.on((_, changed) => changed.has("loadAs") && store.state.screen === "summary" && this.show());
  }

  show() {
    const cards = this.data.tables
      .filter((t) => t.card)
      .map((t) => (t.name === "findings" ? this.findings() : this.card(t)))
      .filter(Boolean);
    if (this.data.rows) {
      const findings = cards[0]?.classList.contains("findings") ? 1 : 0;
      cards.splice(
        findings,
        0,
        h(
          "div",
          { class: "card wide" },
          h(
            "h3",
            {},
            button("CPU load by thread →", "Open the timeline", () => this.store.set({ screen: "timeline" })),
            " ",
            h(
              "select",
              { "aria-label": "CPU load as", onchange: (e) => this.store.set({ loadAs: e.target.value }) },
              ...Object.entries({ time: "over time", pie: "as a pie", table: "as a table" }).map(([value, words]) =>
                h("option", { value, selected: value === this.store.state.loadAs }, words),
              ),
            ),
          ),
          ...this.load(),
        ),
      );
    }
    this.element.replaceChildren(...cards);
  }

  /** CPU load over the recording, stacked by thread, with a legend. */
  load() {
    const { rows } = this.data,
      trace = this.data.chosen(this.store.state),
      canvas = h("canvas", {
        class: "loads",
        role: "img",
        "aria-label": "CPU load over the recording by thread",
        onclick: () => this.store.set({ screen: "timeline" }),
      }),
      threads = threadsByLoad(trace),
      rest = threads.slice(COLOURED);
    const item = (colour, name, share, does) =>
      h(
        "li",
        {},
        h("span", { class: "dot", style: { background: colour } }),
        does ? h("button", { type: "button", class: "to", onclick: does }, name) : name,
        ` ${percent(share)}`,
      );
    const show = (key) => () => this.timeline().showRow(rows.all.get(`${trace.index}/thread/${key}`));
    const list = threads
      .slice(0, COLOURED)
      .map(({ key, share }) => item(css(nameColour(trace.thread(key))), trace.thread(key), share, show(key)));
    if (rest.length > 0) {
      const sum = rest.reduce((s, t) => s + t.share, 0);
      list.push(item("var(--soft)", `${rest.length} other threads`, sum, null));
    }
    if (this.store.state.loadAs !== "time") {
      this.draw = undefined;
      return this.store.state.loadAs === "pie"
        ? [this.pie(trace, threads), h("ul", { class: "threads" }, ...list)]
        : [this.table(trace, threads)];
    }
    this.draw = () => this.drawLoad(canvas, trace);
    new ResizeObserver(() => this.draw?.()).observe(canvas);
    const words = "Share of the time of all CPUs. A thread's time has that of the interrupts during it.";
    return [canvas, h("p", { class: "hint", text: words }), h("ul", { class: "threads" }, ...list)];
  }

  /** The load of the whole recording as a pie: the coloured threads, the others, and what nobody used. */
  pie(trace, threads) {
    const parts = threads.slice(0, COLOURED).map(({ key, share }) => {
        const name = trace.thread(key);
        return { name, share, colour: nameColour(name) };
      }),
      others = threads.slice(COLOURED).reduce((s, t) => s + t.share, 0),
      used = threads.reduce((s, t) => s + t.share, 0);
    parts.push({ name: "other threads", share: others, colour: "var(--soft)" });
    parts.push({ name: "idle", share: Math.max(0, 1 - used), colour: "var(--line)" });
    return pie(parts, "CPU load by thread");
  }

  table(trace, threads) {
    const rows = threads.map(({ key, share }) => [trace.thread(key), 100 * share]),
      columns = [
        { name: "thread", type: "text" },
        { name: "load_percent", title: "load %", type: "percent", bar: true },
      ];
    return new Table(columns, rows, { sort: 1, colour: (r) => css(nameColour(r[0])) }).element;
  }

  drawLoad(canvas, trace) {
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      width = Math.round(canvas.clientWidth * scale),
      height = Math.round(canvas.clientHeight * scale),
      theme = THEMES[themeOf(this.store.state.theme)];
    if (width < 50) {
      return;
    }
    canvas.renderer ??= new Renderer(canvas);
    const r = canvas.renderer,
      load = chartLoad(this.data.rows, trace, 0, trace.end, width);
    r.begin(width, height, theme.row, scale);
    drawStack(r, load, trace, theme, 0, height);
    r.text(0, 0, 90 * scale, Math.round(14 * scale), percent(scaleOf(load)), theme.text, "left", theme.row);
    r.end();
  }

  /** What `spoor explain` finds, each with where the page shows it; null if the engine hasn't said. */
  findings() {
    const section = this.sections.get("findings");
    if (!section?.columns) {
      return null;
    }
    const rows = section.whole.map((r) => Object.fromEntries(section.columns.map((c, k) => [c.name, r[k]]))),
      found = rows.filter((r) => r.class !== "not examined"),
      unseen = rows.filter((r) => r.class === "not examined").map((r) => r.subject);
    return h(
      "div",
      { class: "card wide findings" },
      h(
        "h3",
        {},
        button("Findings →", "Open tables", () => this.store.set({ screen: "tables" })),
      ),
      found.length === 0 ? h("p", { text: "Nothing exceeds the limits." }) : null,
      h("ul", {}, ...found.slice(0, FINDINGS).map((r) => this.finding(r))),
      found.length > FINDINGS ? h("p", { class: "hint", text: `${found.length - FINDINGS} more in the table` }) : null,
      unseen.length > 0
        ? h("p", { class: "hint", text: `Not examined, since their events weren't recorded: ${unseen.join(", ")}.` })
        : null,
    );
  }

  finding(r) {
    const screen = this.data.tables.find((t) => t.name === r.source)?.screen,
      moment = {
        ns: Math.round(r.at_s * 1e9),
        kind: r.subject?.startsWith("CPU ") ? "cpu" : "thread",
        name: r.subject,
      };
    return h(
      "li",
      { class: r.class === "failure" ? "failure" : null },
      h("span", { text: `${r.text} ` }),
      r.at_s !== null && this.data.rows
        ? button("timeline →", "Show the time on the timeline", () => this.jump(moment), { class: "to" })
        : null,
      " ",
      screen ? button(`${r.source} →`, `Open ${screen}`, () => this.store.set({ screen }), { class: "to" }) : null,
    );
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
