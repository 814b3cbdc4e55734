// SPDX-License-Identifier: BSD-2-Clause
// Jump from a row of a table to its time in the timeline.

/**
 * Show a time in the timeline and select the slice that starts there.
 * @param {import("./timeline.js").Timeline} timeline
 * @param {import("../../data/trace.js").Trace} trace
 * @param {{ns: number, kind?: string, name?: string|number}} moment ns: since the target's start; kind, name: the row
 */
export function goTo(timeline, trace, { ns, kind, name }) {
  const t = Math.round((ns * trace.hz) / 1e9 - trace.begin),
    row = rowOf(timeline.rows, trace, t, kind, name),
    slice = row ? sliceAt(row, t) : null;
  const from = trace.toAxis(t),
    to = slice ? trace.toAxis(slice.lane.end(slice.i)) : from,
    margin = Math.max(1.5 * (to - from), 20000);
  timeline.store.set({
    screen: "timeline",
    panel: "selection",
    slice: slice && { row: row.id, lane: slice.n, start: slice.lane.start[slice.i] },
  });
  timeline.show(from - margin, to + margin);
  if (row) {
    requestAnimationFrame(() => timeline.revealRow(row.id));
  }
}

/** Find a row by label, or a CPU by number. Of threads with the same name, find one that existed at the time. */
function rowOf(rows, trace, t, kind, name) {
  const matches = (row) =>
    row.label === name ||
    (kind === "cpu" && row.key === name) ||
    (kind === "thread" && trace.thread(row.key) === name && row.tracks[0].lane.at(t) >= 0);
  return [...rows.all.values()].find((row) => row.trace === trace.index && row.kind === kind && matches(row));
}

/** The slice that starts at a time. The time was rounded, so it may be off by up to 2 cycles. */
function sliceAt(row, t) {
  for (const [n, { lane }] of row.tracks.entries()) {
    const i = [lane.at(t), lane.at(t + 1), lane.at(t - 1)].find((k) => k >= 0 && Math.abs(lane.start[k] - t) <= 2);
    if (i !== undefined) {
      return { n, lane, i };
    }
  }
  return null;
}
