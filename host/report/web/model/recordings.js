// SPDX-License-Identifier: BSD-2-Clause
// The data of a page: recordings, other tools' profiles, and the rows of the timeline.
import { Part } from "../data/analyses.js";
import { BadData } from "../data/bytes.js";
import { profileOfHead } from "../data/profile.js";
import { readTrace } from "../data/trace.js";
import { Rows } from "./rows.js";

export class Recordings {
  constructor() {
    /** Head sections of all recordings and profiles, in the order of the command line. */
    this.heads = [];
    /** @type {import("../data/trace.js").Trace[]} */
    this.traces = [];
    /** @type {import("../data/profile.js").Profile[]} */
    this.profiles = [];
    /** @type {Rows|null} null if the page has no recording */
    this.rows = null;
  }

  /** Read a page's data; replaces older data. @param {import("../data/sections.js").Sections} sections */
  async read(sections) {
    const heads = [],
      traces = [],
      profiles = [];
    for (const index of sections.indices()) {
      const head = await sections.head(index);
      heads.push(head);
      if (head.kind === "profile") {
        profiles.push(profileOfHead(head));
      } else {
        traces.push(await readTrace(sections, index, head));
      }
    }
    if (heads.length === 0) {
      throw new BadData("the page has no data: the file was truncated");
    }
    Object.assign(this, { heads, traces, profiles, rows: traces.length > 0 ? new Rows(traces) : null });
  }

  /** Read the events. @returns {Promise<string[]>} a message for each recording whose events can't be read */
  async loadEvents() {
    const wrong = [];
    for (const trace of this.traces) {
      try {
        trace.loaded = await trace.loadEvents();
        this.rows.addEvents(trace, trace.loaded);
      } catch (e) {
        wrong.push(`Events can't be shown: ${e.message}.`);
      }
    }
    return wrong;
  }

  /** The page's tables in order, each with its screen and the target of a click on a row. */
  get tables() {
    return this.heads[0]?.tables ?? [];
  }

  /** The recording that the tables cover. */
  chosen(state) {
    return this.traces[state.trace] ?? this.traces[0];
  }
}

/**
 * The part of a recording that is selected, or the whole recording.
 * @param {Set<string>|null} rows as for Part
 * @param {number} [held] as for Part
 */
export function partOf(trace, sel, rows = null, held = trace.full) {
  return sel
    ? new Part(trace, trace.fromAxis(sel.from), trace.fromAxis(sel.to), rows, held)
    : new Part(trace, 0, Infinity, null, held);
}
