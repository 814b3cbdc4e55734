// SPDX-License-Identifier: BSD-2-Clause
// The course of a metric over runs: values, and the lines and steps of its pictures.

/** Pairs of a value and how many runs it holds for, as one value a run; null where the metric is missing. */
export function expand(pairs) {
  const values = [];
  for (let n = 0; n < pairs.length; n += 2) {
    for (let i = 0; i < pairs[n + 1]; i++) {
      values.push(pairs[n]);
    }
  }
  return values;
}

/** The levels between moves: the runs from..to, and the average of their values; null if the metric is missing.
 * @param {number[]} starts  the runs of the moves, in any order */
export function levels(values, starts) {
  const cuts = [...new Set([0, ...starts, values.length])].sort((a, b) => a - b);
  return cuts.slice(1).map((to, n) => {
    const known = values.slice(cuts[n], to).filter((v) => v !== null);
    return { from: cuts[n], to, value: known.length ? known.reduce((a, b) => a + b) / known.length : null };
  });
}

/** A path through the values, interrupted where one is missing. */
export function path(values, x, y) {
  let text = "",
    pen = false;
  values.forEach((value, n) => {
    if (value !== null) {
      text += `${pen ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
    }
    pen = value !== null;
  });
  return values.length === 1 && text ? `${text}h1` : text;
}

/** Up to six round numbers from below the least to above the largest value. */
export function niceSteps(values) {
  const known = values.filter((v) => v !== null),
    low = Math.min(...known),
    high = Math.max(...known),
    span = high - low || Math.abs(high) / 10 || 1,
    power = 10 ** Math.floor(Math.log10(span / 4)),
    times = span / 4 / power,
    step = power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10),
    steps = [];
  for (let n = Math.floor(low / step); n <= Math.ceil(high / step); n++) {
    steps.push(Number((n * step).toPrecision(12)));
  }
  return steps.length > 1 ? steps : [steps[0], steps[0] + step];
}

/** The runs whose days are written below the picture. */
export function marks(count) {
  const most = Math.min(count, 6);
  return most < 2 ? [0] : [...Array(most).keys()].map((n) => Math.round((n * (count - 1)) / (most - 1)));
}

/** @param {number} step  a difference that must be visible */
export function show(value, step = 0.001) {
  return value.toLocaleString("en-US", {
    maximumFractionDigits: Math.max(3, Math.min(12, -Math.floor(Math.log10(step)))),
  });
}
