// SPDX-License-Identifier: BSD-2-Clause
// The command of the tool that prints the table of a selection.
import { rangeOf } from "./recordings.js";

/** Quote a word for a shell command. */
function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * @param {import("../data/trace.js").Trace} trace
 * @param {{from: number, to: number}|null} sel ns on the page's axis; null: the whole recording
 * @param {string} kind name of an analysis of `spoor stats`
 */
export function commandOf(trace, sel, kind) {
  const { program, where, file } = trace.head,
    { range } = trace.recording.part(rangeOf(trace, sel));
  return [
    `spoor stats ${kind}`,
    ...(program ? ["--elf", shellWord(program)] : []),
    ...(range ? ["--range", range] : []),
    ...(where ? ["--where", shellWord(where)] : []),
    shellWord(file),
  ].join(" ");
}
