// SPDX-License-Identifier: BSD-2-Clause
// Event marks above the slices of a thread or CPU.
import { pixel, tint } from "../../render/colour.js";
import { isMarked, markColour } from "../markset.js";

/** The height of the clickable area of marks, in CSS pixels. */
const HIGH = 8;

/** The index of the first event in a list at or after a time. */
function lower(list, times, t) {
  let low = 0,
    high = list.length;
  while (low < high) {
    const m = (low + high) >> 1;
    if (times[list[m]] < t) {
      low = m + 1;
    } else {
      high = m;
    }
  }
  return low;
}

/** How much of its colour a mark has that the filter doesn't choose. */
const DIMMED = 0.2;

/** The place of a row's marks, in CSS pixels: below the interrupts of a CPU. @param {(kind: string) => number} tall */
export function marksTop(row, tall) {
  return row.tracks.reduce((top, { kind }) => top + (kind === "irq" ? tall(kind) : 0), 0);
}

/** Draw marks: a tick for an event, a triangle if it has a stack, a hollow mark for another thread's event. */
export function drawMarks({ r, width, scale, theme, state }, { trace, row, from, to, px }, y) {
  const e = trace.loaded,
    s = Math.round(scale);
  if (!e || !row.marks || (row.kind === "cpu" && !state.cpuMarks)) {
    return;
  }
  const draw = (list, hollow) => {
    const first = lower(list, e.time, from),
      last = lower(list, e.time, to);
    if (last - first > width / 2) {
      // too many to tell apart
      return;
    }
    for (let k = first; k < last; k++) {
      const i = list[k],
        x = Math.round((e.time[i] - from) * px),
        isDim = trace.picked && !trace.picked.events[i],
        look = (full) => (isDim ? tint(full, theme.back, DIMMED) : full),
        name = e.name(i);
      if (!isMarked(state.marks, name)) {
        continue;
      }
      const colour = look(pixel(markColour(state.marks, name)));
      if (e.stacks.has(i)) {
        for (let n = 0; n < 5 * s; n++) {
          r.rect(x - n, y + 5 * s - n, 2 * n + 1, 1, look(pixel(theme.text)));
        }
      } else if (hollow) {
        r.frame(x - s, y, 3 * s, 5 * s, colour);
      } else {
        r.rect(x, y, s, 5 * s, colour);
      }
    }
  };
  draw(row.marks, false);
  if (state.derived) {
    draw(row.derived, true);
  }
}

/**
 * The event whose mark is nearest to a place, within three pixels.
 * @param {import("./timeline.js").Timeline} timeline
 * @returns {{event: number, trace: number, derived: boolean}|null}
 */
export function markAt(timeline, x, y) {
  const at = y + timeline.scroll.scrollTop,
    { state } = timeline.store,
    topOf = (b) => b.y + marksTop(b.row, (kind) => timeline.tall(kind)),
    row = timeline.visible.find((b) => b.row.marks && at >= topOf(b) && at < topOf(b) + HIGH)?.row;
  if (!row || (row.kind === "cpu" && !state.cpuMarks)) {
    return null;
  }
  const trace = timeline.rows.traces[row.trace],
    e = trace.loaded,
    near = 3 * timeline.cyclesPerPixel(trace),
    t = trace.fromAxis(timeline.axisAt(x));
  let best = null;
  const look = (list, derived) => {
    for (let k = lower(list, e.time, t - near); k < list.length && e.time[list[k]] <= t + near; k++) {
      if (
        isMarked(state.marks, e.name(list[k])) &&
        (best === null || Math.abs(e.time[list[k]] - t) < Math.abs(e.time[best.event] - t))
      ) {
        best = { event: list[k], trace: trace.index, derived };
      }
    }
  };
  look(row.marks, false);
  if (state.derived) {
    look(row.derived, true);
  }
  return best;
}
