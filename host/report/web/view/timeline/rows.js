// SPDX-License-Identifier: BSD-2-Clause
// The rows of a picture: tracks, the curve of a counter, marks, losses; and the grid behind them.
import { nameColour, pixel, STATE_COLOURS } from "../../render/colour.js";
import { drawMarks } from "./marks.js";
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
    return;
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
  if (row.series) {
    drawSeries(frame, strip, y, inner);
  }
  if (row.kind === "thread") {
    drawMarks(frame, strip, y);
  }
  drawLosses(frame, strip, y, inner);
  r.rect(0, y + high - Math.ceil(scale), width, Math.ceil(scale), pixel(theme.grid));
}

/** The values of a counter, as steps; none where events were lost. */
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
      next = i + 1 < time.length ? time[i + 1] : trace.fullEvents,
      lost = trace.losses.find((l) => l.to > time[i] && l.from < next),
      x1 = Math.min(width, Math.round(((lost ? lost.from : next) - from) * px)),
      tall = Math.max(1, Math.round(((value[i] - min) / range) * (high - 2)));
    r.rect(x0, y + high - tall, Math.max(1, x1 - x0), tall, colour);
  }
  r.text(0, y, 200 * scale, Math.round(14 * scale), `${min} … ${max}`, theme.faint);
}

function drawLosses(frame, { trace, row }, y, high) {
  if (!["cpu", "thread", "calls", "irqcalls"].includes(row.kind)) {
    return;
  }
  for (const l of trace.losses) {
    if (row.kind === "cpu" && l.cpu !== row.key) {
      continue;
    }
    const x0 = frame.x(trace.toAxis(l.from)),
      x1 = frame.x(trace.toAxis(l.to));
    if (x1 >= 0 && x0 < frame.width) {
      const w = Math.max(2, Math.round(x1) - Math.round(x0));
      frame.r.hatch(Math.round(x0), y, w, high, pixel(STATE_COLOURS.lost), 5);
      frame.r.text(Math.round(x0), y, w, high, `lost ${l.records}`, frame.theme.text);
    }
  }
}
