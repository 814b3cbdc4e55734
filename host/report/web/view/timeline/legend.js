// SPDX-License-Identifier: BSD-2-Clause
// The legend: what the timeline draws, as samples that the timeline's own code draws from small made-up recordings.
import { Columns } from "../../data/pyramid.js";
import { FLAG, Lane, READY, RUNS, Trace, WAITS } from "../../data/trace.js";
import { Rows } from "../../model/rows.js";
import { Renderer } from "../../render/renderer.js";
import { h, themeOf } from "../dom.js";
import { Frame } from "./frame.js";
import { drawOverlay } from "./overlay.js";
import { drawRows } from "./rows.js";

const FILTER = 1,
  IDLE = 2,
  OTHER = 3,
  TICK = 4,
  READ = 0x100,
  QUEUE = 0x10,
  LONG = 1000, // of a sample, in cycles of 1 ns
  WIDE = 230;

/** The shapes of the samples' slices. */
const SHAPES = [
  { name: "runs", key: FILTER, state: RUNS },
  { name: "ready", key: FILTER, state: READY },
  { name: "waits", key: FILTER, state: WAITS, reason: 1, object: QUEUE, waker: OTHER, flags: FLAG.WOKEN },
  { name: "woken", key: FILTER, state: READY, waker: OTHER, flags: FLAG.WOKEN },
  { name: "idle", key: IDLE, state: RUNS },
  { name: "other", key: OTHER, state: RUNS },
  { name: "irq", key: TICK },
  { name: "call", key: READ },
];
const SHORT = Array.from({ length: 50 }, (_, n) => ["runs", 20 * n, n % 5 === 0 ? 4 : 0.1 + n / 10]);

/**
 * The samples. rows: by "kind/key" the slices of each lane, as [shape, start, length]; the last one given is drawn.
 * both: all rows are drawn; state, losses, marks: as the page's state, and as in a recording's head;
 * upto: end of the detail.
 * @typedef {{words: string, rows: Object<string, any[][]>, both?: boolean, state?: object}} Sample
 * path: the steps of the thread filter's critical path, as [thread, state, start, length]
 * activations: of the thread filter, as [start, length, missed]
 * @type {(Sample & {losses?: number[][], upto?: number, marks?: number[], path?: any[][],
 *   activations?: any[][]})[]}
 */
const SAMPLES = [
  { words: "The thread runs. Its name has the same colour everywhere.", rows: { "thread/1": [["runs", 0, LONG]] } },
  { words: "Ready: it could run, but another thread does.", rows: { "thread/1": [["ready", 0, LONG]] } },
  {
    words: "It waits: the reason, the object, for how long, and what ended it.",
    rows: { "thread/1": [["waits", 0, LONG]] },
  },
  {
    words: "A CPU: the thread that runs, low and grey while idle, and interrupts as steps above.",
    rows: {
      "irq/0": [["irq", 420, 160]],
      "cpu/0": [
        ["runs", 0, 500],
        ["idle", 500, 500],
      ],
    },
  },
  {
    words: "A thread wakes another. The arrow of the selected slice is thicker.",
    rows: {
      "thread/3": [["other", 0, 500]],
      "thread/1": [
        ["woken", 500, 120],
        ["runs", 620, 380],
      ],
    },
    both: true,
  },
  {
    words: "A critical path: each step has the colour of its thread.",
    rows: { "thread/1": [], "path/1": [] },
    path: [
      ["filter", "runs", 0, 300],
      ["sampler", "runs", 300, 250],
      ["sampler", "waits", 550, 200],
      ["filter", "runs", 750, 250],
    ],
  },
  {
    words: "Activations of a periodic thread, from the release until the work was done. Red: the deadline was missed.",
    rows: { "thread/1": [], "activations/1": [] },
    activations: [
      [0, 250, false],
      [330, 420, true],
      [750, 150, false],
    ],
  },
  {
    words: "A call. Hatched: its thread didn't run.",
    rows: {
      "thread/1": [
        ["runs", 0, 400],
        ["ready", 400, 250],
        ["runs", 650, 350],
      ],
      "calls/1": [["call", 0, LONG, 250]],
    },
  },
  {
    words: "Zoomed out: the solid part is the share of time; the tint shows work that is shorter than that.",
    rows: { "thread/1": SHORT },
  },
  {
    words: "Marks of events: a tick, a triangle if the event has a stack, hollow if another thread recorded it.",
    rows: {
      "thread/1": [
        ["runs", 0, 100],
        ["runs", 900, 100],
      ],
    },
    marks: [250, 500, 750],
  },
  {
    words: "Events were lost: nothing is drawn across.",
    rows: {
      "thread/1": [
        ["runs", 0, 250],
        ["runs", 750, 250],
      ],
    },
    losses: [[0, 250, 750, 12]],
  },
  { words: "Blank: unknown, or nothing happened.", rows: { "thread/1": [] } },
  {
    words: "After the line the page doesn't have this row; the header says how much it has.",
    rows: { "block/1": [["runs", 0, 300]] },
    upto: 350,
  },
  {
    words: "The selected range, on its rows. Yellow: a note. Lines: markers A and B.",
    rows: { "thread/1": [["runs", 0, LONG]] },
    state: { sel: { from: 200, to: 600, rows: null }, notes: [{ from: 700, to: 800 }], a: 250, b: 550 },
  },
];

