// SPDX-License-Identifier: BSD-2-Clause
// The application: screens, commands, messages. Creates the views and passes each what it needs.
import { activity } from "../engine/activity.js";
import { breathe } from "../data/tasks.js";
import { describe } from "../model/describe.js";
import { AddedRows } from "../model/added.js";
import { cpusLoad } from "../model/load.js";
import { DetailLoader } from "../model/detail.js";
import { Picked } from "../model/picked.js";
import { Plugins } from "../model/plugins.js";
import { Recordings } from "../model/recordings.js";
import { Store } from "../model/store.js";
import { turnHues } from "../render/colour.js";
import { About } from "./about.js";
import { Compare } from "./compare.js";
import { Control } from "./control.js";
import { button, h, themeOf } from "./dom.js";
import { EventList } from "./events.js";
import { Functions } from "./functions/functions.js";
import { Latency } from "./latency.js";
import { Live } from "./live.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { PluginView, pluginsOfPage } from "./plugins.js";
import { Progress } from "./progress.js";
import { SectionView } from "./sections.js";
import { Session } from "./session.js";
import { Summary } from "./summary.js";
import { markerDelta } from "./timeline/chips.js";
import { goTo } from "./timeline/goto.js";
import { Timeline } from "./timeline/timeline.js";
import { Waits } from "./waits.js";

/** The screens. The data assigns each table to a screen. */
const SCREENS = [
  ["summary", "Summary"],
  ["timeline", "Timeline"],
  ["functions", "Functions"],
  ["latency", "Latency"],
  ["waits", "Waits"],
  ["events", "Events"],
  ["tables", "Tables"],
  ["plugins", "Plug-ins"],
  ["compare", "Compare"],
  ["about", "About"],
];
/** Screens with a static section of the same name. */
const OWN_SECTION = ["summary", "compare"];
/** Screens that need a recording: a profile has no data for them. */
const OF_RECORDINGS = ["timeline", "latency", "waits", "events", "tables"];

