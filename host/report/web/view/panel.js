// SPDX-License-Identifier: BSD-2-Clause
// The panel below the timeline: details of the selected slice and event, and tables for the selection.
import { addedCommands } from "../model/added.js";
import { commandOf } from "../model/command.js";
import { duration, rangeWords, time } from "../model/format.js";
import { story } from "../model/story.js";
import { button, h, isTouch, marked, tabs } from "./dom.js";
import { sourceLink } from "./host.js";
import { Stacks } from "./stacks.js";
import { Table } from "./table.js";

const HINT = "Click a slice or an event mark to see its details. Drag to select a range.",
  TOUCH = "Tap a slice or an event mark to see its details.";
const KINDS = ["load", "threads", "latency", "waits", "irq", "blocks", "functions", "points", "ipc"];

export class Panel {
  constructor({ store, data, sections, timeline }) {
    this.store = store;
    this.data = data;
    this.sections = sections;
    this.timeline = timeline;
    this.stacks = new Stacks(store, () => this.draw());
    this.bar = h("div");
    this.body = h("div", { class: "panelbody", role: "tabpanel", tabindex: 0 });
    this.hint = h("p", { class: "hint", text: isTouch() ? TOUCH : HINT });
    this.element = h("section", { class: "panel", "aria-label": "Selection" }, this.bar, this.hint, this.body);
    store.on((_, changed) => {
      if (
        ["sel", "slice", "event", "panel", "trace", "screen", "hoverFrames", "added", "stackAs"].some((k) =>
          changed.has(k),
        )
      ) {
        this.draw();
      }
    });
  }

  draw() {
    const { state } = this.store;
    if (state.screen !== "timeline") {
      return;
    }
    const list = [
      { id: "selection", name: "Selection" },
      ...KINDS.filter((k) => this.sections.get(k)?.columns).map((k) => ({ id: k, name: k })),
    ];
    this.bar.replaceChildren(tabs("Selection", list, state.panel, (panel) => this.store.set({ panel })));
    // Without a selection the panel is only a line.
    const isEmpty =
      state.panel === "selection" &&
      !state.sel &&
      !this.timeline.chosen() &&
      state.event === null &&
      this.stacks.kept.length === 0;
    this.element.classList.toggle("empty", isEmpty);
    this.hint.hidden = !isEmpty;
    this.body.hidden = isEmpty;
    if (state.panel === "selection") {
      this.body.replaceChildren(this.slice(), this.event(), this.part());
    } else {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.table(state.panel), 40);
    }
  }

  async table(kind) {
    const { sel } = this.store.state,
      section = this.sections.get(kind),
      begin = performance.now();
    let rows = [],
      wrong = "";
    try {
      rows = await section.compute(sel);
    } catch (e) {
      wrong = e.message;
    }
    if (this.store.state.panel !== kind || this.store.state.sel !== sel) {
      return; // another table is being made
    }
    this.body.replaceChildren(
      h("p", {
        class: "part",
        text: sel ? `In ${rangeWords(sel.from, sel.to)} s.` : "Drag in the timeline to select a range.",
      }),
      wrong
        ? h("p", { class: "needs" }, ...marked(wrong))
        : new Table(section.columns, rows, { step: 40, click: section.click() }).element,
    );
    this.tableTime = performance.now() - begin;
  }

  slice() {
    const { slice } = this.store.state,
      found = slice && this.timeline.find(slice);
    if (!found) {
      return h("span");
    }
    const { title, facts, before, after, same } = story(this.timeline.rows, found),
      go = (to) => this.timeline.go(to),
      node = (name, part) =>
        typeof part !== "string"
          ? h("button", { type: "button", class: "to", onclick: () => go(part.to) }, part.text)
          : name === "source"
            ? sourceLink(part)
            : part;
    const neighbour = (to, label) =>
      h("button", { type: "button", class: "to", disabled: to === null, onclick: () => go(to) }, label);
    return h(
      "div",
      { class: "story" },
      h(
        "p",
        { class: "line" },
        h("b", { text: title }),
        " ",
        neighbour(before, `◂ previous ${same}`),
        " ",
        neighbour(after, `next ${same} ▸`),
        ...this.added(found),
      ),
      h(
        "dl",
        { class: "steps" },
        ...facts.map(([name, parts]) =>
          h("div", {}, h("dt", { text: name }), h("dd", {}, ...parts.map((p) => node(name, p)))),
        ),
      ),
    );
  }

  /** The buttons that add rows of a thread, or remove them. */
  added({ trace, row }) {
    return addedCommands(this.store, trace, row).flatMap(([words, does]) => [" ", button(words, words, does)]);
  }

  event() {
    const { event, trace: index } = this.store.state,
      e = this.data.traces[index]?.loaded;
    if (event === null || !e || event >= e.n) {
      return this.stacks.draw(null, null);
    }
    const facts = h(
      "dl",
      { class: "facts" },
      ...[
        ["event", e.name(event)],
        ["time", time(e.trace.toAxis(e.time[event]))],
        ["cycles", String(e.trace.begin + e.time[event])],
        ["CPU", String(e.cpu[event])],
        ["context", e.context(event) || "unknown"],
        ...e.fields(event),
      ].flatMap(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })]),
    );
    const box = h(
      "div",
      {},
      facts,
      button("Show in event list", "Show this event in the list of events", () => this.store.set({ screen: "events" })),
    );
    box.append(this.stacks.draw(e, event));
    if (!e.stack(event) && e.meaning(event).role === 1 && e.stacks.size > 0) {
      box.append(h("p", { class: "needs", text: "This event's stack is not in the recording." }));
    }
    return box;
  }

  part() {
    const { sel } = this.store.state;
    if (!sel) {
      return h("span");
    }
    return h(
      "p",
      { class: "part" },
      `Selected: ${duration(sel.to - sel.from)}. As a command: `,
      h("code", { text: commandOf(this.data.chosen(this.store.state), sel, "threads") }),
      " ",
      button("Zoom in", "Zoom to the selection", () => this.timeline.fit()),
    );
  }
}
