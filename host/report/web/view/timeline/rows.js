// SPDX-License-Identifier: BSD-2-Clause
// Draw the rows of a frame: grid, tracks, counters, marks, losses.
import { isAdded } from "../../model/added.js";
import { nameColour, pixel, STATE_COLOURS } from "../../render/colour.js";
import { drawGroupLoad, drawLoad } from "./load.js";
import { drawMarks, marksTop } from "./marks.js";
import { drawTrack } from "./tracks.js";

/** @param {import("./frame.js").Frame} frame @param {import("../../data/pyramid.js").Columns} columns */
export function drawRows(frame, columns) {
  const { r, scale, top, theme } = frame;
  for (const t of frame.ticks().times) {
    r.rect(Math.round(frame.x(t)), 0, 1, frame.height, pixel(theme.grid));
  }
  for (const { row, y } of frame.visible) {
    drawRow(frame, columns, row, Math.round((y - top) * scale));
  }
}

function drawRow(frame, columns, row, y) {
  const { r, scale, theme, width } = frame,
    trace = frame.rows.traces[row.trace],
    high = Math.round(row.height * scale),
    inner = high - Math.round(3 * scale);
  if (row.kind === "group") {
    r.rect(0, y, width, high - 1, pixel(theme.group));
    if (!row.cpus) {
      return;
    }
  }
  const from = trace.fromAxis(frame.from),
    to = trace.fromAxis(frame.to),
    strip = { trace, row, from, to, px: width / (to - from) };
  let at = y;
  for (const track of row.tracks) {
    const tall = Math.round(frame.tall(track.kind) * scale);
    drawTrack(frame, columns, strip, track, at, tall - 1);
    at += tall;
  }
  if (row.cpus) {
    drawGroupLoad(frame, strip, y, high - Math.ceil(scale));
    return;
  }
  if (row.kind === "load") {
    drawLoad(frame, strip, y, high - Math.ceil(scale));
  }
  if (row.series) {
    drawSeries(frame, strip, y, inner);
  }
  if ((row.kind === "thread" || row.kind === "cpu") && !frame.isPartial) {
    drawMarks(frame, strip, y + Math.round(marksTop(row, (kind) => frame.tall(kind)) * scale));
  }
  drawLosses(frame, strip, y, inner);
  if (row.kind !== "load" && !isAdded(row)) {
    drawEnds(frame, strip, y, inner);
  }
  r.rect(0, y + high - Math.ceil(scale), width, Math.ceil(scale), pixel(theme.grid));
}

/** Draw the values of a counter as steps. Nothing is drawn where events were lost. */
function drawSeries({ r, width, scale, theme }, { trace, row, from, to, px }, y, high) {
  const { time, value, min, max } = row.series,
    range = max - min || 1,
    colour = pixel(nameColour(row.label));
  let first = 0,
    end = time.length;
  while (first < end) {
    const m = (first + end) >> 1;
    if (time[m] <= from) {
      first = m + 1;
    } else {
      end = m;
    }
  }
  for (let i = Math.max(0, first - 1); i < time.length && time[i] < to; i++) {
    const x0 = Math.max(0, Math.round((time[i] - from) * px)),
      next = i + 1 < time.length ? time[i + 1] : trace.detail.eventsTo,
      lost = trace.losses.find((l) => l.to > time[i] && l.from < next),
      x1 = Math.min(width, Math.round(((lost ? lost.from : next) - from) * px)),
      tall = Math.max(1, Math.round(((value[i] - min) / range) * (high - 2)));
    r.rect(x0, y + high - tall, Math.max(1, x1 - x0), tall, colour);
  }
  r.text(0, y, 200 * scale, Math.round(14 * scale), `${min} … ${max}`, theme.faint);
}

/** Rows derived from events. The page may hold events up to an earlier time than slices. */
const OF_EVENTS = new Set(["ipc", "counter", "state"]);

/** Mark the parts without detail with lines and a label. Rows without coarse columns are hatched there. */
function drawEnds(frame, strip, y, high) {
  const { trace, row, from, to } = strip,
    { detail, end } = trace;
  if (frame.from < frame.to) {
    drawEnd(frame, strip, Math.max(0, from), Math.min(detail.from, to), detail.from, y, high);
    const until = OF_EVENTS.has(row.kind) ? detail.eventsTo : detail.to;
    drawEnd(frame, strip, Math.max(until, from), Math.min(end, to), until, y, high);
  }
}

/** Mark a part without detail. @param {number} border where the detail begins or ends */
function drawEnd({ r, width, scale, theme }, { trace, row, from, px }, a, b, border, y, high) {
  if (a >= b) {
    return;
  }
  const x0 = Math.max(0, Math.round((a - from) * px)),
    x1 = Math.min(width, Math.round((b - from) * px)),
    isCoarse = trace.coarse?.has(`${row.kind}/${row.key}`) ?? false,
    line = Math.ceil(scale);
  if (!isCoarse) {
    r.hatch(x0, y, x1 - x0, high, pixel(theme.faint), 8);
  }
  r.rect(Math.round((border - from) * px), y, line, high, pixel(theme.select));
  const words = isCoarse ? (row.kind === "cpu" ? "coarse: zoom in" : "") : "zoom in",
    room = Math.min(x1 - x0, Math.round(110 * scale)),
    tall = Math.min(high, Math.round(14 * scale));
  if (words && room > 60 * scale) {
    r.rect(x0 + line, y, room, tall, pixel(theme.back));
    r.text(x0 + line, y, room, tall, words, theme.text);
  }
}

/** The share of each column in which records of a CPU are missing. @param {number} cpu -1: any CPU */
function lossShares(frame, trace, cpu) {
  const key = `${trace.index} ${cpu}`;
  frame.lossShares ??= new Map();
  if (!frame.lossShares.has(key)) {
    const shares = new Float32Array(frame.width);
    for (const l of trace.losses.filter((x) => cpu < 0 || x.cpu === cpu)) {
      const x0 = Math.max(0, frame.x(trace.toAxis(l.from))),
        x1 = Math.min(frame.width, frame.x(trace.toAxis(l.to)));
      for (let x = Math.floor(x0); x < x1; x++) {
        shares[x] += Math.min(x + 1, x1) - Math.max(x, x0);
      }
    }
    frame.lossShares.set(key, shares);
  }
  return frame.lossShares.get(key);
}

/** Hatch each column from the top by its share of losses. Losses at least three columns wide have a label. */
function drawLosses(frame, { trace, row }, y, high) {
  if (!["cpu", "thread", "calls", "irqcalls"].includes(row.kind) || trace.losses.length === 0) {
    return;
  }
  const shares = lossShares(frame, trace, row.kind === "cpu" ? row.key : -1);
  for (let x = 0; x < shares.length; x++) {
    if (shares[x] > 0) {
      frame.r.hatch(
        x,
        y,
        1,
        Math.max(1, Math.round(Math.min(1, shares[x]) * high)),
        pixel(STATE_COLOURS.lost),
        shares[x] < 0.9 ? 1 : 5,
      );
    }
  }
  for (const l of trace.losses) {
    if (row.kind === "cpu" && l.cpu !== row.key) {
      continue;
    }
    const x0 = frame.x(trace.toAxis(l.from)),
      x1 = frame.x(trace.toAxis(l.to));
    if (x1 >= 0 && x0 < frame.width && x1 - x0 >= 3) {
      const w = Math.round(x1) - Math.round(x0);
      frame.r.text(Math.round(x0), y, w, high, `lost ${l.records}`, frame.theme.text, "left", frame.theme.back);
    }
  }
}
