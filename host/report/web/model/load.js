// SPDX-License-Identifier: BSD-2-Clause
// CPU load over time by thread: in each column the share of all CPUs' time in which each thread ran. A thread's time
// has that of the interrupts during it, as on the thread's row.
import { Columns, FULL } from "../data/pyramid.js";
import { RUNS } from "../data/trace.js";

/** The number of threads with an own colour. The others are drawn together. */
export const COLOURED = 11;

/**
 * @typedef {{key: number, share: number}} Thread share: of all CPUs' time, in the whole recording
 * @typedef {{threads: Thread[], shares: Float32Array[], others: Float32Array|null, most: number}} Load
 *   shares: by thread, then column, from 0 to 1; others: the threads without an own colour; most: the highest column
 */

/** How long a thread ran in the whole recording, in cycles. */
function running(trace, key, lane) {
  const { state } = trace.shapes,
    coarse = trace.coarse?.get(`thread/${key}`);
  let sum = 0;
  for (let i = 0; i < lane.n; i++) {
    sum += state[lane.shape[i]] === RUNS ? lane.dur[i] : 0;
  }
  for (let n = 0; coarse && n < coarse.cells; n++) {
    const from = n * coarse.cell,
      to = Math.min(from + coarse.cell, trace.end),
      inside = Math.max(0, Math.min(to, trace.detail.to) - Math.max(from, trace.detail.from));
    sum += to > from ? ((to - from - inside) * Math.min(1000, coarse.both[2 * n])) / 1000 : 0;
  }
  return sum;
}

/** The threads that ran, without the idle ones, the largest first. @returns {Thread[]} */
export function threadsByLoad(trace) {
  if (trace.threadsByLoad === undefined) {
    const all = Math.max(1, trace.end) * Math.max(1, trace.head.cpus);
    trace.threadsByLoad = trace.rows
      .filter(({ kind, key }) => kind === "thread" && !trace.isIdle(key))
      .map(({ key, lanes }) => ({ key, share: running(trace, key, lanes[0]) / all }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share || a.key - b.key);
  }
  return trace.threadsByLoad;
}

/** Add the share of each column in which a row's last track ran, in the part in full detail and in the coarse one. */
function addRow(rows, row, from, to, columns, sums) {
  const trace = rows.traces[row.trace],
    track = row.tracks.at(-1),
    { width } = columns,
    coarse = trace.coarse?.get(`${row.kind}/${row.key}`);
  columns.fill(rows.pyramid(track), from, to, (i, left, right) => {
    if (track.classes[track.lane.shape[i]] === FULL) {
      for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
        sums[x] += 1;
      }
    }
  });
  for (let x = 0; x < width; x++) {
    sums[x] += columns.touched[x] ? Math.min(1, columns.full[x]) : 0;
  }
  const perColumn = (to - from) / width;
  for (let x = 0; coarse && x < width; x++) {
    const n = trace.column(coarse, from + (x + 0.5) * perColumn);
    sums[x] += n >= 0 ? Math.min(1000, coarse.both[2 * n]) / 1000 : 0;
  }
}

/** The mean load of some CPUs between two times, in cycles. @returns {Float32Array} shares */
export function cpusLoad(rows, trace, cpus, from, to, width) {
  const sums = new Float32Array(width),
    columns = new Columns(width);
  for (const cpu of cpus) {
    const own = new Float32Array(width);
    addRow(rows, rows.all.get(`${trace.index}/cpu/${cpu}`), from, to, columns, own);
    own.forEach((s, x) => (sums[x] += s / cpus.length));
  }
  return sums;
}

/**
 * The load between two times, in cycles. @param {import("./rows.js").Rows} rows
 * @returns {Load}
 */
export function loadBetween(rows, trace, from, to, width) {
  const columns = new Columns(width),
    cpus = Math.max(1, trace.head.cpus),
    all = threadsByLoad(trace),
    threads = all.slice(0, COLOURED),
    sum = new Float32Array(width);
  const sumsOf = (row) => {
    const sums = new Float32Array(width);
    addRow(rows, row, from, to, columns, sums);
    return sums.map((s) => s / cpus);
  };
  const shares = threads.map(({ key }) => sumsOf(rows.all.get(`${trace.index}/thread/${key}`)));
  shares.forEach((list) => list.forEach((s, x) => (sum[x] += s)));
  let others = null;
  if (all.length > COLOURED) {
    others = sum.map((s) => -s);
    for (const row of rows.all.values()) {
      if (row.kind === "cpu" && row.trace === trace.index) {
        sumsOf(row).forEach((s, x) => (others[x] += s));
      }
    }
    others = others.map((s) => Math.max(0, s));
    others.forEach((s, x) => (sum[x] += s));
  }
  return { threads, shares, others, most: sum.reduce((a, b) => Math.max(a, b), 0) };
}
