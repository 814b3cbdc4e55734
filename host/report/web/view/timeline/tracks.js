// SPDX-License-Identifier: BSD-2-Clause
// Draw the slices of a track: wide slices one by one, narrow ones as columns of shares.
import { DOTS, FULL } from "../../data/pyramid.js";
import { RUNS, WAITS } from "../../data/trace.js";
import { sliceName } from "../../model/describe.js";
import { MISSED } from "../../model/rows.js";
import { nameColour, pixel, STATE_COLOURS, tint } from "../../render/colour.js";

/**
 * The visible part of a row.
 * @typedef {object} Strip
 * @property {import("../../data/trace.js").Trace} trace
 * @property {import("../../model/rows.js").TimelineRow} row
 * @property {number} from in cycles
 * @property {number} to
 * @property {number} px pixels per cycle
 */

/** The name that determines a slice's colour, by the kind of its track. */
const NAMES = {
  irq: (strip, key) => strip.trace.irq(key),
  calls: (strip, key) => strip.trace.func(key),
  block: (strip) => strip.row.label,
  ipc: (strip) => strip.row.label,
  state: (strip, _, shape) => strip.row.names[shape],
  plugin: (strip, _, shape) => strip.row.names[shape],
  activations: (strip) => strip.trace.thread(strip.row.key),
  path: (strip, _, shape) => strip.row.steps[shape].thread,
};
const threadName = (strip, key) => strip.trace.thread(key);

/** The colour of a thread's state: waits have one for each reason. */
function stateColour(trace, shape) {
  const { state, reason } = trace.shapes;
  return state[shape] === RUNS
    ? STATE_COLOURS.runs
    : state[shape] === WAITS
      ? nameColour(trace.reason(reason[shape]))
      : STATE_COLOURS.ready;
}

/** The colours of a track's slices by shape, cached until the theme changes. */
function sliceColours(frame, strip, track) {
  if (track.colours === undefined) {
    const { trace } = strip,
      made = ["state", "ipc", "path", "activations", "plugin"].includes(track.kind),
      hasIdle = track.kind === "cpu" || track.kind === "thread",
      nameOf = NAMES[track.kind] ?? threadName,
      colours = new Uint32Array(made ? track.classes.length : trace.shapes.n),
      used = new Uint8Array(colours.length);
    track.lane.shape.forEach((shape) => (used[shape] = 1));
    for (let shape = used.indexOf(1); shape >= 0; shape = used.indexOf(1, shape + 1)) {
      const key = made ? 0 : trace.shapes.key[shape];
      const isMissed = track.kind === "activations" && shape === MISSED,
        colour = isMissed ? STATE_COLOURS.lost : nameColour(nameOf(strip, key, shape));
      if (track.kind === "thread" && frame.state.colourBy === "state") {
        colours[shape] = pixel(stateColour(trace, shape));
        continue;
      }
      colours[shape] = pixel(hasIdle && trace.isIdle(key) ? frame.theme.idle : colour);
    }
    track.colours = colours;
  }
  return track.colours;
}

/**
 * Draw a track of a row at y, `high` pixels high.
 * @param {import("./frame.js").Frame} frame
 * @param {import("../../data/pyramid.js").Columns} columns scratch memory, as wide as the frame
 * @param {Strip} strip
 */
export function drawTrack(frame, columns, strip, track, y, high) {
  const coarse = coarseOf(strip, track),
    draw = () => drawDetail(frame, columns, strip, track, coarse, y, high);
  if (!coarse || track.lane.n === 0 || track.colours !== undefined) {
    draw();
  } else if (frame.leaves(draw)) {
    columns.clear();
    addCoarse(frame, columns, strip, track, coarse);
    drawColumns(frame, columns, track, y, high);
  }
}

/** Draw all slices; if a filter chooses some, the others dimmed. */
function drawDetail(frame, columns, strip, track, coarse, y, high) {
  drawSlices(frame, columns, strip, track, coarse, y, high, !track.picked);
  if (track.picked) {
    frame.r.shade(0, y, frame.width, high, frame.theme.back, DIMMED);
    drawSlices(frame, columns, strip, track.picked, null, y, high, true);
  }
}

/** How much of the background covers what the filter doesn't choose, of 256. */
const DIMMED = 190;

