// SPDX-License-Identifier: BSD-2-Clause
// A line that says how much of a part is in the table or picture below it, and the way to the rest.
import { button, h } from "./dom.js";

/** @param {import("../model/coverage.js").Coverage} covered @param {string} [before] words that come first */
export function coverageLine(covered, before = "") {
  const { words, command } = covered,
    line = h("p", { class: covered.all ? "part" : "part partly" }, `${before}${before ? " " : ""}${words}`);
  if (!covered.all) {
    const copy = button("Copy", "Copy the command", () => navigator.clipboard?.writeText(command));
    line.append(" ", h("code", { text: command }), " ", copy);
  }
  return line;
}

/** What a table without rows says. @param {import("../model/coverage.js").Coverage|null} covered */
export function emptyWords(covered) {
  return covered && !covered.all ? "No row in what this page holds of it." : undefined;
}
