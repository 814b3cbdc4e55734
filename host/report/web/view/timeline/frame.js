// SPDX-License-Identifier: BSD-2-Clause
// One frame of the timeline: what its parts need for drawing. Lengths are device pixels, except in boxes (CSS pixels).
import { tickStep } from "../../model/format.js";
import { trackHeight } from "../../model/rows.js";
import { THEMES } from "../../render/colour.js";

export class Frame {
  /**
   * @param {import("./viewport.js").Viewport} viewport
   * @param {import("../../render/renderer.js").Renderer} renderer
   * @param {{theme: "light"|"dark", height: number, top: number, boxes: Box[], chosen: object|null,
   *   firstMs?: number}} picture
   *   top: scroll offset of the rows; chosen: the selected slice as Timeline.find() returns it; firstMs: the time in
   *   which tracks may be drawn in detail for the first time, which takes longer than later
   * @typedef {{row: import("../../model/rows.js").TimelineRow, y: number}} Box
   */
  constructor(viewport, renderer, { theme, height, top, boxes, chosen, firstMs = Infinity }) {
    const { from, to, width, scale, rows, store } = viewport;
    this.r = renderer;
    this.from = from;
    this.to = to;
    this.width = width;
    this.height = height;
    this.scale = scale;
    this.rows = rows;
    this.state = store.state;
    this.theme = THEMES[theme];
    this.top = top;
    this.boxes = boxes;
    this.visible = boxes.filter((b) => b.y + b.row.height > top && b.y < top + height / scale);
    this.chosen = chosen;
    /** What else takes long is left to the next frame. */
    this.isPartial = false;
    this.firstMs = firstMs;
    this.firstTime = 0;
  }

  /** Draw a track in detail for the first time, or leave it to the next frame. @returns {boolean} whether it is left */
  leaves(draw) {
    if (this.isPartial) {
      return true;
    }
    const begin = performance.now();
    draw();
    this.firstTime += performance.now() - begin;
    this.isPartial = this.firstTime > this.firstMs;
    return false;
  }

  x(axis) {
    return ((axis - this.from) / (this.to - this.from)) * this.width;
  }

  /** The height of a track in CSS pixels. */
  tall(kind) {
    return trackHeight(kind, this.state.compact);
  }

  /** The distance between the ruler's ticks, and their times. */
  ticks() {
    const step = tickStep(this.to - this.from, this.width / (110 * this.scale)),
      times = [];
    for (let t = Math.ceil(this.from / step) * step; t < this.to; t += step) {
      times.push(t);
    }
    return { step, times };
  }

  /** The markers that are set. @returns {{axis: number, name: "A"|"B"}[]} */
  markers() {
    const { a, b } = this.state;
    return [
      { axis: a, name: "A" },
      { axis: b, name: "B" },
    ].filter((m) => m.axis !== null);
  }
}
