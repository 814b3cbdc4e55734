// SPDX-License-Identifier: BSD-2-Clause
// Draw over the rows: the selection, notes, markers, the selected slice and event, arrows for wakes and messages.
import { FLAG, READY, WAITS } from "../../data/trace.js";
import { pixel, STATE_COLOURS } from "../../render/colour.js";

const ARROWS = 120,
  NOTE = [200, 160, 0],
  PLUGIN = [150, 70, 190],
  MESSAGE = [0, 120, 200];

/** @param {import("./frame.js").Frame} frame */
export function drawOverlay(frame) {
  drawSelection(frame);
  for (const { axis, name } of frame.markers()) {
    drawUpright(frame, axis, frame.theme.select, { width: 1.5, dash: name === "A" ? [] : [5, 3] });
  }
  drawPlugins(frame);
  drawChosen(frame);
  const { event, trace } = frame.state,
    events = frame.rows.traces[trace]?.loaded;
  if (event !== null && events && event < events.n) {
    drawUpright(frame, events.trace.toAxis(events.time[event]), STATE_COLOURS.lost, { dash: [2, 3] });
  }
  drawArrows(frame);
}

function drawUpright(frame, axis, colour, how) {
  const x = frame.x(axis),
    from = [x, 0],
    to = [x, frame.height];
  frame.r.line([from, to], colour, how);
}

/** Draw the marks of plug-ins that are in the frame, unless they are too many to tell apart. */
function drawPlugins(frame) {
  for (const trace of frame.rows.traces) {
    const all = (trace.plugged?.marks ?? []).map((m) => trace.toAxis(m.time)),
      shown = all.filter((axis) => axis >= frame.from && axis <= frame.to);
    for (const axis of shown.length < frame.width / 4 ? shown : []) {
      drawUpright(frame, axis, PLUGIN, { dash: [6, 2] });
    }
  }
}

/** Shade the selection on its rows, and notes on all rows. */
function drawSelection(frame) {
  const { sel, notes } = frame.state,
    { r, scale, top } = frame;
  const shade = (range, y, high, colour, part) => {
    const x0 = Math.round(frame.x(range.from)),
      x1 = Math.round(frame.x(range.to));
    r.shade(x0, y, Math.max(1, x1 - x0), high, colour, part);
  };
  if (sel) {
    const rows = sel.rows && new Set(sel.rows);
    for (const { row, y } of frame.visible) {
      if (!rows || rows.has(row.id)) {
        shade(sel, Math.round((y - top) * scale), Math.round(row.height * scale), frame.theme.select, 50);
      }
    }
  }
  for (const note of notes) {
    shade(note, 0, frame.height, NOTE, 40);
  }
}

/** Draw a frame around the selected slice. */
function drawChosen(frame) {
  const { chosen, scale } = frame,
    box = chosen && frame.visible.find((b) => b.row === chosen.row);
  if (!box) {
    return;
  }
  const { trace, lane, i, row, track } = chosen,
    above = row.tracks.slice(0, row.tracks.indexOf(track)).reduce((sum, t) => sum + frame.tall(t.kind), 0),
    x0 = Math.round(frame.x(trace.toAxis(lane.start[i]))),
    x1 = Math.round(frame.x(trace.toAxis(lane.end(i)))),
    y = Math.round((box.y + above - frame.top) * scale),
    tall = Math.round(frame.tall(track.kind) * scale);
  for (let n = 0; n < Math.max(1, Math.round(2 * scale)); n++) {
    frame.r.frame(x0 - n, y - n, Math.max(3, x1 - x0) + 2 * n, tall + 2 * n, pixel(frame.theme.text));
  }
}

/** Draw the wakes and messages of the selected slice, and all others if there are few. */
function drawArrows(frame) {
  const { chosen } = frame;
  if (chosen?.track.kind === "thread") {
    const waits = chosen.trace.shapes.state[chosen.lane.shape[chosen.i]] === WAITS,
      ready = waits ? chosen.i + 1 : chosen.i;
    if (ready < chosen.lane.n) {
      drawWake(frame, chosen.trace, chosen.lane, ready, chosen.row.id, 2);
    }
  }
  if (chosen?.row.messages) {
    drawMessage(frame, chosen.trace, chosen.row.messages[chosen.i], 2);
  }
  for (const trace of frame.rows.traces) {
    const from = trace.fromAxis(frame.from),
      to = trace.fromAxis(frame.to),
      list = [];
    for (const { row } of frame.visible.filter((b) => b.row.kind === "thread" && b.row.trace === trace.index)) {
      const { lane } = row.tracks[0].picked ?? row.tracks[0],
        first = lane.first(from),
        last = lane.from(to);
      for (let i = first; i < last && last - first <= ARROWS && list.length <= ARROWS; i++) {
        list.push([lane, i, row.id]);
      }
      list.length = last - first > ARROWS ? ARROWS + 1 : list.length;
    }
    if (list.length <= ARROWS) {
      list.forEach(([lane, i, id]) => drawWake(frame, trace, lane, i, id, 0.7));
      for (const row of frame.rows.all.values()) {
        row.messages
          ?.filter((m) => row.trace === trace.index && m.sent < to && m.replied > from)
          .slice(0, 50)
          .forEach((m) => drawMessage(frame, trace, m, 0.7));
      }
    }
  }
}

/** Draw an arrow between two rows. Times are in cycles. */
function drawArrow(frame, trace, from, to, colour, width) {
  const place = ({ id, time }) => {
    const box = frame.boxes.find(({ row }) => row.id === id);
    return box && [frame.x(trace.toAxis(time)), (box.y - frame.top + box.row.height / 2) * frame.scale];
  };
  const a = place(from),
    b = place(to);
  if (a && b) {
    frame.r.line([a, b], colour, { width, arrow: true });
  }
}

function drawWake(frame, trace, lane, i, id, width) {
  if (frame.state.arrows === "messages" || frame.state.arrows === "none") {
    return;
  }
  const { flags, waker, state, cpu } = trace.shapes,
    shape = lane.shape[i],
    time = lane.start[i];
  if ((flags[shape] & FLAG.WOKEN) !== 0 && waker[shape] !== 0 && state[shape] === READY) {
    const by = flags[shape] & FLAG.BY_IRQ ? `cpu/${cpu[shape]}` : `thread/${waker[shape]}`;
    drawArrow(frame, trace, { id: `${trace.index}/${by}`, time }, { id, time }, frame.theme.text, width);
  }
}

function drawMessage(frame, trace, m, width) {
  if (frame.state.arrows === "wakes" || frame.state.arrows === "none") {
    return;
  }
  const at = (thread, time) => ({ id: `${trace.index}/thread/${thread}`, time });
  drawArrow(frame, trace, at(m.client, m.sent), at(m.server, m.received), MESSAGE, width);
  drawArrow(frame, trace, at(m.server, m.replied), at(m.client, m.replied), MESSAGE, width);
}
