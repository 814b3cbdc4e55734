// SPDX-License-Identifier: BSD-2-Clause
// The frame: screens in a rail, keys, saved views; it hands data to the views.
import { BadData } from "../data/bytes.js";
import { profileOfHead } from "../data/profile.js";
import { readTrace } from "../data/trace.js";
import { describe } from "../model/describe.js";
import { Rows } from "../model/rows.js";
import { Store } from "../model/store.js";
import { About } from "./about.js";
import { Compare } from "./compare.js";
import { button, h, save, themeOf } from "./dom.js";
import { EventList } from "./events.js";
import { Functions } from "./functions.js";
import { Latency } from "./latency.js";
import { Live } from "./live.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { computeTable, SectionView } from "./sections.js";
import { Summary } from "./summary.js";
import { markerDelta } from "./timeline/chips.js";
import { Timeline } from "./timeline/timeline.js";
import { Waits } from "./waits.js";

/** The screens. Sections of tables are on those that the data names; a few others have a section of their own name. */
const SCREENS = [
  ["summary", "Summary"],
  ["timeline", "Timeline"],
  ["functions", "Functions"],
  ["latency", "Latency"],
  ["waits", "Waits"],
  ["events", "Events"],
  ["tables", "Tables"],
  ["compare", "Compare"],
  ["about", "About"],
];
const OWN_SECTION = ["summary", "compare"];

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export class App {
  constructor() {
    this.store = new Store(storage());
    this.heads = [];
    this.traces = [];
    this.profiles = [];
    this.rows = null;
    this.sections = new Map();
    this.screens = new Map();
    this.voice = h("div", { class: "voice", "aria-live": "polite" });
    this.notice = h("div", { class: "notices" });
    this.test = {
      ready: false,
      app: this,
      rows: () => this.testRows(),
      sliceAt: (id, axis) => this.testSlice(id, axis),
      markers: () => markerDelta(this.state, this.rows),
      frameTimes: () => this.timeline?.frameTimes ?? [],
    };
  }

  get state() {
    return this.store.state;
  }

  say(text) {
    this.voice.textContent = text;
  }

  warn(text) {
    const line = h(
      "p",
      { class: "bad", role: "alert" },
      text,
      " ",
      button("✕", "Close", () => line.remove()),
    );
    this.notice.append(line);
  }

  // ---------------------------------------------------------------- data

  /** @param {import("../data/sections.js").Sections} data */
  async open(data) {
    const begin = performance.now();
    await this.read(data);
    this.test.readTime = performance.now() - begin;
    this.build();
    const wrong = this.store.fromHash(location.hash) ?? this.givenSession(document.getElementById("spoor-session"));
    if (wrong) {
      this.warn(wrong);
    }
    if (this.rows?.wrong) {
      this.warn(this.rows.wrong);
    }
    if (location.hash === "" && this.screens.has("compare")) {
      this.state.screen = "compare";
    }
    this.show();
    this.timeline?.ask();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.test.firstPicture = performance.now() - begin;
        this.test.firstPictureSinceStart = performance.now();
        this.loadEvents();
      }),
    );
    if (document.getElementById("spoor-live")) {
      this.live = new Live(this);
    }
  }

  /** Read all recordings and profiles of the data. */
  async read(data) {
    const indices = data.indices();
    if (indices.length === 0) {
      throw new BadData("the page has no data: the file was cut");
    }
    for (const index of indices) {
      const head = await data.head(index);
      this.heads.push(head);
      if (head.kind === "profile") {
        this.profiles.push(profileOfHead(head));
      } else {
        this.traces.push(await readTrace(data, index, head));
      }
    }
    this.rows = this.traces.length > 0 ? new Rows(this.traces) : null;
  }

  /** More came from the server: the same views of newer data. */
  async replace(data) {
    const { rows } = this;
    this.heads = [];
    this.traces = [];
    this.profiles = [];
    await this.read(data);
    if (rows === null || this.rows === null) {
      return;
    }
    this.timeline.renew(this.rows);
    this.screens.get("events").view.stale = true;
    await Promise.all([...this.sections.values()].map((s) => s.renew()));
    await this.loadEvents();
  }

  givenSession(element) {
    return element && element.textContent.trim() !== ""
      ? this.store.fromSession(
          new TextDecoder().decode(Uint8Array.from(atob(element.textContent.trim()), (c) => c.charCodeAt(0))),
        )
      : null;
  }

  /** Events come after the first picture. */
  async loadEvents() {
    for (const trace of this.traces) {
      try {
        trace.loaded = await trace.loadEvents();
        this.rows?.addEvents(trace, trace.loaded);
      } catch (e) {
        this.warn(`Events can't be shown: ${e.message}.`);
      }
    }
    if (this.timeline) {
      this.timeline.list = null;
      this.timeline.ask();
    }
    this.panel?.draw();
    this.showScreen();
    this.test.ready = true;
  }

  tableRows(kind, sel) {
    return computeTable(this.traces[this.state.trace] ?? this.traces[0], kind, sel, this.columnsOf(kind));
  }

  /** Tables that the page has, in their order: where each is shown, where its rows lead. */
  get tables() {
    return this.heads[0]?.tables ?? [];
  }

  columnsOf(kind) {
    return this.sections.get(kind)?.columns;
  }

  // ---------------------------------------------------------------- the frame

  build() {
    const main = document.querySelector("main"),
      head = document.querySelector("header");
    document.body.classList.add("app");
    document.querySelector("nav")?.remove();
    const statics = new Map([...main.querySelectorAll("section")].map((s) => [s.id, s]));
    for (const [id, section] of statics) {
      this.sections.set(id, new SectionView(this, section));
    }
    const views = this.makeViews();
    this.rail = h("nav", { class: "rail", "aria-label": "Screens" });
    const list = SCREENS.filter(([id]) => this.reason(id) !== "none");
    for (const [id, name] of list) {
      const own = OWN_SECTION.includes(id) ? [id] : this.tables.filter((t) => t.screen === id).map((t) => t.name);
      const screen = h("div", { class: "screen", id: `screen-${id}`, role: "region", "aria-label": name });
      const view = views[id];
      const why = this.reason(id);
      if (why) {
        screen.append(h("h2", { text: name }), h("p", { class: "needs", text: why }));
      } else if (view) {
        screen.append(view.element);
      }
      own.forEach((s) => statics.has(s) && screen.append(statics.get(s)));
      if (id === "summary" && view) {
        // the accounts come first
        screen.append(view.element);
      }
      main.append(screen);
      const link = h(
        "button",
        {
          type: "button",
          class: why ? "absent" : null,
          title: why || null,
          onclick: () => this.store.set({ screen: id }),
        },
        name,
      );
      this.rail.append(link);
      this.screens.set(id, { screen, link, view: why ? null : view, own });
    }
    statics.get("timeline")?.remove();
    main.before(this.rail);
    const choice =
      this.traces.length > 1
        ? h(
            "label",
            {},
            "Tables of ",
            h(
              "select",
              { id: "trace", onchange: (e) => this.store.set({ trace: Number(e.target.value), event: null }) },
              ...this.traces.map((t, i) =>
                h("option", { value: i, selected: i === this.state.trace }, `${i + 1}: ${t.head.file}`),
              ),
            ),
          )
        : null;
    head.append(
      h(
        "div",
        { class: "actions" },
        choice,
        button("⌘ Commands", "All commands (Ctrl+K)", () => this.palette.open(), { class: "palette" }),
        button("◐", "Light or dark", () =>
          this.store.set({ theme: themeOf(this.state.theme) === "dark" ? "light" : "dark" }),
        ),
        button("?", "Keys", () => this.palette.help()),
      ),
    );
    document.body.append(this.voice, this.palette.element);
    main.before(this.notice);
    this.store.on((_, changed) => this.changed(changed));
    addEventListener("keydown", (e) => this.palette.key(e));
    addEventListener("hashchange", () => this.hash !== location.hash && this.take(this.store.fromHash(location.hash)));
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", async (e) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) {
        this.take(this.store.fromSession(await file.text()));
      }
    });
  }

  take(wrong) {
    if (wrong) {
      this.warn(wrong);
    }
  }

  makeViews() {
    this.palette = new Palette(this);
    const views = { summary: new Summary(this), about: new About(this), functions: new Functions(this) };
    if (this.rows) {
      this.timeline = new Timeline(this.store, this.rows, (text) => this.say(text));
      this.panel = new Panel(this);
      views.timeline = {
        element: h("div", { class: "split" }, this.timeline.element, this.panel.element),
        show: () => {
          this.timeline.ask();
          this.panel.draw();
        },
      };
      views.latency = new Latency(this);
      views.waits = new Waits(this);
      views.events = new EventList(this);
    }
    if (document.getElementById("compare")) {
      views.compare = new Compare(this);
    }
    return views;
  }

  /** Why a screen has nothing: a sentence; "none": there is no such screen; "": it has something. */
  reason(id) {
    if (id === "compare") {
      return document.getElementById("compare") ? "" : "none";
    }
    if (this.rows === null && ["timeline", "latency", "waits", "events", "tables"].includes(id)) {
      return this.profiles.length > 0
        ? "A profile has values of functions and no times: record events of the target to see this."
        : "none";
    }
    return "";
  }

  changed(changed) {
    if (changed.has("theme")) {
      document.documentElement.dataset.theme = themeOf(this.state.theme);
    }
    if (changed.has("trace") && document.getElementById("trace")) {
      document.getElementById("trace").value = String(this.state.trace);
    }
    if (["screen", "sel", "trace"].some((k) => changed.has(k))) {
      this.showScreen();
    }
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => {
      this.hash = this.store.hash();
      try {
        history.replaceState(null, "", this.hash || location.pathname + location.search);
      } catch {
        // A browser may refuse links of files.
      }
      this.hash = location.hash;
    }, 250);
  }

  show() {
    document.documentElement.dataset.theme = themeOf(this.state.theme);
    this.showScreen();
  }

  showScreen() {
    if (!this.screens.has(this.state.screen)) {
      this.state.screen = "summary";
    }
    for (const [id, { screen, link, view, own }] of this.screens) {
      const on = id === this.state.screen;
      screen.hidden = !on;
      link.setAttribute("aria-current", on ? "page" : "false");
      if (on) {
        own.forEach((s) => this.sections.get(s)?.show(this.state.sel));
        view?.show?.();
      }
    }
  }

  // ---------------------------------------------------------------- going places

  /** Show a moment in the timeline, and choose the slice there. @param {number} ns since the target's start */
  goTo(ns, kind = null, name = null) {
    const trace = this.traces[this.state.trace] ?? this.traces[0];
    const row = [...this.rows.all.values()].find(
      (r) =>
        r.trace === trace.index &&
        r.kind === kind &&
        (r.label === name ||
          (kind === "cpu"
            ? r.key === name
            : kind === "thread" &&
              trace.thread(r.key) === name &&
              r.tracks[0].lane.at(Math.round((ns * trace.hz) / 1e9 - trace.begin)) >= 0)),
    );
    const t = Math.round((ns * trace.hz) / 1e9 - trace.begin);
    let slice = null,
      from = trace.toAxis(t),
      to = from;
    for (let n = 0; row && n < row.tracks.length && !slice; n++) {
      const { lane } = row.tracks[n],
        i = [lane.at(t), lane.at(t + 1), lane.at(t - 1)].find((k) => k >= 0 && Math.abs(lane.start[k] - t) <= 2);
      if (i !== undefined) {
        slice = { row: row.id, lane: n, start: lane.start[i] };
        to = trace.toAxis(lane.end(i));
      }
    }
    this.store.set({ screen: "timeline", panel: "selection", slice });
    const margin = Math.max(1.5 * (to - from), 20000);
    this.timeline.show(from - margin, to + margin);
    if (row) {
      requestAnimationFrame(() => this.timeline.revealRow(row.id));
    }
  }

  saveSession() {
    save(`${this.heads[0].file}.session.json`, "application/json", this.store.session(this.heads[0].file));
  }

  loadSession() {
    const input = h("input", {
      type: "file",
      accept: ".json,application/json",
      onchange: async () => this.take(this.store.fromSession(await input.files[0].text())),
    });
    input.click();
  }

  // ---------------------------------------------------------------- for tests

  testRows() {
    return this.timeline
      .shown()
      .map((r) => ({ id: r.id, label: r.label, kind: r.kind, slices: r.tracks.map((t) => t.lane.n) }));
  }

  testSlice(id, axis) {
    const row = this.rows.all.get(id),
      trace = this.rows.traces[row.trace];
    for (const track of row.tracks) {
      const i = track.lane.at(trace.fromAxis(axis));
      if (i >= 0) {
        return {
          from: trace.toAxis(track.lane.start[i]),
          to: trace.toAxis(track.lane.end(i)),
          words: Object.fromEntries(describe(trace, row, track, i)),
        };
      }
    }
    return null;
  }
}
