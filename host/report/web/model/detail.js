// SPDX-License-Identifier: BSD-2-Clause
// Reads the slices and events of what the timeline shows, where the page has only coarse columns. A recording's detail
// is one part at a time, so that memory is bounded.
import { readRange } from "../data/source.js";
import { summarize } from "./classes.js";
import { readEventRows } from "./eventrows.js";

/** The timeline must be still for this time. */
const STILL_MS = 120;
/** The part that is read, in lengths of what is shown. */
const MARGIN = 3;

export class DetailLoader {
  /**
   * @param {import("./recordings.js").Recordings} data
   * @param {(trace: import("../data/trace.js").Trace) => void} renew called when a recording has another detail
   * @param {(words: string) => void} warn
   */
  constructor(data, renew, warn) {
    Object.assign(this, { data, renew, warn, timer: 0, busy: false });
  }

  /** The timeline shows a range of the axis. */
  show(from, to) {
    this.shown = { from, to };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), STILL_MS);
  }

  async run() {
    if (this.busy) {
      return; // looks again when it is done
    }
    this.busy = true;
    for (let next = this.next(); next; next = this.next()) {
      await this.load(next);
    }
    this.busy = false;
  }

  /**
   * What is shown and lacks detail, in cycles.
   * @returns {{trace: import("../data/trace.js").Trace, from: number, to: number}|null}
   */
  next() {
    for (const trace of this.data.traces.filter((t) => !t.isOverview)) {
      const from = Math.max(0, trace.fromAxis(this.shown.from)),
        to = Math.min(trace.end, trace.fromAxis(this.shown.to)),
        { detail } = trace;
      trace.reach ??= detail.eventsTo - detail.from;
      if (trace.coarse && from < to && to - from <= trace.reach && !trace.covers(from, to, detail.eventsTo)) {
        return { trace, from, to };
      }
    }
    return null;
  }

  /** Read the part around what is shown. `reach` is the longest part whose slices and events are few enough. */
  async load({ trace, from, to }) {
    const length = Math.min(trace.reach, MARGIN * (to - from)),
      first = Math.max(0, Math.min(trace.end - length, (from + to - length) / 2)),
      ns = (t) => ((trace.begin + t) * 1e9) / trace.hz,
      range = { from: Math.floor(ns(first)), to: Math.ceil(ns(first + length)) };
    try {
      await readRange(trace, range);
      await summarize(trace);
      trace.found = await readEventRows(trace, trace.loaded);
      const { detail } = trace;
      trace.reach = trace.covers(first, first + length, detail.eventsTo)
        ? Math.max(trace.reach, length)
        : detail.eventsTo - detail.from;
      this.renew(trace);
    } catch (e) {
      if (e.status === 0) {
        this.shown = { from: 0, to: 0 }; // cancelled: ask again when something else is shown
        return;
      }
      trace.reach = 0; // don't ask again
      this.warn(`The detail of ${trace.head.file} can't be read: ${e.message}`);
    }
  }
}
