// SPDX-License-Identifier: BSD-2-Clause
// The data of a page: recordings, other tools' profiles, and the rows of the timeline.
import { BadData } from "../data/bytes.js";
import { Part } from "../data/part.js";
import { profileOfHead } from "../data/profile.js";
import { liveRecording, openRecordings, readStart } from "../data/source.js";
import { readTrace } from "../data/trace.js";
import { summarize } from "./classes.js";
import { readEventRows } from "./eventrows.js";
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
      profiles = [],
      recordings = await openRecordings(sections);
    for (const index of sections.indices()) {
      const known = sections.known.get(index) ?? (await this.readOne(sections, index, recordings.get(index)));
      sections.known.set(index, known);
      heads.push(known.head);
      if (known.trace) {
        traces.push(known.trace);
      } else {
        profiles.push(known.profile);
      }
    }
    if (heads.length === 0) {
      throw new BadData("the page has no data: the file was truncated");
    }
    Object.assign(this, { heads, traces, profiles, rows: traces.length > 0 ? new Rows(traces) : null });
  }

  /** Read a recording or profile. @param {import("../engine/client.js").Recording|undefined} recording */
  async readOne(sections, index, recording) {
    const head = await sections.head(index);
    if (head.kind === "profile") {
      return { head, profile: profileOfHead(head) };
    }
    if (recording) {
      const { topology = null, offset_ns = 0, rate = 1 } = recording.given; // of the page, not of the recording
      Object.assign(head, { topology, offset_ns, rate });
    }
    const trace = await readTrace(sections, index, head);
    trace.recording = recording ?? liveRecording(head);
    await summarize(trace);
    return { head, trace };
  }

  /** Read the events. @returns {Promise<string[]>} a message for each recording whose events can't be read */
  async loadEvents() {
    const wrong = [];
    for (const trace of this.traces) {
      try {
        if (trace.isOverview) {
          await readStart(trace);
          await summarize(trace);
        }
        trace.loaded = await trace.loadEvents();
        trace.found = await readEventRows(trace, trace.loaded);
      } catch (e) {
        wrong.push(`Events of ${trace.head.file} can't be shown: ${e.message}.`);
      }
    }
    if (this.rows !== null) {
      this.renewRows();
    }
    return wrong;
  }

  /** Use other groups of CPUs. @param {Object<number, string>} all by the number of the recording */
  setTopology(all) {
    for (const trace of this.traces) {
      trace.topology = all[trace.index] ?? null;
    }
  }

  /** Make the rows anew after a recording's detail was replaced. */
  renewRows() {
    this.rows = new Rows(this.traces);
    this.traces.forEach((trace) => this.rows.addEvents(trace));
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

/** The part of a recording that is selected, or the whole recording. */
export function partOf(trace, sel) {
  return sel ? new Part(trace, trace.fromAxis(sel.from), trace.fromAxis(sel.to)) : new Part(trace);
}

/** The range of a selection for the engine. */
export function rangeOf(trace, sel) {
  return sel && { from: trace.fromAxisNs(sel.from), to: trace.fromAxisNs(sel.to) };
}

/** The filter for the rows of a selection: those of the recording's threads, CPUs and blocks. */
export function rowsFilter(trace, sel) {
  const names = { thread: "thread", calls: "thread", cpu: "cpu", irq: "cpu" },
    prefix = `${trace.index}/`,
    rows = (sel?.rows ?? []).filter((r) => r.startsWith(prefix)).map((r) => r.slice(prefix.length).split("/")),
    parts = rows.flatMap(([kind, key]) =>
      kind === "block"
        ? [`event='${trace.ids.get(Number(key))?.name}'`]
        : kind in names
          ? [`${names[kind]}=${Number(key)}`]
          : [],
    );
  return parts.length > 0 ? [...new Set(parts)].join(" || ") : null;
}
