// SPDX-License-Identifier: BSD-2-Clause
// How much of a part the page holds in full, in words, and the command that computes all of it.
import { FROM_EVENTS } from "../data/analyses.js";
import { duration } from "./format.js";

/** A word of a shell's command. */
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
   * @param {string|null} kind the analysis, a name of `spoor stats`; null: a page of that part
   * @param {number} [held] the cycles up to which the page has what the analysis needs
   */
  constructor(trace, sel, kind, held = FROM_EVENTS.has(kind) ? trace.fullEvents : trace.full) {
    this.trace = trace;
    this.kind = kind;
    this.sel = sel;
    this.from = sel ? Math.max(0, trace.fromAxis(sel.from)) : 0;
    this.to = sel ? Math.min(trace.end, trace.fromAxis(sel.to)) : trace.end;
    this.held = held;
    /** Whether the page has all of it, or nothing. */
    this.all = this.to <= held || held >= trace.end;
    this.none = !this.all && this.from >= held;
  }

  /** "from..to" as the command takes it, in s of the recording's own time. */
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

  /** How much of the part is in a table that the page made; where it isn't all, the command follows. */
  get words() {
    const { trace, from, to, held } = this,
      of = this.sel ? "this part" : "the recording";
    if (this.all) {
      return `All of ${of}.`;
    }
    return this.none
      ? "Not in this page:"
      : `Covers ${percent((held - from) / (to - from))} of ${of}, ` +
          `its first ${duration(trace.ns(held - from))}. The rest is not in this page:`;
  }
}
