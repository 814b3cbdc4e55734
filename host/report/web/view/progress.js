// SPDX-License-Identifier: BSD-2-Clause
// Shown while the engine takes long, with a button that ends what it does.
import { activity } from "../engine/activity.js";
import { button, h } from "./dom.js";

/** Shorter calls aren't shown. */
const SHORT_MS = 300;
const EVERY_MS = 100;

export class Progress {
  constructor() {
    this.words = h("span", { role: "status" });
    this.bar = h("progress", { max: 1 });
    this.stop = button("Cancel", "Cancel what the engine is doing", () => this.call?.cancel?.());
    this.element = h("p", { class: "progress", hidden: true }, this.words, " ", this.bar, " ", this.stop);
    document.body.append(this.element);
    activity.listener = () => this.look();
  }

  look() {
    clearTimeout(this.timer);
    this.call = [...activity.calls][0];
    if (this.call) {
      this.timer = setTimeout(() => this.look(), EVERY_MS);
    }
    const isLong = this.call !== undefined && performance.now() - this.call.begin > SHORT_MS;
    this.element.hidden = !isLong;
    if (isLong) {
      const { words, share, cancel } = this.call;
      this.words.textContent = words;
      this.stop.hidden = cancel === null;
      if (share === null) {
        this.bar.removeAttribute("value");
      } else {
        this.bar.value = share;
      }
    }
  }
}
