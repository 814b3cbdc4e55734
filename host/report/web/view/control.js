// SPDX-License-Identifier: BSD-2-Clause
// Start, stop and mark the recording of a target that `spoor serve` operates, and choose stacks.
import { button, h } from "./dom.js";
import { addNote } from "./timeline/keyboard.js";

const FRAMES = 8;

export class Control {
  /** @param {import("./app.js").App} app @param {import("./live.js").Live} live */
  constructor(app, live) {
    this.app = app;
    this.live = live;
    this.records = true;
    this.marks = 0;
    this.toggle = button("Stop recording", "Stop or start the target's stream", () => this.switch());
    this.element = h(
      "span",
      { class: "control" },
      this.toggle,
      " ",
      button("Mark", "Add a note at the last event", () => this.mark()),
      " ",
      button("Stacks", "Choose the events whose stacks are recorded", () => this.choose()),
    );
    document.querySelector(".actions").prepend(this.element);
  }

  /** Let the server do something. @returns {Promise<string>} why the target refuses it; "": it was done */
  async ask(what) {
    const token = new URLSearchParams(location.search).get("token") ?? "",
      query = new URLSearchParams({ token, ...what });
    try {
      const answer = await fetch(`/control?${query}`, { method: "POST", cache: "no-store" }),
        words = await answer.text();
      return answer.ok ? "" : words;
    } catch (e) {
      return `no response from spoor serve: ${e.message}`;
    }
  }

  async switch() {
    const wrong = await this.ask({ do: this.records ? "stop" : "start" });
    if (wrong) {
      this.app.warn(wrong);
      return;
    }
    this.records = !this.records;
    this.toggle.textContent = this.records ? "Stop recording" : "Start recording";
    this.app.say(this.records ? "recording" : "stopped");
  }

  /** Add a note at the last event that the server has. */
  async mark() {
    await this.live.poll();
    addNote(this.app.timeline, `mark ${++this.marks}`, this.app.data.rows.end);
  }

  /** Open a dialog that chooses an event. */
  choose() {
    const names = [...this.app.data.traces[0].ids.values()].filter((m) => m.class === "event").map((m) => m.name),
      event = h("select", { id: "stack-event" }, ...names.sort().map((n) => h("option", { value: n }, n))),
      frames = h("input", { type: "number", id: "stack-frames", min: 0, max: 64, value: FRAMES }),
      words = h("p", { class: "hint", role: "status", id: "stack-words" });
    const set = async () => {
      const wrong = await this.ask({ do: "stack", event: event.value, frames: frames.value });
      words.className = wrong ? "bad" : "hint";
      words.textContent =
        wrong ||
        (Number(frames.value) > 0
          ? `${event.value} is recorded with up to ${frames.value} frames.`
          : `${event.value} is recorded without a stack.`);
    };
    this.app.palette.show(
      "Stacks of events",
      h(
        "div",
        {},
        h(
          "p",
          { class: "line" },
          h("label", {}, "Event ", event),
          h("label", {}, " frames ", frames),
          " ",
          button("Set", "Record this event with so many frames; 0: none", set),
        ),
        words,
      ),
    );
  }
}
