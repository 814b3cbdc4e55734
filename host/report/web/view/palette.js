// SPDX-License-Identifier: BSD-2-Clause
// Keyboard shortcuts, and the search: names of all kinds, screens and commands.
import { time } from "../model/format.js";
import { findEntries, similarEntries } from "../model/search.js";
import { h } from "./dom.js";
import { Index } from "./index.js";
import { addNote, moveEnd, selectRange, setMarker, step, walk } from "./timeline/keyboard.js";
import { legend } from "./timeline/legend.js";

/** The shortcuts are those of Perfetto where it has them. */
export const KEYS = [
  ["W, S", "zoom in and out around the middle (mouse wheel: around the pointer)"],
  ["A, D", "pan left and right"],
  ["F", "fit the selection, else the selected slice, else the whole recording"],
  ["Shift+A, Shift+B", "set marker A or B at the selected slice, else in the middle"],
  ["R", "select the range of the selected slice, else between the markers, else what is shown"],
  ["[ ]", "move the start or end of the range to the selected slice, else to the middle"],
  ["M", "add a note at the selection"],
  [", .", "previous and next slice on the row"],
  ["N, Shift+N", "timeline: next and previous slice with the same name; events: next and previous match"],
  ["arrow keys", "timeline: move between rows and slices; lists: move between lines"],
  ["P, H, Alt+↑, Alt+↓", "on a row's name: pin, hide, move it; Enter: the row's menu; ← →: collapse and expand"],
  ["finger", "drag: pan; rest, then drag: select; two fingers: zoom"],
  ["Ctrl+F, /", "search everything that has a name (/ on the events screen: its filter)"],
  ["1 … 9", "go to a screen"],
  ["Escape", "clear the selection"],
  ["Ctrl+K, Ctrl+Shift+P", "the same: it has all commands, too"],
  ["L", "timeline: the legend"],
  ["?", "this list"],
];

const MOST = 40;

export class Palette {
  constructor({ store, data, session, screens, sections, timeline, opener }) {
    this.index = new Index({ store, data, sections, timeline });
    this.store = store;
    this.data = data;
    this.session = session;
    this.screens = screens;
    this.timeline = timeline;
    this.opener = opener;
    this.input = h("input", {
      type: "search",
      "aria-label": "Search",
      placeholder: "A thread, event, function, object, table, note, screen or command",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": "commands",
      oninput: () => this.list(),
    });
    this.items = h("ul", { id: "commands", role: "listbox", "aria-label": "Found" });
    this.words = h("p", { class: "hint", role: "status" });
    this.element = h("dialog", { class: "palette", "aria-label": "Search" });
    this.input.addEventListener("keydown", (e) => {
      const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
      if (by !== 0) {
        e.preventDefault();
        this.at = Math.max(0, Math.min(this.found.length - 1, this.at + by));
        this.mark();
      } else if (e.key === "Escape") {
        e.preventDefault(); // it would only clear the text
        this.element.close();
      } else if (e.key === "Enter" && this.found[this.at]) {
        e.preventDefault();
        this.run(this.found[this.at]);
      }
    });
  }

