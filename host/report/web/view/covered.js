// SPDX-License-Identifier: BSD-2-Clause
// A line above a table or picture: how much of the selection it covers, and the command that computes the rest.
import { button, h } from "./dom.js";

/** @param {import("../model/coverage.js").Coverage} covered @param {string} [before] text before it */
export function coverageLine(covered, before = "") {
  const { words, command } = covered,
    line = h("p", { class: covered.all ? "part" : "part partly" }, `${before}${before ? " " : ""}${words}`);
  if (!covered.all) {
    const copy = button("Copy", "Copy the command", () => navigator.clipboard?.writeText(command));
    line.append(" ", h("code", { text: command }), " ", copy);
  }
  return line;
}

/** The text of a table without rows. @param {import("../model/coverage.js").Coverage|null} covered */
export function emptyWords(covered) {
  return covered && !covered.all ? "No rows in the part that this page holds." : undefined;
}
