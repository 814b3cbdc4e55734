// SPDX-License-Identifier: BSD-2-Clause
// How this was recorded, the events that each view would need, and keys.
import { count, duration } from "../model/format.js";
import { button, h, marked } from "./dom.js";
import { KEYS } from "./palette.js";

// What each view needs: words, whether a recording has it, and the name of its remedy (host/analysis/analysis.c).
const NEEDS = [
  ["threads and CPUs over time", (t) => t.rows.some((r) => r.kind === "thread"), "switch"],
  ["interrupts", (t) => t.rows.some((r) => r.kind === "irq"), "irq"],
  ["blocks and ranges", (t) => t.rows.some((r) => r.kind === "block"), "block"],
  ["objects of waits, owners", (t) => t.shapes.object.some((o) => o !== 0), "sync"],
  [
    "function calls, call trees and graphs",
    (t) => t.rows.some((r) => r.kind === "calls" || r.kind === "irqcalls"),
    "function",
  ],
  ["stacks at events, off-CPU graphs with stacks", (t) => t.head.stacks > 0, "stack"],
  [
    "messages, clients and servers",
    (t) => [...t.ids.values()].some((i) => i.role === 6) && t.loaded?.id.some((id) => t.ids.get(id).role === 6),
    "ipc",
  ],
  ["counters over time", (t) => t.loaded?.id.some((id) => t.ids.get(id).class === "counter"), "counter"],
  [
    "state fields",
    (t) =>
      t.loaded?.id.some(
        (id) =>
          t.ids.get(id).class === "event" &&
          t.ids.get(id).role === 0 &&
          t.ids.get(id).fields.some((f) => f.format === "enum"),
      ),
    "state_field",
  ],
];

export class About {
  constructor({ store, data, session }) {
    this.store = store;
    this.data = data;
    this.session = session;
    this.element = h("div", { class: "about" });
  }

  show() {
    this.element.replaceChildren(
      h("h2", { text: "About this report" }),
      ...this.data.heads.map((head, i) =>
        head.kind === "profile" ? this.profile(head) : this.recording(head, this.data.traces[i]),
      ),
      h("h3", { text: "Saved views" }),
      h(
        "p",
        {},
        "Selection, markers, notes, filters and the order of rows: ",
        button("Save the view", "Save the view to a file", () => this.session.save()),
        " ",
        button("Load a saved view", "Load a saved view; or drop its file on the page", () => this.session.load()),
      ),
      h("h3", { text: "Settings" }),
      this.settings(),
      h("h3", { text: "Keys" }),
      h(
        "table",
        { class: "keys" },
        h(
          "tbody",
          {},
          ...KEYS.map(([key, words]) =>
            h("tr", {}, h("th", { scope: "row" }, h("kbd", { text: key })), h("td", { class: "t", text: words })),
          ),
        ),
      ),
      h("p", {
        class: "hint",
        text: "Made by spoor. The page loads nothing and sends nothing; its policy forbids it.",
      }),
    );
  }

  settings() {
    const { store } = this,
      number = (name, label, most) =>
        h(
          "label",
          {},
          `${label} `,
          h("input", {
            type: "number",
            min: 0,
            max: most,
            value: store.state[name],
            onchange: (e) =>
              store.set({ [name]: Math.max(0, Math.min(most, Math.floor(Number(e.target.value)) || 0)) }),
          }),
          " ",
        );
    const box = (name, label, on = true) =>
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          checked: store.state[name] === on,
          onchange: (e) => store.set({ [name]: e.target.checked === on }),
        }),
        ` ${label} `,
      );
    return h(
      "p",
      { class: "line settings" },
      box("compact", "compact rows"),
      box("derived", "events also on the row of the other thread (hollow)"),
      box("cutPreempted", "hatch the part of a call in which its thread didn't run", false),
      number("hoverFrames", "frames of a stack in a tip", 50),
      number("hoverFrom", "from frame", 50),
    );
  }

  profile(head) {
    return h(
      "dl",
      { class: "facts" },
      ...[
        ["file", head.file],
        ["kind", head.format],
        ["values in", head.unit],
        ["functions", count(head.frames.length)],
        ["all", count(head.all)],
      ].flatMap(([n, v]) => [h("dt", { text: n }), h("dd", { text: v })]),
    );
  }

  recording(head, trace) {
    const facts = [
      ["file", head.file],
      ["board", head.board || "not told"],
      ["CPUs", head.cpus],
      ["counter", `${(head.hz / 1e6).toFixed(6)} MHz`],
      ["build", head.build || "not told"],
      ["boot", head.boots],
      ["span", duration(((head.end - head.begin) * 1e9) / (head.hz || 1e9))],
      [
        "events",
        head.events_left_out
          ? `${count(head.events)} of ${count(head.events + head.events_left_out)}`
          : count(head.events),
      ],
      ["stacks", count(head.stacks)],
      ["recorded by", head.note ? `spoor ${head.note}` : "not told"],
      [
        "part",
        [head.range && `--range ${head.range}`, head.where && `--where ${head.where}`].filter(Boolean).join(" ") ||
          "all",
      ],
      [
        "left out",
        head.upto === null && head.events_left_out === 0
          ? "nothing"
          : `After ${duration(trace.ns(trace.full))} the page holds coarse columns only, after ` +
            `${duration(trace.ns(trace.fullEvents))} no events: ${count(head.events_left_out)} are missing. ` +
            "spoor report --range chooses another part, --all keeps all.",
      ],
    ];
    const lost = head.accounts.reduce((s, a) => s + a.lost + a.link, 0);
    return h(
      "div",
      {},
      h("dl", { class: "facts" }, ...facts.flatMap(([n, v]) => [h("dt", { text: n }), h("dd", { text: String(v) })])),
      h("p", { class: lost ? "bad" : "good", text: lost ? `${count(lost)} events were lost.` : "No event was lost." }),
      h("h3", { text: "What each view needs" }),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ...["", "view", "needs"].map((t) => h("th", { scope: "col", class: "t", text: t }))),
        ),
        h(
          "tbody",
          {},
          ...NEEDS.map(([words, has, need]) =>
            h(
              "tr",
              {},
              h("td", { class: "t", text: has(trace) ? "✓" : "–" }),
              h("td", { class: "t", text: words }),
              h(
                "td",
                { class: "t" },
                has(trace) ? "in this recording" : trace.fullEvents < trace.end ? "not in what this page holds; " : "",
                ...(has(trace) ? [] : marked(head.remedies[need])),
              ),
            ),
          ),
        ),
      ),
    );
  }
}
