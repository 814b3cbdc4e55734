// SPDX-License-Identifier: BSD-2-Clause
// The Events screen: a list of all events, or those that a filter selects. Only the visible lines are elements. The
// engine evaluates the filter.
import { chosenEvents } from "../data/events.js";
import { count, duration, time } from "../model/format.js";
import { filterHint } from "../model/hint.js";
import { button, h } from "./dom.js";
import { Choices } from "./choices.js";

const LINE = 20;

export class EventList {
  constructor({ store, data, timeline, say }) {
    this.store = store;
    this.data = data;
    this.timeline = timeline;
    this.say = say;
    this.found = null; // indices of the selected events; null: all
    this.input = h("input", {
      type: "search",
      id: "event-filter",
      placeholder: "event=~sync_* && object==raw_blocks",
      "aria-label": "Event filter",
      size: 50,
      onkeydown: (e) => e.key === "Enter" && this.store.set({ filter: this.input.value.trim() }),
      onchange: () => this.store.set({ filter: this.input.value.trim() }),
    });
    this.choices = new Choices((filter) => this.store.set({ filter }));
    this.words = h("span", { class: "hint", role: "status" });
    this.error = h("p", { class: "bad", role: "alert", hidden: true });
    this.hint = h("p", { class: "needs", role: "status", hidden: true });
    this.scroll = h("div", { class: "list", role: "rowgroup", tabindex: 0, "aria-label": "Events" });
    this.spacer = h("div", { role: "presentation" });
    this.view = h("div", { class: "lines", role: "presentation" });
    this.scroll.append(this.spacer, this.view);
    this.follow = h("input", { type: "checkbox", checked: true, onchange: () => this.refresh() });
    this.head = h(
      "div",
      { class: "event head", role: "row" },
      ...["number", "time", "since last", "CPU", "context", "event", "fields"].map((t) =>
        h("span", { role: "columnheader", text: t }),
      ),
    );
    const head = h("div", { role: "rowgroup" }, this.head);
    this.table = h("div", { class: "eventtable", role: "table", "aria-label": "Events" }, head, this.scroll);
    this.element = h(
      "div",
      { class: "events" },
      h("h2", { text: "Events" }),
      h(
        "p",
        { class: "line" },
        h("label", {}, "Filter ", this.input),
        " ",
        button("Next", "Go to the next matching event (N)", () => this.step(1)),
        button("Previous", "Go to the previous matching event (Shift+N)", () => this.step(-1)),
        h("label", {}, this.follow, " only the selection"),
      ),
      this.choices.element,
      h("p", { class: "line" }, this.words),
      this.error,
      this.hint,
      this.table,
    );
    this.scroll.addEventListener("scroll", () => this.draw());
    this.scroll.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(this.scroll);
    store.on((_, changed) => {
      if (["filter", "sel", "trace"].some((k) => changed.has(k))) {
        this.stale = true;
      }
      if (store.state.screen === "events") {
        if (this.stale) {
          this.refresh();
        } else if (changed.has("event")) {
          this.reveal();
        }
      }
    });
    this.stale = true;
  }

  async show() {
    this.events = await this.data.chosen(this.store.state).loadEvents();
    if (this.stale) {
      await this.refresh();
    }
    if (this.store.state.event === null) {
      // start at the time that the timeline shows
      const middle = this.events.from(this.events.trace.fromAxis(this.timeline.from));
      this.scroll.scrollTop = this.place(middle) * LINE;
    } else {
      this.reveal();
    }
    this.draw();
  }

  /** Find the matching events, and show the first ones. */
  async refresh() {
    this.stale = false;
    this.events = await this.data.chosen(this.store.state).loadEvents();
    const { filter, sel } = this.store.state,
      e = this.events,
      { trace } = e,
      part = this.follow.checked ? sel : null;
    this.input.value = filter;
    this.choices.show(e);
    this.error.hidden = true;
    const first = part ? e.from(trace.fromAxis(part.from)) : 0,
      last = part ? e.from(trace.fromAxis(part.to)) : e.n,
      run = {};
    this.run = run;
    if (filter === "") {
      this.found = null;
      this.first = first;
      this.count = last - first;
      this.showCount();
      return;
    }
    const begin = performance.now();
    let found = [];
    this.words.textContent = "Searching …";
    try {
      found = await chosenEvents(trace, filter);
    } catch (x) {
      if (this.run === run) {
        this.error.textContent = `The filter can't be used: ${x.message}`;
        this.error.hidden = false;
      }
    }
    if (this.run !== run) {
      return;
    }
    this.found = found.filter((i) => i >= first && i < last);
    this.first = 0;
    this.count = this.found.length;
    this.searchTime = performance.now() - begin;
    this.showCount();
  }

