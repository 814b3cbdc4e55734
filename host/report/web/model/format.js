// SPDX-License-Identifier: BSD-2-Clause
// Format times and numbers.

/** Format a duration in ns, e.g. "84.200 us". */
export function duration(ns) {
  const a = Math.abs(ns);
  return a >= 1e9
    ? `${(ns / 1e9).toFixed(3)} s`
    : a >= 1e6
      ? `${(ns / 1e6).toFixed(3)} ms`
      : a >= 1e3
        ? `${(ns / 1e3).toFixed(3)} us`
        : `${Number(ns.toFixed(1))} ns`;
}

/** Format a time in ns with enough digits to tell times `step` ns apart. */
export function time(ns, step = 1) {
  const unit =
    Math.abs(ns) >= 1e9 || step >= 1e8 ? [1e9, "s"] : Math.abs(ns) >= 1e6 || step >= 1e5 ? [1e6, "ms"] : [1e3, "us"];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / unit[0]) - 1e-9));
  return `${(ns / unit[0]).toFixed(Math.min(digits, 9))} ${unit[1]}`;
}

/** @returns the distance between an axis's ticks: 1, 2 or 5 times a power of ten, for at most `most` ticks in `span` */
export function tickStep(span, most) {
  const raw = span / Math.max(1, most),
    power = 10 ** Math.floor(Math.log10(raw)),
    m = raw / power;
  return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}

/** Format a table cell by the type of its column, as host/report/page/html.c does. */
export function cell(value, type) {
  if (value === null || value === undefined) {
    return "–";
  }
  if (typeof value === "string") {
    return value;
  }
  return type === "time"
    ? value.toFixed(9)
    : type === "us" || type === "percent" || type === "real"
      ? value.toFixed(3)
      : String(value);
}

export function count(n) {
  return n.toLocaleString("en-US");
}

/** Format a range in ns as the command line takes it, in seconds: "from..to". */
export function rangeWords(from, to) {
  return `${(from / 1e9).toFixed(9)}..${(to / 1e9).toFixed(9)}`;
}
