// SPDX-License-Identifier: BSD-2-Clause
// The critical paths of threads on the timeline. The state has which are shown; the engine computes their steps; a
// recording keeps the steps, so that its rows have them when they are made anew.
import { rangeOf } from "./recordings.js";

/**
 * @typedef {{row: string, from: number|null, to: number|null}} PathOf as in the page's state
 *   row: the name of a thread's row; from, to: ns on the page's axis, null: the whole recording
 * @typedef {object} Step a row of the table "critical-path"
 * @property {number} start in cycles
 * @property {number} dur
 * @property {number} depth
 * @property {string} thread
 * @property {string} state
 * @property {string|null} reason
 * @property {string|null} object
 * @property {string|null} irq
 */

/**
 * The command that shows or removes the path of a thread, in the selection or in what the timeline shows.
 * @param {import("./store.js").Store} store
 * @param {import("./rows.js").TimelineRow} row of the thread, or of its path
 * @returns {[string, () => void]} words and action
 */
export function pathCommand(store, row) {
  const { name, label } = row.thread ?? row,
    { paths, sel, from, to } = store.state;
  if (paths.some((p) => p.row === name)) {
    return [
      `Remove the critical path of ${label}`,
      () => store.set({ paths: store.state.paths.filter((p) => p.row !== name) }),
    ];
  }
  const range = sel ?? { from, to },
    path = { row: name, from: range.from, to: range.to };
  return [`Critical path of ${label}`, () => store.set({ screen: "timeline", paths: [...store.state.paths, path] })];
}

/** Convert rows of the table to steps. @returns {Step[]} */
function stepsOf(trace, rows) {
  const cycles = (ns) => Math.round((ns * trace.hz) / 1e9) - trace.begin;
  return rows.map(({ time_s, length_us, ...more }) => {
    const ns = Math.round(time_s * 1e9),
      start = cycles(ns);
    return { ...more, start, dur: cycles(ns + Math.round(length_us * 1e3)) - start };
  });
}

export class Paths {
  /**
   * @param {import("./store.js").Store} store @param {import("./recordings.js").Recordings} data
   * @param {(row: string|null) => void} renew called when rows are to be made anew; row: the id of a new one
   * @param {(words: string) => void} warn
   */
  constructor(store, data, renew, warn) {
    Object.assign(this, { store, data, renew, warn });
    store.on((_, changed) => changed.has("paths") && this.load());
  }

  /** Read the paths of the state that the recordings don't have, and remove those that the state doesn't have. */
  async load() {
    const { paths } = this.store.state,
      { traces, rows } = this.data;
    let removed = false;
    for (const trace of traces) {
      for (const [name, { of }] of trace.paths) {
        removed = (!paths.includes(of) && trace.paths.delete(name)) || removed;
      }
    }
    if (removed) {
      this.renew(null);
    }
    const threads = [...rows.all.values()].filter((row) => row.kind === "thread");
    await Promise.all(
      paths.map((of) => {
        const row = threads.find((r) => r.name === of.row);
        return row && !traces[row.trace].paths.has(of.row) ? this.read(traces[row.trace], row, of) : null;
      }),
    );
  }

  /** @param {PathOf} of */
  async read(trace, row, of) {
    const path = { of, steps: null };
    trace.paths.set(of.row, path);
    try {
      const range = of.from === null ? null : rangeOf(trace, of);
      path.steps = stepsOf(trace, await trace.recording.table("critical-path", range, null, trace.thread(row.key)));
      if (trace.paths.get(of.row) === path) {
        this.renew(`${trace.index}/path/${row.key}`);
      }
    } catch (e) {
      this.store.set({ paths: this.store.state.paths.filter((p) => p !== of) });
      if (e.status !== 0) {
        this.warn(`The critical path of ${row.label} can't be shown: ${e.message}`); // else it was cancelled
      }
    }
  }
}
