// SPDX-License-Identifier: BSD-2-Clause
// What is written above a table to choose its rows: words that a text has, and conditions on columns with numbers.

const CONDITION = /([\p{L}_][\p{L}\d_]*%?)\s*(<=|>=|<|>|=)\s*(-?[\d.]+)/gu;
const TESTS = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
};

/** The name of a column as it is written in a condition: "self", "self%". */
export function conditionName({ name }) {
  return name.replace(/_percent$/, "%");
}

/**
 * Parse "calls>10 self%>=5 spi": all must match.
 * @param {import("../view/table.js").Column[]} columns
 * @returns {{matches: (row: any[]) => boolean, wrong: string}} wrong: a message if a column doesn't exist
 */
export function rowFilter(text, columns) {
  const numbers = columns.filter((c) => c.type !== "text"),
    tests = [];
  let wrong = "";
  const rest = text.replace(CONDITION, (_, name, sign, number) => {
    const k = columns.findIndex((c) => c.type !== "text" && (conditionName(c) === name || c.name === name));
    if (k < 0) {
      wrong = `There is no column ${name} with numbers. There are: ${numbers.map(conditionName).join(", ")}.`;
    } else {
      tests.push((row) => row[k] !== null && row[k] !== undefined && TESTS[sign](row[k], Number(number)));
    }
    return " ";
  });
  const words = rest.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (row, word) => row.some((c) => typeof c === "string" && c.toLowerCase().includes(word));
  return { matches: (row) => words.every((w) => has(row, w)) && tests.every((t) => t(row)), wrong };
}