/** Draw slices and, where there is no detail, coarse columns. */
function drawSlices(frame, columns, strip, track, coarse, y, high, named) {
  const { r, scale, theme, width } = frame,
    { lane } = track,
    colours = sliceColours(frame, strip, track),
    isCpu = track.kind === "cpu",
    byState = track.kind === "thread" && frame.state.colourBy === "state";
  const ready = pixel(STATE_COLOURS.ready),
    waits = pixel(STATE_COLOURS.waits),
    idle = pixel(theme.idle),
    middle = y + (high >> 1),
    third = Math.round(high / 3),
    thin = Math.max(2, Math.round(2 * scale));
  const wide = [];
  columns.fill(frame.rows.pyramid(track), strip.from, strip.to, (i, left, right) => {
    const x0 = Math.max(0, left),
      x1 = Math.min(width, right),
      kind = track.classes[lane.shape[i]];
    if (kind === FULL) {
      r.rect(x0, y, x1 - x0, high, colours[lane.shape[i]]);
      if (x1 - x0 > 4 && left >= 0) {
        r.rect(x0, y, 1, high, pixel(theme.back));
      }
    } else if (isCpu) {
      r.rect(x0, y + high - third, x1 - x0, third, idle);
    } else if (kind === DOTS) {
      r.dots(x0, y + 2, x1 - x0, high - 4, ready);
    } else {
      r.rect(x0, middle, x1 - x0, thin, byState ? colours[lane.shape[i]] : waits);
    }
    if (x1 - x0 > 28 * scale) {
      wide.push([i, x0, x1, kind]);
    }
  });
  columns.paint(lane, colours);
  if (coarse) {
    addCoarse(frame, columns, strip, track, coarse);
  }
  drawColumns(frame, columns, track, y, high);
  const hatched = track.kind === "calls" && frame.state.cutPreempted !== true;
  if (hatched) {
    drawPreempted(frame, strip, lane, wide, y, high);
  }
  if (named && high >= 12 * scale) {
    drawNames(frame, strip, track, wide, y, high);
  }
}

function drawNames({ r, scale, theme }, { trace, row }, track, wide, y, high) {
  const raised = high >= 18 * scale ? Math.round(5 * scale) : 0;
  for (const [i, x0, x1, kind] of wide.slice(0, 400)) {
    const text = sliceName(trace, row, track, i),
      shape = track.lane.shape[i],
      write = (colour, plate = null, up = 0) => r.text(x0, y - up, x1 - x0, high, text, colour, "left", plate);
    if (kind === FULL) {
      const isIdle = track.kind === "thread" && trace.isIdle(trace.shapes.key[shape]);
      write(isIdle ? theme.faint : theme.on, track.kind === "calls" ? nameColour(text) : null);
    } else if (track.kind === "cpu") {
      write(theme.faint);
    } else if (kind === DOTS) {
      write(theme.waitText, theme.back);
    } else {
      write(theme.waitText, raised === 0 ? theme.back : null, raised); // above the line, or on it
    }
  }
}

/** How much of its colour a tint has. */
const TINT = 0.65;

/** Makes tints, each once. @returns {(colour: number) => number} */
function tints(theme) {
  const known = new Map();
  return (colour) => {
    if (!known.has(colour)) {
      known.set(colour, tint(colour, theme.back, TINT));
    }
    return known.get(colour);
  };
}

/** The part of a track's height that is tinted where something ran for less. */
const SHORT = { cpu: 0.55, irq: 1, thread: 0.4 };

/** The least height of what ran in a column, so that short work is seen when zoomed out. */
function leastHeight(track, high) {
  return Math.max(2, Math.round(high * (SHORT[track.kind] ?? 0.5)));
}

/**
 * Draw columns: running from the bottom, ready above it, waiting as a line. Equal neighbours are merged. The solid part
 * of a column is the share of time; below the least height the rest is a tint of the colour.
 */
function drawColumns({ r, width, scale, theme }, columns, track, y, high) {
  const { touched, full: fulls, dots: dotted, line, colour: colours } = columns,
    isCpu = track.kind === "cpu";
  const ready = pixel(STATE_COLOURS.ready),
    lineColour = pixel(isCpu ? theme.idle : STATE_COLOURS.waits),
    third = Math.round(high / 3);
  const lineTop = isCpu ? y + high - third : y + (high >> 1),
    lineHigh = isCpu ? third : Math.max(2, Math.round(2 * scale)),
    room = isCpu ? third : high / 2,
    least = leastHeight(track, high);
  const tinted = tints(theme);
  let from = 0,
    tall = 0,
    colour = 0,
    lineFrom = -1,
    lineTall = 0;
  for (let x = 0; x <= width; x++) {
    let nowTall = 0,
      nowColour = 0,
      dots = 0,
      hasLine = false;
    if (x < width && touched[x] !== 0) {
      const full = Math.min(fulls[x], 1);
      if (full > 0) {
        nowTall = (full * high + 0.5) | 0 || 1;
        nowColour = colours[x];
      }
      dots = dotted[x] > 0 && !isCpu ? Math.max(2, (Math.min(dotted[x], 1 - full) * high + 0.5) | 0) : 0;
      dots = Math.min(dots, high - nowTall);
      hasLine = line[x] > 0 && nowTall <= room && dots < high / 2;
    }
    if (nowTall !== tall || nowColour !== colour) {
      if (tall > 0 && tall < least) {
        r.rect(from, y + high - least, x - from, least - tall, tinted(colour));
      }
      if (tall > 0) {
        r.rect(from, y + high - tall, x - from, tall, colour);
      }
      from = x;
      tall = nowTall;
      colour = nowColour;
    }
    if (lineFrom >= 0 && (!hasLine || nowTall !== lineTall)) {
      r.rect(lineFrom, lineTop, x - lineFrom, Math.min(lineHigh, y + high - lineTall - lineTop), lineColour);
      lineFrom = -1;
    }
    if (hasLine && lineFrom < 0) {
      lineFrom = x;
      lineTall = nowTall;
    }
    if (dots > 0) {
      const foot = y + high - (nowTall > 0 ? Math.min(Math.max(nowTall, least), high - dots) : 0);
      r.dotted(x, foot - dots, foot, ready);
    }
  }
}

