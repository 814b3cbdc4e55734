// SPDX-License-Identifier: BSD-2-Clause
// Event marks above the slices of a thread or CPU.
import { pixel, tint } from "../../render/colour.js";
import { hasMarks, isMarked, markColour, markOffset, mostOffset } from "../markset.js";

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

/** Whether the row's marks are drawn. @param {string} title of its recording */
function isShown(row, state, title) {
  return row.marks && (row.kind !== "cpu" || state.cpuMarks) && hasMarks(state, title);
}

function cyclesOf(trace, ns) {
  return (ns * trace.hz) / 1e9;
}

/** How the marks of a kind of events look. @returns {{offset: number, colour: number}|null} offset in cycles */
function lookOf(marks, name, hollow, trace) {
  return isMarked(marks, name, hollow)
    ? { offset: cyclesOf(trace, markOffset(marks, name)), colour: pixel(markColour(marks, name)) }
    : null;
}

/** Draw marks: a tick for an event, a triangle if it has a stack, a hollow mark for another thread's event. */
export function drawMarks({ r, width, scale, theme, state, rows }, { trace, row, from, to, px }, y) {
  const e = trace.loaded,
    s = Math.round(scale);
  if (!e || !isShown(row, state, rows.titleOf(trace))) {
    return;
  }
  const beyond = cyclesOf(trace, mostOffset(state.marks));
  const colourOf = (i, full) => {
    const isDim = trace.picked && !trace.picked.events[i];
    return isDim ? tint(full, theme.back, DIMMED) : full;
  };
  const draw = (list, hollow) => {
    const first = lower(list, e.time, from - beyond),
      last = lower(list, e.time, to + beyond),
      looks = new Map(); // by ID
    if (last - first > width / 2) {
      // too many to tell apart
      return;
    }
    for (let k = first; k < last; k++) {
      const i = list[k];
      let look = looks.get(e.id[i]);
      if (look === undefined) {
        look = lookOf(state.marks, e.name(i), hollow, trace);
        looks.set(e.id[i], look);
      }
      if (look === null) {
        continue;
      }
      const x = Math.round((e.time[i] + look.offset - from) * px);
      if (e.stacks.has(i)) {
        const colour = colourOf(i, pixel(theme.text));
        for (let n = 0; n < 5 * s; n++) {
          r.rect(x - n, y + 5 * s - n, 2 * n + 1, 1, colour);
        }
      } else if (hollow) {
        r.frame(x - s, y, 3 * s, 5 * s, colourOf(i, look.colour));
      } else {
        r.rect(x, y, s, 5 * s, colourOf(i, look.colour));
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
  const trace = timeline.rows.traces[row?.trace];
  if (!row || !isShown(row, state, timeline.rows.titleOf(trace))) {
    return null;
  }
  const beyond = cyclesOf(trace, mostOffset(state.marks)),
    timeOf = (i) => e.time[i] + cyclesOf(trace, markOffset(state.marks, e.name(i))),
    e = trace.loaded,
    near = 3 * timeline.cyclesPerPixel(trace),
    t = trace.fromAxis(timeline.axisAt(x));
  let best = null;
  const look = (list, derived) => {
    const reach = near + beyond;
    for (let k = lower(list, e.time, t - reach); k < list.length && e.time[list[k]] <= t + reach; k++) {
      const away = Math.abs(timeOf(list[k]) - t);
      if (
        isMarked(state.marks, e.name(list[k]), derived) &&
        away <= near &&
        (best === null || away < Math.abs(timeOf(best.event) - t))
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
