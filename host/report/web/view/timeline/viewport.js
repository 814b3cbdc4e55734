// SPDX-License-Identifier: BSD-2-Clause
// The range of the axis that the timeline shows, and conversions between times and pixels.

export class Viewport {
  /** @param {import("../../model/store.js").Store} store @param {import("../../model/rows.js").Rows} rows */
  constructor(store, rows) {
    this.store = store;
    this.rows = rows;
    // Width in device pixels; `scale` of them make a CSS pixel. Set before each frame.
    this.width = 50;
    this.scale = 1;
  }

  get from() {
    return this.store.state.from ?? this.rows.begin;
  }

  get to() {
    return this.store.state.to ?? this.rows.end;
  }

  get middle() {
    return (this.from + this.to) / 2;
  }

  /** Convert a time to device pixels. */
  x(axis) {
    return ((axis - this.from) / (this.to - this.from)) * this.width;
  }

  /** Convert CSS pixels to a time. */
  axisAt(x) {
    return this.from + ((x * this.scale) / this.width) * (this.to - this.from);
  }

  /** Show a range of the axis, limited to the recording. */
  show(from, to) {
    const { begin, end } = this.rows,
      all = Math.max(1, end - begin);
    const width = Math.min(Math.max(to - from, 20), all * 1.02);
    const f = Math.max(begin - 0.01 * all, Math.min(from, end + 0.01 * all - width));
    if (width >= all) {
      this.store.set({ from: null, to: null });
    } else {
      this.store.set({ from: f, to: f + width });
    }
  }

  zoom(factor, at = this.middle) {
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(by) {
    const width = this.to - this.from;
    this.show(this.from + by * width, this.to + by * width);
  }

  /** Scroll to a range unless it is visible. */
  reveal(from, to = from) {
    const width = this.to - this.from;
    if (from < this.from || to > this.to || to - from < width / 2000) {
      const margin = Math.max((to - from) * 2, Math.min(width, 5e5));
      this.show((from + to) / 2 - margin, (from + to) / 2 + margin);
    }
  }
}
