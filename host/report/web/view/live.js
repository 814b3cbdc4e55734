// SPDX-License-Identifier: BSD-2-Clause
// A live page of `spoor serve`: polls the server for newer data every second.
import { fromFrames } from "../data/sections.js";
import { button, h } from "./dom.js";

const EVERY_MS = 1000;

export class Live {
  /** @param {(sections: import("../data/sections.js").Sections) => Promise<void>} replace */
  constructor(data, replace) {
    this.data = data;
    this.replace = replace;
    this.size = "";
    this.running = true;
    this.words = h("span", { class: "live", role: "status", text: "live" });
    this.toggle = button("Pause", "Pause or resume updates", () => {
      this.running = !this.running;
      this.toggle.textContent = this.running ? "Pause" : "Resume";
      this.words.textContent = this.running ? "live" : "paused";
    });
    document.querySelector(".actions").prepend(this.words, this.toggle);
    this.updates = 0;
    this.next();
  }

  next() {
    setTimeout(async () => {
      if (this.running) {
        await this.poll();
      }
      this.next();
    }, EVERY_MS);
  }

  async poll() {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    try {
      const answer = await fetch(`/data?token=${encodeURIComponent(token)}&since=${this.size}`, { cache: "no-store" });
      if (answer.status === 200) {
        this.size = answer.headers.get("Spoor-Size") ?? "";
        await this.replace(fromFrames(new Uint8Array(await answer.arrayBuffer())));
        this.updates++;
        const head = this.data.heads[0],
          seconds = (head.end - head.begin) / (head.hz || 1e9),
          events = head.events + head.events_left_out;
        document.querySelector(".lead").textContent = `${events} events in ${seconds.toFixed(3)} s`;
      } else if (answer.status !== 204) {
        throw new Error(await answer.text());
      }
      this.words.textContent = this.running ? "live" : "paused";
    } catch (e) {
      this.words.textContent = `no response from spoor serve: ${e.message}`;
    }
  }
}