/** Hatch the parts of calls during which their thread didn't run. */
function drawPreempted({ r, theme }, { trace, row, from, px }, lane, wide, y, high) {
  const states = row.kind === "calls" ? trace.lane("thread", row.key) : null;
  for (const [i, x0, x1] of states ? wide.slice(0, 200) : []) {
    if (lane.net(i) === lane.dur[i]) {
      continue;
    }
    const first = states.first(lane.start[i]),
      last = Math.min(states.n, first + 200);
    for (let k = first; k < last && states.start[k] < lane.end(i); k++) {
      if (trace.shapes.state[states.shape[k]] !== RUNS) {
        const a = Math.max(x0, Math.round((states.start[k] - from) * px)),
          b = Math.min(x1, Math.round((states.end(k) - from) * px));
        r.hatch(a, y, b - a, high, pixel(theme.back), 4);
      }
    }
  }
}

/**
 * The thread that ran most in each coarse column, so that the CPU's columns get its colour. With several CPUs the
 * result is null, because the columns of threads don't have the CPU.
 */
function coarseThreads(trace, { cell, cells }) {
  if (trace.coarseThreads === undefined && trace.head.cpus === 1) {
    const most = new Float64Array(cells);
    trace.coarseThreads = new Array(cells).fill(0);
    for (const { key } of trace.rows.filter((row) => row.kind === "thread" && !trace.isIdle(row.key))) {
      const c = trace.coarse.get(`thread/${key}`);
      for (let n = 0; c && n < cells; n++) {
        const at = Math.floor(((n + 0.5) * cell) / c.cell),
          runs = at < c.cells ? c.both[2 * at] : 0;
        if (runs > most[n]) {
          most[n] = runs;
          trace.coarseThreads[n] = key;
        }
      }
    }
  }
  return trace.coarseThreads ?? null;
}

/** The colour of coarse columns. For a thread and a block it is the colour of its slices. */
function coarseColour(theme, trace, kind, row) {
  if (kind === "block") {
    return nameColour(row.label);
  }
  if (kind !== "thread") {
    return theme.faint;
  }
  return trace.isIdle(row.key) ? theme.idle : nameColour(trace.thread(row.key));
}

/**
 * The coarse columns of a track: those of its row, which are of the outermost slices.
 * @returns undefined where the detail covers the frame, or if the track has none
 */
function coarseOf({ trace, row, from, to }, track) {
  const kind = row.kind === "irqcalls" ? row.kind : track.kind,
    outermost = row.kind === "cpu" ? row.tracks.length - (kind === "irq" ? 2 : 1) : 0;
  const coarse = row.tracks.indexOf(track) === outermost ? trace.coarse?.get(`${kind}/${row.key}`) : undefined;
  return coarse && !trace.covers(from, to) ? coarse : undefined;
}

/** Add the coarse columns where there is no detail. */
function addCoarse({ width, theme }, columns, { trace, row, from, px }, track, c) {
  const isCpu = track.kind === "cpu",
    most = isCpu ? coarseThreads(trace, c) : null,
    own = pixel(coarseColour(theme, trace, track.kind, row)),
    colours = new Map([[0, own]]);
  const colourOf = (key) => {
    if (!colours.has(key)) {
      colours.set(key, pixel(nameColour(trace.thread(key))));
    }
    return colours.get(key);
  };
  for (let x = 0; x < width; x++) {
    const n = trace.column(c, from + x / px);
    if (n >= 0) {
      const ready = track.kind === "thread" ? c.both[2 * n + 1] / 1000 : 0;
      columns.set(x, c.both[2 * n] / 1000, ready, isCpu ? 1 : 0, most?.[n] ? colourOf(most[n]) : own);
    }
  }
}
