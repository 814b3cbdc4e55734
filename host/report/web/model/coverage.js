// SPDX-License-Identifier: BSD-2-Clause
// How much of a selection the page holds in full detail, and the command that computes the rest.
import { FROM_EVENTS } from "../data/analyses.js";
import { duration } from "./format.js";

/** Quote a word for a shell command. */
function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function percent(share) {
  return share < 0.001 ? "less than 0.1 %" : `${(100 * Math.min(share, 0.999)).toFixed(1)} %`;
}

export class Coverage {
  /**
   * @param {import("../data/trace.js").Trace} trace
   * @param {{from: number, to: number}|null} sel ns on the page's axis; null: the whole recording
   * @param {string|null} kind name of an analysis of `spoor stats`; null: the command makes a complete page
   * @param {number} [held] cycle up to which the page has the data that the analysis needs
   */
  constructor(trace, sel, kind, held = FROM_EVENTS.has(kind) ? trace.fullEvents : trace.full) {
    this.trace = trace;
    this.kind = kind;
    this.sel = sel;
    this.from = sel ? Math.max(0, trace.fromAxis(sel.from)) : 0;
    this.to = sel ? Math.min(trace.end, trace.fromAxis(sel.to)) : trace.end;
    this.held = held;
    /** Whether the page holds all of the selection, or none of it. */
    this.all = this.to <= held || held >= trace.end;
    this.none = !this.all && this.from >= held;
  }

  /** A range for the command line, in seconds of the recording's own time: "from..to". */
  range(from, to) {
    const s = (t) => (this.trace.ns(this.trace.begin + t) / 1e9).toFixed(9);
    return `${s(from)}..${s(to)}`;
  }

  get command() {
    const { program, where, file } = this.trace.head;
    return [
      this.kind === null ? "spoor report --all" : `spoor stats ${this.kind}`,
      ...(program ? ["--elf", shellWord(program)] : []),
      ...(this.sel || this.trace.head.range ? ["--range", this.range(this.from, this.to)] : []),
      ...(where ? ["--where", shellWord(where)] : []),
      shellWord(file),
    ].join(" ");
  }

  /** A sentence for the reader. If `all` is false, the caller must show the command after it. */
  get words() {
    const { trace, from, to, held } = this,
      of = this.sel ? "the selection" : "the recording";
    if (this.all) {
      return `Covers all of ${of}.`;
    }
    return this.none
      ? "Not in this page. This command computes it:"
      : `Covers ${percent((held - from) / (to - from))} of ${of}, ` +
          `its first ${duration(trace.ns(held - from))}. The rest is not in this page. ` +
          "This command computes all of it:";
  }
}
