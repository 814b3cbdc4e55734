// SPDX-License-Identifier: BSD-2-Clause
// Draw the CPU load over time, stacked by thread.
import { tickStep } from "../../model/format.js";
import { cpusLoad, loadBetween } from "../../model/load.js";
import { nameColour, pixel } from "../../render/colour.js";
import { h } from "../dom.js";

/** The width of a chart's columns in pixels: a frame must not take much longer for the load of all threads. */
export const STEP = 4;

/** The top of a chart's scale: a round share that is at least the highest column. */
export function scaleOf({ most }) {
  const step = tickStep(Math.max(most, 0.001), 1);
  return Math.min(1, step);
}

export function percent(share) {
  return `${Number((100 * share).toPrecision(3))} %`;
}

/**
 * Draw a load as columns, the largest thread at the bottom.
 * @param {import("../../render/renderer.js").Renderer} r @param {import("../../model/load.js").Load} load
 */
export function drawStack(r, load, trace, theme, y, high) {
  const top = scaleOf(load),
    colours = load.threads.map(({ key }) => pixel(nameColour(trace.thread(key)))),
    others = pixel(theme.faint),
    width = (load.shares[0] ?? load.others)?.length ?? 0;
  const room = high - 1;
  for (let x = 0; x < width; x++) {
    let sum = 0,
      at = 0;
    const add = (share, colour) => {
      sum += share;
      const next = Math.round((Math.min(sum, top) / top) * room);
      if (next > at) {
        r.rect(x * STEP, y + high - next, STEP, next - at, colour);
        at = next;
      }
    };
    load.shares.forEach((list, n) => add(list[x], colours[n]));
    if (load.others) {
      add(load.others[x], others);
    }
  }
}

/** The load between two times for a chart of a width in pixels. */
export function chartLoad(rows, trace, from, to, width) {
  const n = Math.ceil(width / STEP);
  return loadBetween(rows, trace, from, from + ((to - from) * n * STEP) / width, n);
}

/** The load of the frame's times, kept until they change. */
function loadOf(rows, row, trace, from, to, width) {
  const key = `${from} ${to} ${width} ${trace.end}`;
  if (row.load?.key !== key || row.load.trace !== trace) {
    row.load = { key, trace, load: chartLoad(rows, trace, from, to, width) };
  }
  return row.load.load;
}

/** Draw the row of the load. @param {import("./frame.js").Frame} frame */
export function drawLoad(frame, { trace, row, from, to }, y, high) {
  const { r, scale, theme, width } = frame,
    load = loadOf(frame.rows, row, trace, from, to, width);
  drawStack(r, load, trace, theme, y, high);
  r.text(0, y, 90 * scale, Math.round(14 * scale), percent(scaleOf(load)), theme.text, "left", theme.back);
}

/** Draw the mean load of a group of CPUs. @param {import("./frame.js").Frame} frame */
export function drawGroupLoad(frame, { trace, row, from, to }, y, high) {
  const { r, theme, width } = frame,
    n = Math.ceil(width / STEP),
    shares = cpusLoad(frame.rows, trace, row.cpus, from, from + ((to - from) * n * STEP) / width, n),
    colour = pixel(theme.faint);
  shares.forEach((share, x) => {
    const tall = Math.round(Math.min(1, share) * high);
    r.rect(x * STEP, y + high - tall, STEP, tall, colour);
  });
}

/** The shares of a column, for the tooltip. @param {number} at in device pixels */
export function loadWords({ load: { load, trace } }, at, when) {
  const x = Math.floor(at / STEP),
    list = load.threads
      .map(({ key }, n) => [trace.thread(key), load.shares[n][x] ?? 0])
      .concat(load.others ? [["other threads", load.others[x] ?? 0]] : [])
      .filter(([, share]) => share > 0)
      .sort((a, b) => b[1] - a[1]);
  const sum = list.reduce((s, [, share]) => s + share, 0);
  return [
    h("b", { text: `CPU load at ${when}: ${percent(sum)}` }),
    ...list.slice(0, 8).map(([name, share]) => h("div", { text: `${name} ${percent(share)}` })),
  ];
}
