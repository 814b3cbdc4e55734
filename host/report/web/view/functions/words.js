// SPDX-License-Identifier: BSD-2-Clause
// Format the values of functions.
import { HAS } from "../../data/profile.js";
import { count, duration } from "../../model/format.js";

export function value(p, v) {
  return p.unit === "ns" ? duration(v) : `${count(v)} ${p.unit}`;
}

export function share(p, v) {
  return p.all === 0 ? "" : ` (${((100 * v) / p.all).toFixed(1)} %)`;
}

export function nodeWords(p, n) {
  const f = n === 0 ? null : p.frames[p.frame[n]],
    total = `total ${value(p, p.total[n])}${share(p, p.total[n])}`,
    calls = f && (p.has & HAS.CALLS) !== 0 ? `, ${count(p.calls[n])} calls` : "",
    place = f?.file ? `, ${f.file}:${f.line}` : "";
  return `${f ? f.name : "all"}: ${total}, self ${value(p, p.self[n])}${calls}${place}`;
}
