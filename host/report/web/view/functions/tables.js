// SPDX-License-Identifier: BSD-2-Clause
// Tables of a profile: flat, source lines.
import { FUNCTION, HAS } from "../../data/profile.js";
import { css, heatColour, nameColour } from "../../render/colour.js";
import { themeOf } from "../dom.js";
import { Table } from "../table.js";

/** The module of a function, else its folder. */
function origin(f) {
  return f.module || f.file?.replace(/\/[^/]*$/, "") || (f.kind === FUNCTION ? "unknown" : "threads");
}

/** A column for values in the profile's unit. */
const valued = (p, name, more) =>
  p.unit === "ns" ? { name, title: `${name} us`, type: "us", ...more } : { name, type: "number", ...more };

/** The heading of a column with a value for each call. */
const perCall = (p, name) => `${name} ${p.unit === "ns" ? "us" : p.unit}/call`;

/** @param {(name: string) => void} choose called with the function of a clicked row */
export function flatTable(p, choose) {
  const calls = (p.has & HAS.CALLS) !== 0;
  const columns = [
    { name: "function", type: "text" },
    { name: "origin", type: "text", help: "module or folder of the function" },
    ...(calls ? [{ name: "calls", type: "number" }] : []),
    valued(p, "self", { bar: true, help: "in the function itself, without its callees" }),
    { name: "self_percent", title: "self %", type: "percent" },
    valued(p, "total", { help: "in the function and its callees" }),
    { name: "total_percent", title: "total %", type: "percent" },
    ...(calls
      ? [
          valued(p, "self_per_call", { title: perCall(p, "self"), help: "without callees, by the calls" }),
          valued(p, "total_per_call", { title: perCall(p, "total"), help: "with callees, by the calls" }),
        ]
      : []),
    { name: "place", type: "text" },
  ];
  const all = p.all || 1,
    each = (v, n) => (n > 0 ? p.value(v) / n : null);
  const rows = p
    .flat()
    .filter((v) => p.frames[v.frame].kind === FUNCTION && (v.self > 0 || v.total > 0 || v.calls > 0))
    .map((v) => {
      const f = p.frames[v.frame];
      return [
        f.name,
        origin(f),
        ...(calls ? [v.calls] : []),
        p.value(v.self),
        (100 * v.self) / all,
        p.value(v.total),
        (100 * v.total) / all,
        ...(calls ? [each(v.self, v.calls), each(v.total, v.calls)] : []),
        f.file ? `${f.file}${f.line ? `:${f.line}` : ""}` : null,
      ];
    });
  return new Table(columns, rows, {
    sort: calls ? 3 : 2,
    search: true,
    caption: p.unit === "ns" ? null : `Unit: ${p.unit}`,
    colour: (r) => css(nameColour(r[1])),
    click: (r) => choose(r[0]),
  }).element;
}

/** Cost by source line. For stacks these are the lines of the frames, for calls the first lines of the functions. */
export function linesTable(p, theme) {
  const map = new Map(),
    all = p.all || 1;
  for (const v of p.flat()) {
    const f = p.frames[v.frame];
    if (f.file && v.self > 0) {
      const key = `${f.file}:${f.line ?? 0}`,
        row = map.get(key) ?? [f.file, f.line ?? 0, new Set(), 0];
      row[2].add(f.name);
      row[3] += v.self;
      map.set(key, row);
    }
  }
  const rows = [...map.values()].map(([file, line, names, self]) => [
    file,
    line,
    [...names].join(", "),
    p.value(self),
    (100 * self) / all,
  ]);
  return new Table(
    [
      { name: "file", type: "text", place: (r) => `${r[0]}:${r[1]}` },
      { name: "line", type: "number" },
      { name: "function", type: "text" },
      valued(p, "self", { bar: true }),
      { name: "self_percent", title: "self %", type: "percent" },
    ],
    rows,
    {
      sort: 3,
      search: true,
      caption: "Source lines by cost",
      colour: (r) => css(heatColour(r[4] / 100, themeOf(theme) === "dark")),
    },
  ).element;
}
