// SPDX-License-Identifier: BSD-2-Clause
// The ruler above the rows: times, and the names of the markers.
import { time } from "../../model/format.js";
import { pixel } from "../../render/colour.js";
import { Renderer } from "../../render/renderer.js";
import { h } from "../dom.js";

const HIGH = 24;

export class Ruler {
  constructor() {
    this.element = h("canvas", { class: "ruler", "aria-hidden": "true" });
    this.element.style.height = `${HIGH}px`;
    this.renderer = new Renderer(this.element);
  }

  /** @param {import("./frame.js").Frame} frame @param {number} left offset of the rows in CSS pixels */
  draw(frame, left) {
    const { width, scale: s, theme } = frame,
      r = this.renderer,
      height = Math.round(HIGH * s),
      tick = Math.round(6 * s);
    Object.assign(this.element.style, { width: `${width / s}px`, marginLeft: `${left}px` });
    r.begin(width, height, theme.back, s);
    const { step, times } = frame.ticks();
    for (const t of times) {
      const x = Math.round(frame.x(t));
      r.rect(x, height - tick, 1, tick, pixel(theme.faint));
      r.text(x, 0, 110 * s, height - 4 * s, time(t, step), theme.text);
    }
    for (const { axis, name } of frame.markers()) {
      const x = Math.round(frame.x(axis));
      r.rect(x - Math.round(7 * s), 0, Math.round(14 * s), Math.round(14 * s), pixel(theme.select));
      r.texts.push({ x: x - 6 * s, y: 7 * s, w: 14 * s, text: name, colour: theme.back, align: "left" });
    }
    r.end();
  }
}