  commands() {
    const { store, data, session, screens, timeline } = this,
      list = [];
    for (const [id, { link }] of screens) {
      list.push([`Go to ${link.textContent}`, () => store.set({ screen: id })]);
    }
    list.push(
      ["Save view", () => session.save()],
      ["Load view", () => session.load()],
      ["Keyboard shortcuts", () => this.help()],
      ["Light theme", () => store.set({ theme: "light" })],
      ["Dark theme", () => store.set({ theme: "dark" })],
      ["System theme", () => store.set({ theme: "auto" })],
    );
    if (timeline && this.opener) {
      list.push(["Add a recording", () => this.opener.choose()]);
    }
    if (timeline) {
      list.push(
        ["Legend", () => this.legend()],
        ["Fit all", () => store.set({ screen: "timeline", from: null, to: null, sel: null, slice: null })],
        ["Fit the selection", () => timeline.fit()],
        ["Clear the selection", () => store.set({ sel: null })],
        ["Select the range of the slice, the markers or the view", () => selectRange(timeline)],
        ["Clear the markers", () => store.set({ a: null, b: null })],
        ["Show all rows", () => store.set({ hidden: [] })],
        ["Reset the order of rows", () => store.set({ order: [], pins: [], collapsed: [] })],
        ["Sort rows by name", () => this.order((a, b) => (a.label < b.label ? -1 : 1))],
        ["Sort rows by load", () => this.order((a, b) => this.runs(b) - this.runs(a))],
        ["Sort rows by priority", () => this.order((a, b) => this.urgency(b) - this.urgency(a))],
        ["Sort rows by first run", () => this.order((a, b) => this.first(a) - this.first(b))],
        ["Toggle compact rows", () => store.set({ compact: !store.state.compact })],
        ["Toggle events on the rows of both threads", () => store.set({ derived: !store.state.derived })],
        ["Toggle events on the rows of CPUs", () => store.set({ cpuMarks: !store.state.cpuMarks })],
      );
      const current = timeline.chosen()?.row ?? data.rows.all.get(timeline.labels.current);
      list.push(...(current ? timeline.labels.commands(current) : []));
    }
    return list;
  }

  order(compare) {
    this.store.set({
      order: [...this.data.rows.all.values()]
        .filter((r) => r.kind !== "group")
        .sort(compare)
        .map((r) => r.name),
      screen: "timeline",
    });
  }

  runs(row) {
    const lane = row.tracks[row.tracks.length - 1]?.lane,
      c = row.tracks[row.tracks.length - 1]?.classes;
    let sum = 0;
    for (let i = 0; lane && i < lane.n; i++) {
      sum += c[lane.shape[i]] === 1 ? lane.dur[i] : 0;
    }
    return sum;
  }

  urgency(row) {
    return this.data.rows.traces[row.trace].threads.get(row.kind === "thread" ? row.key : 0)?.urgency ?? 0;
  }

  first(row) {
    const { lane, classes } = row.tracks[0] ?? {};
    const i = lane ? lane.shape.findIndex((s) => classes[s] === 1) : -1;
    return i < 0 ? Infinity : lane.start[i];
  }

  open() {
    const commands = this.commands().map(([name, does]) => ({ kind: "command", name, does })),
      screens = commands.filter((c) => c.name.startsWith("Go to "));
    const names = this.index.entries(),
      known = new Set(names.filter((c) => c.kind === "command").map((c) => c.name));
    this.all = [...names, ...commands.filter((c) => !known.has(c.name))];
    this.first = [...screens, ...commands.filter((c) => !screens.includes(c))];
    this.input.value = "";
    this.element.replaceChildren(this.input, this.words, this.items);
    this.list();
    this.element.showModal();
    this.input.focus();
  }

  list() {
    const text = this.input.value.trim();
    let words = "",
      found = text === "" ? this.first : findEntries(this.all, text);
    if (text !== "" && found.length === 0) {
      found = similarEntries(this.all, text).slice(0, 5);
      words = `Nothing is called "${text}"${found.length > 0 ? `; ${found[0].name}?` : "."}`;
    } else if (found.length > MOST && text !== "") {
      words = `The first ${MOST} of ${found.length}`;
    }
    this.found = [...found.slice(0, MOST)];
    const filter = this.filterEntry(text);
    if (filter?.isFilter) {
      this.found.unshift(filter);
      words = "";
    } else if (filter && this.found.length > 0 && words === "") {
      this.found.push(filter);
    }
    this.words.textContent = words;
    this.words.hidden = words === "";
    this.at = 0;
    this.items.replaceChildren(
      ...this.found.map((c, n) =>
        h(
          "li",
          { role: "option", id: `command-${n}`, onclick: () => this.run(c) },
          h("span", { class: "what", text: c.name }),
          h("span", { class: "kind", text: c.kind }),
        ),
      ),
    );
    this.mark();
  }