function laneOf(slices) {
  const lane = new Lane(slices.length);
  lane.less = new Float64Array(slices.length);
  slices.forEach(([shape, start, length, less = 0], i) => {
    lane.start[i] = start;
    lane.dur[i] = length;
    lane.less[i] = less;
    lane.shape[i] = SHAPES.findIndex((s) => s.name === shape);
  });
  return lane;
}

function traceOf({ rows, losses = [], upto = null, marks, path, activations }) {
  const head = { hz: 1e9, begin: 0, end: LONG, cpus: 0, rate: 1, offset_ns: 0, lines: [[TICK, "tick"]], losses };
  head.cpus = "cpu/0" in rows ? 1 : 0;
  head.threads = [FILTER, IDLE, OTHER].map((n) => [n, ["filter", "idle", "sampler"][n - 1], n, n === IDLE, n]);
  head.pointers = [[QUEUE, "raw_blocks", true]];
  head.functions = [[READ, "read_block", "", 0]];
  head.ids = [{ id: 1, name: "filter_block", fields: [] }];
  head.reasons = ["", "get"];
  const trace = new Trace(head, 0),
    column = (type, name) => type.from(SHAPES, (s) => s[name] ?? 0);
  Object.assign(trace.detail, { to: upto ?? LONG, eventsTo: upto ?? LONG });
  trace.shapes = { n: SHAPES.length };
  for (const name of ["key", "object", "waker", "state", "reason", "how", "cpu", "depth", "flags"]) {
    trace.shapes[name] = column(Uint32Array, name);
  }
  trace.rows = Object.entries(rows).map(([id, slices]) => {
    const [kind, key] = id.split("/");
    return { kind, key: Number(key), lanes: [laneOf(slices)] };
  });
  if (path) {
    const steps = path.map(([thread, state, start, dur]) => ({ thread, state, start, dur }));
    trace.added.set("path filter", { list: steps });
  }
  if (activations) {
    const list = activations.map(([start, dur, missed]) => ({ start, dur, missed }));
    trace.added.set("activations filter", { list });
  }
  if (marks) {
    const id = marks.map(() => 1);
    trace.loaded = { n: marks.length, time: marks, id, name: () => "tick", stacks: new Map([[1, []]]) };
  }
  return trace;
}

/** Draw a sample to a canvas. @param {"light"|"dark"} theme */
function draw(sample, theme) {
  const trace = traceOf(sample),
    rows = new Rows([trace]),
    state = { pins: [], hidden: [], order: [], collapsed: [], compact: false, derived: true, notes: [], trace: 0 };
  Object.assign(state, { sel: null, a: null, b: null, event: null, cutPreempted: false }, sample.state);
  const names = Object.keys(sample.rows),
    drawn = rows
      .shown(state)
      .filter((row) => (sample.both ? names : names.slice(-1)).includes(`${row.kind}/${row.key}`))
      .sort((a, b) => names.indexOf(`${a.kind}/${a.key}`) - names.indexOf(`${b.kind}/${b.key}`));
  const boxes = [];
  for (const row of drawn) {
    boxes.push({ row, y: (boxes.at(-1)?.y ?? 0) + (boxes.at(-1)?.row.height ?? 0) });
  }
  if (sample.marks) {
    drawn[0].marks = Uint32Array.of(0, 1);
    drawn[0].derived = Uint32Array.of(2);
  }
  const scale = Math.min(window.devicePixelRatio || 1, 2),
    high = boxes.at(-1).y + boxes.at(-1).row.height,
    canvas = h("canvas", { "aria-hidden": "true", style: { width: `${WIDE}px`, height: `${high}px` } }),
    renderer = new Renderer(canvas),
    width = Math.round(WIDE * scale),
    height = Math.round(high * scale);
  const viewport = { from: 0, to: LONG, width, scale, rows, store: { state } },
    frame = new Frame(viewport, renderer, { theme, height, top: 0, boxes, chosen: null });
  renderer.begin(width, height, frame.theme.back, scale);
  drawRows(frame, new Columns(width));
  drawOverlay(frame);
  renderer.end();
  canvas.renderer = renderer; // for tests
  return canvas;
}

/** @param {string} setting the theme's setting @returns {HTMLElement} */
export function legend(setting) {
  const theme = themeOf(setting);
  return h(
    "table",
    { class: "legend" },
    h(
      "tbody",
      {},
      ...SAMPLES.map((sample) =>
        h(
          "tr",
          {},
          h("td", { class: "t" }, draw(sample, theme)),
          h("th", { class: "t", scope: "row", text: sample.words }),
        ),
      ),
    ),
  );
}
