// SPDX-License-Identifier: BSD-2-Clause
// Pointer and touch input on the timeline: hit tests, tooltips, zoom, pan, selection.
import { time } from "../../model/format.js";
import { loadWords } from "./load.js";
import { markAt } from "./marks.js";
import { markWords, placeTip, sliceWords } from "./tip.js";

/**
 * Find the row, track and slice at a point of the canvas, in the form that Timeline.find() returns. n is -1 if there is
 * no track, i is -1 if there is no slice.
 * @param {import("./timeline.js").Timeline} timeline
 */
export function hit(timeline, x, y) {
  const at = y + timeline.scroll.scrollTop,
    box = timeline.visible.find((b) => at >= b.y && at < b.y + b.row.height);
  if (!box) {
    return null;
  }
  const { row } = box,
    trace = timeline.rows.traces[row.trace];
  let bottom = box.y;
  const n = row.tracks.findIndex(({ kind }) => {
    bottom += timeline.tall(kind);
    return at < bottom;
  });
  if (n < 0) {
    return { row, track: null, n, lane: null, trace, i: -1 };
  }
  const track = row.tracks[n],
    { lane } = track,
    near = 2 * timeline.cyclesPerPixel(trace);
  return { row, track, n, lane, trace, i: nearest(lane, trace.fromAxis(timeline.axisAt(x)), near) };
}

/** The slice of a lane at a time, else the nearest one within `near` cycles, else -1. */
function nearest(lane, t, near) {
  const i = lane.at(t),
    next = lane.first(t - near);
  return i < 0 && next < lane.n && lane.start[next] <= t + near ? next : i;
}

/** A finger that rests this long selects; one that moves earlier pans. */
const LONG_MS = 450;