  /** An entry that uses the text as the filter of events, or as a part of their names. */
  filterEntry(text) {
    if (text === "" || !this.timeline) {
      return null;
    }
    const isFilter = /[=<>]|!~/.test(text),
      filter = isFilter ? text : `event=~"*${text.replaceAll('"', "?")}*"`;
    return {
      isFilter,
      kind: "event filter",
      name: filter,
      does: () => this.store.set({ screen: "events", filter }),
    };
  }

  mark() {
    [...this.items.children].forEach((li, n) => li.setAttribute("aria-selected", String(n === this.at)));
    if (this.found.length > 0) {
      this.input.setAttribute("aria-activedescendant", `command-${this.at}`);
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
    this.items.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  run({ does }) {
    this.element.close();
    does();
  }

  help() {
    this.show(
      "Keyboard shortcuts",
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
    );
  }

  legend() {
    this.show("Legend", legend(this.store.state.theme));
  }

  /** Show something to read, with a button that closes it. */
  show(title, body) {
    this.element.replaceChildren(
      h("h2", { text: title }),
      body,
      h("p", {}, h("button", { type: "button", autofocus: true, onclick: () => this.element.close() }, "Close")),
    );
    this.element.showModal();
    this.element.scrollTop = 0;
  }

  /** Open a dialog for the text of a note. */
  note() {
    const input = h("input", { type: "text", "aria-label": "Note", placeholder: "Note", size: 40 }),
      add = () => {
        this.element.close();
        if (input.value.trim() !== "") {
          addNote(this.timeline, input.value.trim());
        }
      };
    input.addEventListener("keydown", (e) => e.key === "Enter" && add());
    this.element.replaceChildren(
      h("h2", { text: `Note at ${time(this.store.state.sel?.from ?? this.timeline.middle)}` }),
      input,
      h("button", { type: "button", onclick: add }, "Add"),
    );
    this.element.showModal();
    input.focus();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const { store, timeline } = this;
    const letter = e.key.toLowerCase(),
      opens = letter === "k" || letter === "f" || (e.shiftKey && letter === "p");
    // Ctrl+F in the open search is the browser's own.
    if ((e.ctrlKey || e.metaKey) && opens && !this.element.open) {
      e.preventDefault();
      this.open();
      return;
    }
    if (e.ctrlKey || e.metaKey || e.altKey || this.element.open || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) {
      return;
    }
    const n = Number(e.key),
      screens = [...this.screens.keys()],
      onTimeline = timeline && store.state.screen === "timeline",
      onEvents = store.state.screen === "events",
      list = this.screens.get("events")?.view;
    const does =
      e.key === "?"
        ? () => this.help()
        : n >= 1 && n <= screens.length
          ? () => store.set({ screen: screens[n - 1] })
          : e.key === "/"
            ? () => (onEvents ? document.getElementById("event-filter").focus() : this.open())
            : onEvents && e.key.toLowerCase() === "n"
              ? () => list.step(e.shiftKey ? -1 : 1)
              : onTimeline
                ? {
                    w: () => timeline.zoom(0.7),
                    s: () => timeline.zoom(1 / 0.7),
                    a: () => timeline.pan(-0.15),
                    d: () => timeline.pan(0.15),
                    f: () => timeline.fit(),
                    A: () => setMarker(timeline, "a"),
                    B: () => setMarker(timeline, "b"),
                    l: () => this.legend(),
                    r: () => selectRange(timeline),
                    "[": () => moveEnd(timeline, "from"),
                    "]": () => moveEnd(timeline, "to"),
                    m: () => this.note(),
                    ",": () => walk(timeline, ","),
                    ".": () => walk(timeline, "."),
                    n: () => step(timeline, false),
                    N: () => step(timeline, true),
                    Escape: () => store.set({ sel: null, slice: null, event: null }),
                  }[e.key]
                : undefined;
    if (does) {
      e.preventDefault();
      does();
    }
  }
}
