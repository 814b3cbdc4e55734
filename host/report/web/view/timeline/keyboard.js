// SPDX-License-Identifier: BSD-2-Clause
// Keyboard control of the timeline: move between slices and rows, set markers and notes.
import { sliceName } from "../../model/describe.js";
import { duration } from "../../model/format.js";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** @param {import("./timeline.js").Timeline} timeline */
export function listen(timeline) {
  timeline.canvas.addEventListener("keydown", (e) => {
    if (ARROWS.includes(e.key) && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      e.stopPropagation();
      walk(timeline, e.key);
    }
  });
}

/** Select a slice of a row and scroll it into view. */
function choose(timeline, row, n, i) {
  const trace = timeline.rows.traces[row.trace],
    track = row.tracks[n];
  timeline.choose({ row, track, n, lane: track.lane, trace, i });
  timeline.reveal(trace.toAxis(track.lane.start[i]), trace.toAxis(track.lane.end(i)));
  timeline.revealRow(row.id);
}

function chooseNearest(timeline, row, axis) {
  const n = row.tracks.findLastIndex((t) => t.lane.n > 0),
    { lane } = row.tracks[n];
  choose(timeline, row, n, Math.min(lane.n - 1, lane.first(timeline.rows.traces[row.trace].fromAxis(axis))));
}

/** Select another slice: the next, previous, first or last of the row, or the nearest of the row above or below. */
export function walk(timeline, key) {
  const rows = timeline.shown().filter((r) => r.tracks.some((t) => t.lane.n > 0)),
    found = timeline.chosen();
  if (rows.length === 0) {
    return;
  }
  if (!found) {
    chooseNearest(timeline, rows[0], timeline.middle);
    return;
  }
  const { row, lane, i, trace } = found,
    last = lane.n - 1,
    to = { ArrowLeft: i - 1, ",": i - 1, ArrowRight: i + 1, ".": i + 1, Home: 0, End: last }[key];
  if (to !== undefined) {
    choose(timeline, row, found.n, Math.max(0, Math.min(last, to)));
    return;
  }
  const next = rows[rows.findIndex((r) => r.id === row.id) + (key === "ArrowDown" ? 1 : -1)];
  if (next) {
    chooseNearest(timeline, next, trace.toAxis(lane.start[i]));
  }
}

/** Select the next or previous slice with the same name on the row. */
export function step(timeline, back) {
  const found = timeline.chosen(),
    by = back ? -1 : 1;
  if (!found) {
    return;
  }
  const { row, track, lane, trace } = found,
    nameAt = (i) => sliceName(trace, row, track, i).split(" ")[0],
    name = nameAt(found.i);
  for (let i = found.i + by; i >= 0 && i < lane.n; i += by) {
    if (nameAt(i) === name) {
      timeline.choose({ ...found, i });
      timeline.reveal(trace.toAxis(lane.start[i]), trace.toAxis(lane.end(i)));
      return;
    }
  }
  timeline.say(`no ${back ? "earlier" : "later"} slice with this name`);
}

/** Start and end of the selected slice; if there is none, both are the middle of the view. */
function place(timeline) {
  const found = timeline.chosen();
  if (!found) {
    return [timeline.middle, timeline.middle];
  }
  const { trace, lane, i } = found;
  return [trace.toAxis(lane.start[i]), trace.toAxis(lane.end(i))];
}

/** @param {"a"|"b"} name */
export function setMarker(timeline, name) {
  const [begin, end] = place(timeline);
  timeline.store.set({ [name]: name === "a" ? begin : end });
}

/** Select the range of the selected slice, else the one between the markers, else the one that is shown. */
export function selectRange(timeline) {
  const { a, b } = timeline.store.state,
    [from, to] = timeline.chosen()
      ? place(timeline)
      : a !== null && b !== null
        ? [Math.min(a, b), Math.max(a, b)]
        : [timeline.from, timeline.to];
  timeline.store.set({ sel: { from, to, rows: null } });
}

/** Move an end of the selected range to the selected slice, else to the middle. @param {"from"|"to"} end */
export function moveEnd(timeline, end) {
  const [begin, last] = place(timeline),
    sel = timeline.store.state.sel ?? { from: timeline.from, to: timeline.to, rows: null },
    next = { ...sel, [end]: end === "from" ? begin : last };
  if (next.from < next.to) {
    timeline.store.set({ sel: next });
    timeline.say(`selected ${duration(next.to - next.from)}`);
  } else {
    timeline.say("the range would be empty");
  }
}

export function addNote(timeline, text, at = null) {
  const { sel, notes } = timeline.store.state,
    [from, to] = at !== null ? [at, at] : sel ? [sel.from, sel.to] : place(timeline);
  timeline.store.set({ notes: [...notes, { from, to, text }] });
}
