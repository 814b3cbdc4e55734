// SPDX-License-Identifier: BSD-2-Clause
// What a page shows: recordings, profiles of other tools, and the rows of the timeline.
import { Part } from "../data/analyses.js";
import { BadData } from "../data/bytes.js";
import { profileOfHead } from "../data/profile.js";
import { readTrace } from "../data/trace.js";
import { Rows } from "./rows.js";

export class Recordings {
  constructor() {
    /** Of each recording or profile, in the order of the command line. */
    this.heads = [];
    /** @type {import("../data/trace.js").Trace[]} */
    this.traces = [];
    /** @type {import("../data/profile.js").Profile[]} */
    this.profiles = [];
    /** @type {Rows|null} null: no recording */
    this.rows = null;
  }

  /** Read all of a page, in place of what was there. @param {import("../data/sections.js").Sections} sections */
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
      throw new BadData("the page has no data: the file was cut");
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

  /** Tables that the page has, in their order: where each is shown, where its rows lead. */
  get tables() {
    return this.heads[0]?.tables ?? [];
  }

  /** The recording that tables are of. */
  chosen(state) {
    return this.traces[state.trace] ?? this.traces[0];
  }
}

/**
 * The selected part of a recording, or all of it.
 * @param {Set<string>|null} rows
 * @param {number} [held] as Part has them
 */
export function partOf(trace, sel, rows = null, held = trace.full) {
  return sel
    ? new Part(trace, trace.fromAxis(sel.from), trace.fromAxis(sel.to), rows, held)
    : new Part(trace, 0, Infinity, null, held);
}
