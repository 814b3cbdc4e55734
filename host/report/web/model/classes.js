// SPDX-License-Identifier: BSD-2-Clause
// How slices are drawn, by shape, and their summaries, which are made in short tasks so that the page isn't blocked.
import { BLANK, DOTS, FULL, LINE, pyramidOf } from "../data/pyramid.js";
import { breathe } from "../data/tasks.js";
import { READY, RUNS, WAITS } from "../data/trace.js";

const BY_STATE = { [RUNS]: FULL, [READY]: DOTS, [WAITS]: LINE };

function classTable(trace, classOf) {
  const s = trace.shapes,
    table = new Uint8Array(s.n);
  for (let i = 0; i < s.n; i++) {
    table[i] = classOf(s.state[i], s.key[i]);
  }
  return table;
}

/** The classes of a recording's shapes in rows of a kind. @returns {Uint8Array} */
export function classesOf(trace, kind) {
  trace.shapes.classes ??= {
    cpu: classTable(trace, (state, key) => (state === RUNS && !trace.isIdle(key) ? FULL : LINE)),
    thread: classTable(trace, (state) => BY_STATE[state] ?? BLANK),
    other: classTable(trace, () => FULL),
  };
  return trace.shapes.classes[kind] ?? trace.shapes.classes.other;
}

/** Summarize the slices of a recording's detail, or those that `of` finds for them. */
export async function summarize(trace, of = (lane) => lane) {
  for (const row of trace.rows) {
    for (const lane of row.lanes) {
      pyramidOf(of(lane), classesOf(trace, row.kind));
      await breathe();
    }
  }
}