const ADD = "Add a recording to the time axis. You can also drop its file on the page";

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
    turnHues(this.state.hue);
    this.store.on((state, changed) => changed.has("hue") && turnHues(state.hue)); // before any view draws
    this.data = new Recordings();
    this.session = new Session(
      this.store,
      () => this.data.heads[0].file,
      (text) => this.warn(text),
    );
    this.sections = new Map();
    this.screens = new Map();
    this.voice = h("div", { class: "voice", "aria-live": "polite" });
    this.notice = h("div", { class: "notices" });
    this.progress = new Progress();
    /** Adds files to the page; null: it has no engine. @type {import("./open.js").Opener|null} */
    this.opener = null;
    this.test = {
      ready: false,
      app: this,
      rows: () => this.testRows(),
      sliceAt: (id, axis) => this.testSlice(id, axis),
      markers: () => markerDelta(this.state, this.data.rows),
      busy: () => activity.calls.size > 0 || this.timeline?.isPartial === true,
      activity,
      load: { cpusLoad },
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

  /** @param {import("../data/sections.js").Sections} sections */
  async open(sections) {
    const begin = performance.now(),
      { data, test } = this;
    await data.read(sections);
    test.readTime = performance.now() - begin;
    this.build();
    this.session.begin();
    if (data.rows?.wrong) {
      this.warn(data.rows.wrong);
    }
    if (location.hash === "" && this.screens.has("compare")) {
      this.state.screen = "compare";
    }
    this.showTheme();
    this.showScreen();
    this.timeline?.requestDraw();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        test.firstPicture = performance.now() - begin;
        test.firstPictureSinceStart = performance.now();
        this.loadEvents();
      }),
    );
    if (document.getElementById("spoor-live")) {
      this.live = new Live(data, (newer) => this.replace(newer));
      this.control = document.getElementById("spoor-operated") ? new Control(this, this.live) : null;
    }
  }

  /** Replace the data with newer data from the server. The views keep their state. */
  async replace(sections) {
    const had = this.data.rows !== null,
      { length } = this.data.traces;
    await this.data.read(sections);
    if (!had || this.data.rows === null) {
      return;
    }
    if (this.data.traces.length !== length) {
      this.renewActions();
    }
    this.renewTopology();
    this.screens.get("events").view.stale = true;
    await this.added.load();
    await Promise.all([...this.sections.values()].map((s) => s.renew()));
    await this.loadEvents();
  }

  /** Show another part's detail. The selected event stays if the part has it. */
  renewDetail(trace) {
    const { data, state, timeline } = this;
    data.renewRows();
    timeline.renew(data.rows);
    this.screens.get("events").view.stale = true;
    if (state.event !== null && data.chosen(state) === trace) {
      this.store.set({ event: this.event ? trace.loaded.find(this.event) : null });
    }
    this.showScreen();
    this.picked.load();
  }

  /** Show the rows anew after groups of CPUs were changed. */
  renewTopology() {
    const { data, timeline } = this;
    data.setTopology(this.state.topology);
    data.renewRows();
    timeline.renew(data.rows);
    if (data.rows.wrong) {
      this.warn(data.rows.wrong);
    }
  }

  /** Show the rows anew after the filter chose others. */
  renewPicked() {
    this.data.renewRows();
    this.timeline.renew(this.data.rows);
  }

  /** Show the rows anew after some were added or removed. @param {string|null} shown the id of a new row */
  renewAdded(shown) {
    const { data, timeline } = this;
    data.renewRows();
    timeline.renew(data.rows);
    this.panel.draw();
    if (shown) {
      timeline.revealRow(shown);
      this.say(data.rows.all.get(shown).name);
    }
  }

  /** Read the events. Called after the first frame, so that the page appears early. */
  async loadEvents() {
    for (const wrong of await this.data.loadEvents()) {
      this.warn(wrong);
    }
    if (this.timeline) {
      this.timeline.renew(this.data.rows);
      this.screens.get("events").view.stale = true;
    }
    this.showScreen();
    await breathe();
    if (this.timeline) {
      this.detail.show(this.timeline.from, this.timeline.to);
      await this.picked.load();
    }
    this.test.ready = true;
    this.plugins?.run();
  }

  /** Show what a plug-in added. */
  renewPlugins() {
    this.renewAdded(null);
    this.showScreen();
  }

  // ---------------------------------------------------------------- the frame

  build() {
    const { data } = this,
      main = document.querySelector("main"),
      statics = new Map([...main.querySelectorAll("section")].map((s) => [s.id, s]));
    document.body.classList.add("app");
    document.querySelector("nav")?.remove();
    const views = this.makeViews(statics);
    this.detail = new DetailLoader(
      data,
      (trace) => this.renewDetail(trace),
      (words) => this.warn(words),
    );
    this.rail = h("nav", { class: "rail", "aria-label": "Screens" });
    for (const [id, name] of SCREENS) {
      const own = OWN_SECTION.includes(id) ? [id] : data.tables.filter((t) => t.screen === id).map((t) => t.name);
      const why = this.reason(id);
      if (why !== "none") {
        const sections = own.map((s) => statics.get(s)).filter(Boolean);
        this.renameSections(name, views[id] ? sections : []);
        main.append(this.makeScreen(id, name, why, sections, views[id]));
        this.screens.get(id).own = own;
      }
    }
    statics.get("timeline")?.remove();
    main.before(this.rail, this.notice);
    this.renewActions();
    document.body.append(this.voice, this.palette.element);
    this.store.on((_, changed) => this.changed(changed));
    addEventListener("keydown", (e) => this.palette.key(e));
  }

  /** The table below a view of the same name gets another heading. */
  renameSections(name, sections) {
    for (const heading of sections.map((s) => s.querySelector("h2"))) {
      if (heading?.textContent === name && name !== "Summary" && name !== "Compare") {
        heading.textContent = `${name}: the whole table`;
      }
    }
  }

  makeViews(statics) {
    const { store, data, sections, session } = this,
      say = (text) => this.say(text),
      jump = (moment) => goTo(this.timeline, data.chosen(store.state), moment);
    for (const [id, section] of statics) {
      sections.set(id, new SectionView({ store, data, jump }, section));
    }
    const views = {
      summary: new Summary({ store, data, sections, timeline: () => this.timeline, jump }),
      about: new About({ store, data, session }),
      functions: new Functions({ store, data, say }),
    };
    if (data.rows) {
      const timeline = new Timeline(store, data.rows, say),
        panel = new Panel({ store, data, sections, timeline });
      views.timeline = {
        element: h("div", { class: "split" }, timeline.element, panel.element),
        show: () => {
          timeline.requestDraw();
          panel.draw();
        },
      };
      this.added = new AddedRows(
        store,
        data,
        (shown) => this.renewAdded(shown),
        (words) => this.warn(words),
      );
      this.picked = new Picked(store, data, () => this.renewPicked());
      views.latency = new Latency({ store, data, jump });
      views.waits = new Waits({ store, data, jump, say });
      views.events = new EventList({ store, data, timeline, say });
      Object.assign(this, { timeline, panel });
      this.plugins = new Plugins(pluginsOfPage(), data, () => this.renewPlugins());
      views.plugins = new PluginView(this.plugins, data, jump);
    }
    if (document.getElementById("compare")) {
      views.compare = new Compare({ store, data, say });
    }
    this.palette = new Palette(this);
    return views;
  }

  makeScreen(id, name, why, sections, view) {
    const screen = h("div", { class: "screen", id: `screen-${id}`, role: "region", "aria-label": name }),
      shown = why || !view ? [] : [view.element];
    if (why) {
      screen.append(h("h2", { text: name }), h("p", { class: "needs", text: why }));
    }
    // The summary starts with the losses, the other screens with the pictures.
    screen.append(...(id === "summary" ? [...sections, ...shown] : [...shown, ...sections]));
    const props = { type: "button", class: why ? "absent" : null, title: why || null },
      link = h("button", { ...props, onclick: () => this.store.set({ screen: id }) }, name);
    this.rail.append(link);
    this.screens.set(id, { screen, link, view: why ? null : view });
    return screen;
  }

  /** Show the controls for the recordings that are open. */
  renewActions() {
    document.querySelector(".actions")?.remove();
    document.querySelector("header").append(this.actions());
  }

  /** The controls in the page's header: recording, commands, theme, keys. */
  actions() {
    const { store, data, palette } = this,
      invert = () => store.set({ theme: themeOf(this.state.theme) === "dark" ? "light" : "dark" });
    const choice = () =>
      h(
        "label",
        {},
        "Tables for ",
        h(
          "select",
          { id: "trace", onchange: (e) => store.set({ trace: Number(e.target.value), event: null }) },
          ...data.traces.map((t, i) =>
            h("option", { value: i, selected: i === this.state.trace }, data.rows.titleOf(t)),
          ),
        ),
      );
    return h(
      "div",
      { class: "actions" },
      data.traces.length > 1 ? choice() : null,
      this.timeline && this.opener ? button("Add", ADD, () => this.opener.choose(), { class: "wide" }) : null,
      button("Search", "Search names and commands (Ctrl+K, Ctrl+F, /)", () => palette.open(), { class: "palette" }),
      this.timeline ? button("Legend", "What the timeline draws (L)", () => palette.legend(), { class: "wide" }) : null,
      button("◐", "Switch between light and dark theme", invert),
      button("?", "Keyboard shortcuts", () => palette.help(), { class: "wide" }),
    );
  }

  /** @returns {string} why a screen is empty, "" if it isn't, or "none" if the page doesn't have the screen */
  reason(id) {
    if (id === "compare") {
      return document.getElementById("compare") ? "" : "none";
    }
    if (id === "plugins") {
      return this.plugins?.list.length > 0 ? "" : "none";
    }
    if (this.data.rows !== null || !OF_RECORDINGS.includes(id)) {
      return "";
    }
    return this.data.profiles.length > 0
      ? "A profile has totals of functions but no times. To see this screen, record events on the target."
      : "none";
  }

  changed(changed) {
    if (changed.has("event") || changed.has("trace")) {
      this.event = this.data.chosen(this.state)?.loaded?.identity(this.state.event) ?? null;
    }
    if ((changed.has("from") || changed.has("to")) && this.timeline) {
      this.detail.show(this.timeline.from, this.timeline.to);
    }
    if (changed.has("topology") && this.timeline) {
      this.renewTopology();
    }
    if (changed.has("theme")) {
      this.showTheme();
    }
    if (changed.has("trace") && document.getElementById("trace")) {
      document.getElementById("trace").value = String(this.state.trace);
    }
    if (["screen", "sel", "trace"].some((k) => changed.has(k))) {
      this.showScreen();
    }
  }

  showTheme() {
    document.documentElement.dataset.theme = themeOf(this.state.theme);
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
        link.scrollIntoView({ block: "nearest", inline: "nearest" }); // on a phone the rail scrolls sideways
        own.forEach((s) => this.sections.get(s)?.show(this.state.sel));
        view?.show?.();
      }
    }
  }

  // ---------------------------------------------------------------- for tests

  get heads() {
    return this.data.heads;
  }

  get traces() {
    return this.data.traces;
  }

  testRows() {
    return this.timeline
      .shown()
      .map((r) => ({ id: r.id, label: r.label, kind: r.kind, slices: r.tracks.map((t) => t.lane.n) }));
  }

  testSlice(id, axis) {
    const row = this.data.rows.all.get(id),
      trace = this.data.traces[row.trace];
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