export class Pointer {
  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.drag = null;
    /** @type {Map<number, {x: number, y: number, axis: number}>} fingers on the canvas, with the times below them */
    this.fingers = new Map();
    const { canvas } = timeline,
      on = (name, does, options) => canvas.addEventListener(name, (e) => does(e, ...this.place(e)), options);
    on("wheel", (e, x) => this.wheel(e, x), { passive: false });
    on("pointerdown", (e, x, y) => (e.pointerType === "touch" ? this.touch(e, x, y) : this.down(e, x, y)));
    on("pointermove", (e, x, y) => this.move(e, x, y));
    on("pointerup", (e, x, y) => this.up(e, x, y));
    on("pointercancel", (e) => this.lift(e));
    on("contextmenu", (e) => this.fingers.size > 0 && e.preventDefault());
    on("dblclick", (_, x, y) => this.fit(x, y));
    on("pointerleave", () => this.hideTip());
  }

  place(e) {
    const box = this.timeline.canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  }

  markAt(x, y) {
    return markAt(this.timeline, x, y);
  }

  wheel(e, x) {
    const { timeline } = this;
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      timeline.pan((e.deltaX || e.deltaY) / 1000);
    } else {
      timeline.zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY / 300))), timeline.axisAt(x));
    }
  }

  down(e, x, y) {
    const { timeline } = this,
      { from, to } = timeline;
    if (e.button === 0) {
      timeline.canvas.setPointerCapture(e.pointerId);
      this.drag = { x, y, axis: timeline.axisAt(x), moved: false, pan: e.shiftKey, from, to };
    }
  }

  // ---------------------------------------------------------------- fingers

  /** A finger pans and scrolls, or selects if it rested before; two fingers zoom. */
  touch(e, x, y) {
    const { timeline, fingers } = this;
    timeline.canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, { x, y, axis: timeline.axisAt(x) });
    clearTimeout(this.rest);
    this.hideTip();
    if (fingers.size === 1) {
      this.startPan(x, y);
      this.drag.moved = false;
      this.rest = setTimeout(() => {
        if (this.drag && !this.drag.moved) {
          this.drag.pan = false;
          timeline.say("Drag to select a range");
          this.dragTo(x + 4, y);
        }
      }, LONG_MS);
    } else {
      this.drag = null;
    }
  }

  startPan(x, y) {
    const { timeline } = this,
      { from, to } = timeline;
    this.drag = { x, y, axis: timeline.axisAt(x), moved: true, pan: true, from, to, top: timeline.scroll.scrollTop };
  }

  /** Zoom so that the times below two fingers stay there. */
  pinch() {
    const { timeline } = this,
      [a, b] = [...this.fingers.values()],
      by = (b.axis - a.axis) / (b.x - a.x);
    if (Math.abs(b.x - a.x) > 20 && by > 0) {
      const from = a.axis - a.x * by;
      timeline.show(from, from + (by * timeline.width) / timeline.scale);
    }
  }

  /** A finger left the canvas. The one that is left pans. */
  lift(e) {
    clearTimeout(this.rest);
    this.drag = null;
    if (this.fingers.delete(e.pointerId) && this.fingers.size === 1) {
      const [{ x, y }] = this.fingers.values();
      this.startPan(x, y);
    }
  }

  move(e, x, y) {
    const finger = this.fingers.get(e.pointerId);
    if (finger) {
      Object.assign(finger, { x, y });
    }
    if (this.fingers.size === 2) {
      this.pinch();
    } else if (this.drag) {
      this.dragTo(x, y);
    } else if (!finger) {
      this.showTip(x, y);
    }
  }

  up(e, x, y) {
    const { drag, timeline } = this;
    this.lift(e);
    if (drag && !drag.moved) {
      timeline.choose(hit(timeline, x, y));
      const mark = this.markAt(x, y);
      if (mark !== null) {
        timeline.store.set({ event: mark.event, trace: mark.trace, panel: "selection" });
      }
    }
  }

  // ---------------------------------------------------------------- the mouse

  /** Fit the slice at a point, or the whole recording if there is none. */
  fit(x, y) {
    const { timeline } = this,
      found = hit(timeline, x, y);
    timeline.store.set({ sel: null });
    if (!found || found.i < 0) {
      timeline.store.set({ from: null, to: null, slice: null });
    } else {
      timeline.fit();
    }
  }

  /** A drag selects a range on the rows that it crosses. With Shift it pans. */
  dragTo(x, y) {
    const { drag, timeline } = this;
    drag.moved ||= Math.abs(x - drag.x) > 3 || Math.abs(y - drag.y) > 3;
    if (!drag.moved) {
      return;
    }
    this.hideTip();
    if (drag.pan) {
      const by = ((drag.x - x) * timeline.scale * (drag.to - drag.from)) / timeline.width;
      timeline.show(drag.from + by, drag.to + by);
      if (drag.top !== undefined) {
        timeline.scroll.scrollTop = drag.top + drag.y - y;
      }
      return;
    }
    const axis = timeline.axisAt(x),
      top = Math.min(drag.y, y) + timeline.scroll.scrollTop,
      bottom = Math.max(drag.y, y) + timeline.scroll.scrollTop;
    const rows = timeline
      .boxes()
      .filter((b) => b.y < bottom && b.y + b.row.height > top && !["group", "load"].includes(b.row.kind))
      .map((b) => b.row.id);
    timeline.store.set({
      sel: { from: Math.min(axis, drag.axis), to: Math.max(axis, drag.axis), rows: rows.length > 0 ? rows : null },
      slice: null,
    });
  }

  showTip(x, y) {
    const { timeline } = this,
      { tip } = timeline,
      found = hit(timeline, x, y),
      mark = this.markAt(x, y);
    const isLoad = found?.row.kind === "load" && found.row.load;
    if (!found || (found.i < 0 && mark === null && !isLoad)) {
      this.hideTip();
      return;
    }
    const words = isLoad
      ? loadWords(
          found.row,
          Math.floor(x * timeline.scale),
          time(timeline.axisAt(x), timeline.cyclesPerPixel(found.trace)),
        )
      : mark === null
        ? sliceWords(found)
        : markWords(found.trace.loaded, mark, timeline.store.state);
    tip.replaceChildren(...words);
    tip.hidden = false;
    const top = timeline.visible.find((b) => b.row === found.row).y - timeline.scroll.scrollTop;
    placeTip(tip, timeline.element, timeline.canvas, x, top, Math.max(top + found.row.height, y + 14));
  }

  hideTip() {
    this.timeline.tip.hidden = true;
  }
}
