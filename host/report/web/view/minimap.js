// SPDX-License-Identifier: BSD-2-Clause
// An overview of the whole recording: load of all CPUs, losses, markers, and the range that the timeline shows.
import { Columns } from "../data/pyramid.js";
import { duration, time } from "../model/format.js";
import { pixel, STATE_COLOURS } from "../render/colour.js";
import { Renderer } from "../render/renderer.js";
import { h } from "./dom.js";

const HEIGHT = 36;

export class Minimap {
  constructor(store, rows) {
    this.store = store;
    this.rows = rows;
    this.canvas = h("canvas", { role: "img", "aria-label": "Load of all CPUs over the whole recording" });
    this.canvas.style.height = `${HEIGHT}px`;
    this.words = h("div", { class: "span" });
    this.element = h("div", { class: "minimap" }, this.words, this.canvas);
    this.renderer = new Renderer(this.canvas);
    const go = (e) => {
      const box = this.canvas.getBoundingClientRect(),
        at = this.begin + ((e.clientX - box.left) / box.width) * (this.end - this.begin);
      const { state } = store,
        width = (state.to ?? this.end) - (state.from ?? this.begin);
      return { at, width };
    };
    this.canvas.addEventListener("pointerdown", (e) => {
      this.canvas.setPointerCapture(e.pointerId);
      this.drag = go(e).at;
    });
    this.canvas.addEventListener("pointermove", (e) => {
      if (this.drag !== undefined) {
        const { at } = go(e);
        if (Math.abs(at - this.drag) > (this.end - this.begin) / 300) {
          store.set({ from: Math.min(at, this.drag), to: Math.max(at, this.drag) });
          this.moved = true;
        }
      }
    });
    this.canvas.addEventListener("pointerup", (e) => {
      const { at, width } = go(e);
      if (!this.moved && width < this.end - this.begin) {
        store.set({ from: at - width / 2, to: at + width / 2 });
      }
      this.drag = undefined;
      this.moved = false;
    });
  }

  /** Use newer data. */
  renew(rows) {
    this.rows = rows;
    this.cache = this.base = undefined;
  }

  get begin() {
    return this.rows.begin;
  }

  get end() {
    return Math.max(this.rows.end, this.begin + 1);
  }

  /** The load of all CPUs together by column, from 0 to 1. */
  loads(width) {
    if (this.cache?.width === width && this.cache.end === this.end) {
      return this.cache.loads;
    }
    const loads = new Float32Array(width),
      columns = new Columns(width);
    let cpus = 0;
    for (const row of this.rows.all.values()) {
      if (row.kind !== "cpu") {
        continue;
      }
      cpus++;
      const trace = this.rows.traces[row.trace],
        from = trace.fromAxis(this.begin),
        to = trace.fromAxis(this.end),
        track = row.tracks[row.tracks.length - 1];
      columns.fill(this.rows.pyramid(track), from, to, (i, left, right) => {
        if (track.classes[track.lane.shape[i]] === 1) {
          for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
            loads[x] += 1;
          }
        }
      });
      for (let x = 0; x < width; x++) {
        loads[x] += columns.touched[x] ? Math.min(1, columns.full[x]) : 0;
      }
      const c = trace.coarse?.get(`cpu/${row.key}`);
      for (let x = 0; c && x < width; x++) {
        const n = trace.column(c, from + ((to - from) * x) / width);
        loads[x] += n >= 0 ? c.both[2 * n] / 1000 : 0;
      }
    }
    loads.forEach((l, x) => (loads[x] = l / Math.max(1, cpus)));
    this.cache = { width, end: this.end, loads };
    return loads;
  }

  /** Draw the load, scaled to the highest column. */
  drawLoads(r, width, height, xOf) {
    const loads = this.loads(width),
      colour = pixel(STATE_COLOURS.runs),
      most = loads.reduce((a, b) => Math.max(a, b), 0.01);
    this.canvas.title = `Load of all CPUs: the highest column is ${(100 * most).toFixed(1)} %`;
    for (let x = 0; x < width; x++) {
      const tall = loads[x] > 0 ? Math.max(1, Math.round((loads[x] / most) * (height - 2))) : 0;
      r.rect(x, height - tall, 1, tall, colour);
    }
    for (const trace of this.rows.traces) {
      for (const l of trace.losses) {
        const x = Math.round(xOf(trace.toAxis(l.from))),
          w = Math.round(xOf(trace.toAxis(l.to)) - xOf(trace.toAxis(l.from)));
        // losses have their own lane at the top
        r.rect(x, 0, Math.max(1, w), Math.round(height / 8), pixel(STATE_COLOURS.lost));
        r.hatch(x, 0, w, height, pixel(STATE_COLOURS.lost), 4);
      }
    }
  }

  draw(from, to, left, theme) {
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      width = Math.floor(Math.max(50, this.element.clientWidth - left) * scale),
      height = Math.round(HEIGHT * scale),
      r = this.renderer;
    this.words.style.width = `${left}px`;
    this.words.textContent = duration(to - from);
    this.words.title = `shown: ${time(from)} to ${time(to)} of ${duration(this.end - this.begin)}`;
    this.canvas.style.width = `${width / scale}px`;
    r.begin(width, height, theme.row, scale);
    const xOf = (axis) => ((axis - this.begin) / (this.end - this.begin)) * width,
      key = `${width} ${height} ${theme.row} ${this.end}`;
    if (this.base?.key === key) {
      r.pixels.set(this.base.pixels);
    } else {
      this.drawLoads(r, width, height, xOf);
      this.base = { key, pixels: r.pixels.slice() };
    }
    const x0 = Math.round(xOf(from)),
      x1 = Math.max(x0 + 2, Math.round(xOf(to)));
    r.shade(0, 0, x0, height, theme.group, 150);
    r.shade(x1, 0, width - x1, height, theme.group, 150);
    r.frame(x0, 0, x1 - x0, height, pixel(theme.select));
    for (const [axis, dash] of [
      [this.store.state.a, []],
      [this.store.state.b, [4, 2]],
    ]) {
      if (axis !== null) {
        r.line(
          [
            [xOf(axis), 0],
            [xOf(axis), height],
          ],
          theme.select,
          { width: 2, dash },
        );
      }
    }
    const { sel } = this.store.state;
    if (sel) {
      r.shade(
        Math.round(xOf(sel.from)),
        0,
        Math.max(2, Math.round(xOf(sel.to) - xOf(sel.from))),
        height,
        theme.select,
        90,
      );
    }
    r.end();
  }
}