  showCount() {
    const e = this.events,
      { trace } = e,
      { from, eventsTo } = trace.detail,
      words = `${count(this.count)} of ${count(e.n)} events`,
      part = trace.covers(0, trace.end, eventsTo)
        ? ""
        : ` from ${time(trace.toAxis(from))} to ${time(trace.toAxis(eventsTo))}; the timeline chooses the part`;
    this.words.textContent = words + part;
    this.spacer.style.height = `${Math.min(this.count * LINE, 15e6)}px`;
    this.table.setAttribute("aria-rowcount", this.count);
    this.showHint();
    this.draw();
  }

  /** Say why nothing was found, if a name in the filter is misspelt. */
  showHint() {
    const { filter } = this.store.state,
      words = this.count === 0 && filter !== "" ? filterHint(this.events.trace, filter) : "";
    this.hint.textContent = words;
    this.hint.hidden = words === "";
  }

  /** The event of a line; place() is the inverse. */
  at(line) {
    return this.found === null ? this.first + line : this.found[line];
  }

  place(event) {
    if (this.found === null) {
      return event - this.first;
    }
    let low = 0,
      high = this.found.length;
    while (low < high) {
      const m = (low + high) >> 1;
      if (this.found[m] < event) {
        low = m + 1;
      } else {
        high = m;
      }
    }
    return low;
  }

  /** Browsers limit an element's height. In very long lists a pixel of the scroll bar is several lines. */
  get ratio() {
    return Math.max(1, (this.count * LINE) / 15e6);
  }

  draw() {
    const e = this.events,
      height = this.scroll.clientHeight;
    if (!e || height === 0) {
      return;
    }
    const first = Math.min(
        Math.floor((this.scroll.scrollTop * this.ratio) / LINE),
        Math.max(0, this.count - Math.floor(height / LINE)),
      ),
      lines = Math.min(this.count - first, Math.ceil(height / LINE) + 1),
      { state } = this.store,
      list = [];
    for (let k = 0; k < lines; k++) {
      const i = this.at(first + k),
        before = first + k > 0 ? e.time[this.at(first + k - 1)] : null,
        { trace } = e;
      const fields = e
        .fields(i)
        .map(([name, value]) => (name ? `${name}=${value}` : value))
        .join(" ");
      list.push(
        h(
          "div",
          {
            class: `event${i === state.event ? " on" : ""}`,
            role: "row",
            "aria-rowindex": first + k + 1,
            "data-event": i,
            onclick: () => this.choose(i),
          },
          ...[
            String(i),
            ((trace.begin + e.time[i]) / trace.hz).toFixed(9),
            before === null ? "" : duration(trace.ns(e.time[i] - before)),
            String(e.cpu[i]),
            e.context(i),
            e.name(i),
            `${fields}${e.stacks.has(i) ? "  ▼ stack" : ""}`,
          ].map((t) => h("span", { role: "cell", text: t })),
        ),
      );
    }
    this.view.style.transform = `translateY(${this.scroll.scrollTop}px)`;
    this.view.replaceChildren(...list);
  }

  choose(i) {
    const e = this.events,
      axis = e.trace.toAxis(e.time[i]);
    this.store.set({ event: i, trace: e.trace.index, slice: null });
    this.timeline.reveal(axis);
    this.say(`${e.name(i)} at ${time(axis)}`);
    this.draw();
  }

  reveal() {
    const line = this.place(this.store.state.event ?? 0),
      top = (line * LINE) / this.ratio;
    if (top < this.scroll.scrollTop || top > this.scroll.scrollTop + this.scroll.clientHeight - LINE) {
      this.scroll.scrollTop = Math.max(0, top - this.scroll.clientHeight / 3);
    }
    this.draw();
  }

  step(by) {
    const line = this.store.state.event === null ? 0 : this.place(this.store.state.event) + by;
    if (line >= 0 && line < this.count) {
      this.choose(this.at(line));
      this.reveal();
    }
  }

  key(e) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[e.key];
    if (by) {
      e.preventDefault();
      e.stopPropagation();
      this.step(by);
    } else if (e.key === "Enter" && this.store.state.event !== null) {
      this.store.set({ screen: "timeline", panel: "selection" });
    }
  }
}
