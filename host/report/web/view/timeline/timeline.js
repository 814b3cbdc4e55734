// SPDX-License-Identifier: BSD-2-Clause
// The timeline: rows on a canvas, with a minimap, chips and a ruler above them.
import { Columns } from "../../data/pyramid.js";
import { sentence } from "../../model/describe.js";
import { trackHeight } from "../../model/rows.js";
import { Renderer } from "../../render/renderer.js";
import { h, themeOf } from "../dom.js";
import { Minimap } from "../minimap.js";
import { Chips } from "./chips.js";
import { Frame } from "./frame.js";
import { listen } from "./keyboard.js";
import { Labels } from "./labels.js";
import { drawOverlay } from "./overlay.js";
import { Pointer } from "./pointer.js";
import { drawRows } from "./rows.js";
import { Ruler } from "./ruler.js";
import { Viewport } from "./viewport.js";

export class Timeline extends Viewport {
  /**
   * @param {import("../../model/store.js").Store} store
   * @param {import("../../model/rows.js").Rows} rows
   * @param {(text: string) => void} say
   */
  constructor(store, rows, say) {
    super(store, rows);
    this.say = say;
    this.frameTimes = [];
    /** so that no frame blocks the page */
    this.firstMs = 5;
    this.isPartial = false;
    this.visible = [];
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      "aria-label":
        "Timeline. Arrow keys move between rows and slices, W and S zoom, A and D pan, question mark lists all keys.",
      "aria-roledescription": "timeline",
    });
    this.renderer = new Renderer(this.canvas);
    this.minimap = new Minimap(store, rows);
    this.chips = new Chips(store, (from, to) => this.show(from, to));
    this.ruler = new Ruler();
    this.labels = new Labels(this);
    this.spacer = h("div", { class: "spacer" });
    this.scroll = h("div", { class: "rows" }, this.spacer, this.labels.element, this.canvas);
    this.tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    this.element = h(
      "div",
      { class: "timeline" },
      this.minimap.element,
      this.chips.element,
      this.ruler.element,
      this.scroll,
      this.tip,
    );
    this.pointer = new Pointer(this);
    listen(this);
    this.scroll.addEventListener("scroll", () => this.requestDraw());
    new ResizeObserver(() => this.isResized() && this.requestDraw()).observe(this.scroll);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.requestDraw());
    store.on((_, changed) => {
      if (["pins", "hidden", "order", "collapsed", "compact"].some((k) => changed.has(k))) {
        this.list = null;
      }
      this.requestDraw();
    });
  }

  /** Use newer data. The state refers to rows by name, so the view stays the same. */
  renew(rows) {
    this.rows = rows;
    this.minimap.renew(rows);
    this.renewRows();
  }

  /** Redraw after rows were added or removed. */
  renewRows() {
    this.list = null;
    this.requestDraw();
  }

  // ---------------------------------------------------------------- rows and slices

  shown() {
    this.list ??= this.rows.shown(this.store.state);
    return this.list;
  }

  /** @returns {import("./frame.js").Box[]} */
  boxes() {
    let y = 0;
    return this.shown().map((row) => {
      const box = { row, y };
      y += row.height;
      return box;
    });
  }

  tall(kind) {
    return trackHeight(kind, this.store.state.compact);
  }

  cyclesPerPixel(trace) {
    return ((trace.fromAxis(this.to) - trace.fromAxis(this.from)) * this.scale) / this.width;
  }

  /** Find a slice of the state. `lane` is the index of its track. @returns null if the data doesn't have the slice */
  find(slice) {
    const row = this.rows.all.get(slice.row),
      track = row?.tracks[slice.lane];
    if (!track) {
      return null;
    }
    const trace = this.rows.traces[row.trace],
      i = track.lane.at(slice.start);
    return i < 0 ? null : { row, track, n: slice.lane, lane: track.lane, trace, i };
  }

  chosen() {
    const { slice } = this.store.state;
    return slice && this.find(slice);
  }

  choose(hit) {
    if (!hit || hit.i < 0) {
      this.store.set({ slice: null, event: null });
      return;
    }
    this.store.set({
      slice: { row: hit.row.id, lane: hit.n, start: hit.lane.start[hit.i] },
      trace: hit.row.trace,
      panel: "selection",
    });
    this.say(sentence(hit.trace, hit.row, hit.track, hit.i));
  }

  /** Show a row that may be hidden or in a collapsed group. */
  showRow(row) {
    const { hidden, collapsed } = this.store.state,
      shown = new Set();
    for (let r = row; r; r = this.rows.all.get(r.parent)) {
      shown.add(r.name);
    }
    const above = [...shown].filter((name) => name !== row.name);
    this.store.set({
      screen: "timeline",
      hidden: hidden.filter((name) => !shown.has(name)),
      collapsed: collapsed.filter((name) => !above.includes(name)),
    });
    requestAnimationFrame(() => this.labels.focus(row.id));
  }

  /** Select a slice and scroll to it. @param {import("../../model/story.js").SliceRef} to */
  go(to) {
    const found = this.find(to);
    if (found) {
      this.choose(found);
      this.reveal(found.trace.toAxis(found.lane.start[found.i]), found.trace.toAxis(found.lane.end(found.i)));
      this.revealRow(to.row);
    }
  }

  /** Show the selection, else the selected slice, else the whole recording. */
  fit() {
    const { sel } = this.store.state,
      found = this.chosen();
    if (sel) {
      const margin = 0.05 * (sel.to - sel.from);
      this.show(sel.from - margin, sel.to + margin);
    } else if (found) {
      const { trace, lane, i } = found,
        a = trace.toAxis(lane.start[i]),
        b = trace.toAxis(lane.end(i)),
        margin = Math.max(0.3 * (b - a), 100);
      this.show(a - margin, b + margin);
    } else {
      this.store.set({ from: null, to: null });
    }
  }

  revealRow(id) {
    const box = this.boxes().find((b) => b.row.id === id),
      { scrollTop, clientHeight } = this.scroll;
    if (box && (box.y < scrollTop || box.y + box.row.height > scrollTop + clientHeight)) {
      this.scroll.scrollTop = box.y - clientHeight / 3;
    }
  }

  // ---------------------------------------------------------------- the picture

  requestDraw() {
    if (this.requested === undefined && this.element.isConnected) {
      this.requested = requestAnimationFrame(() => {
        this.requested = undefined;
        this.isPartial = false;
        if (this.element.offsetParent !== null) {
          const begin = performance.now();
          this.draw();
          this.frameTimes.push(performance.now() - begin);
        }
      });
    }
  }

  draw() {
    // All sizes are read before one is set, so that the browser computes the layout only once.
    const left = this.labels.element.offsetWidth,
      top = this.scroll.scrollTop,
      theme = this.themeNow(),
      height = this.resize(left);
    const frame = new Frame(this, this.renderer, {
      theme,
      height,
      top,
      boxes: this.boxes(),
      chosen: this.chosen(),
      firstMs: this.firstMs,
    });
    this.visible = frame.visible;
    this.renderer.begin(this.width, height, frame.theme.back, this.scale);
    drawRows(frame, this.columns);
    drawOverlay(frame);
    this.renderer.end();
    this.ruler.draw(frame, left);
    this.labels.draw(frame);
    this.chips.draw(this.rows);
    this.isPartial = frame.isPartial;
    if (frame.isPartial) {
      this.requestDraw();
    } else {
      this.minimap.draw(this.from, this.to, left, frame.theme);
    }
  }

  /** The current theme. If it or the choice of colours changed, the cached colours of slices are dropped. */
  themeNow() {
    const theme = themeOf(this.store.state.theme),
      look = `${theme} ${this.store.state.colourBy} ${this.store.state.hue}`;
    if (this.look !== look) {
      this.look = look;
      for (const row of this.rows.all.values()) {
        for (const track of row.tracks.flatMap((t) => [t, t.picked ?? []].flat())) {
          track.colours = undefined;
        }
      }
    }
    return theme;
  }

  /** The space for the rows, in CSS pixels. */
  room() {
    return `${this.scroll.clientWidth} ${this.scroll.clientHeight}`;
  }

  /** An observer calls first for the size that was already drawn. */
  isResized() {
    return this.drawnIn !== this.room();
  }

  /** Fit the canvas to the available space. @returns {number} its height in device pixels */
  resize(left) {
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      width = Math.max(50, Math.floor((this.scroll.clientWidth - left) * scale)),
      height = Math.max(50, Math.floor(this.scroll.clientHeight * scale)),
      total = this.shown().reduce((sum, row) => sum + row.height, 0);
    this.scale = scale;
    this.width = width;
    this.drawnIn = this.room();
    if (this.columns?.width !== width) {
      this.columns = new Columns(width);
    }
    if (this.total !== total) {
      this.total = total;
      this.spacer.style.height = `${total}px`;
    }
    this.canvas.style.width = `${width / scale}px`;
    this.canvas.style.height = `${height / scale}px`;
    return height;
  }
}
