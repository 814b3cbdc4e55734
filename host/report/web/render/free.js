// SPDX-License-Identifier: BSD-2-Clause
// Place the nodes of a graph freely: edges pull, nodes push each other away. The same graph gets the same picture.

/** How far nodes move in the first and last round, in lengths of an edge. */
const FIRST = 1,
  LAST = 0.02;
/** The length of an edge, in widths or heights of a node with its gap. */
const SPREAD = 1.4;
/** Rounds for few nodes; the work for many is bounded. */
const ROUNDS = 300,
  WORK = 3e7;

/**
 * @param {{id: any, w: number, h: number}[]} nodes @param {{from: any, to: any}[]} edges
 * @param {{across: number, down: number}} gaps between nodes
 * @returns as layered(), without routes: edges are straight
 */
export function free(nodes, edges, { across, down }) {
  const n = nodes.length,
    at = new Map(nodes.map(({ id }, i) => [id, i])),
    x = new Float64Array(n),
    y = new Float64Array(n),
    pairs = edges.map((e) => [at.get(e.from), at.get(e.to)]).filter(([a, b]) => a !== b);
  const wide = nodes.reduce((s, { w }) => s + w, 0) / Math.max(1, n) + across,
    tall = nodes.reduce((s, { h }) => s + h, 0) / Math.max(1, n) + down;
  for (let i = 0; i < n; i++) {
    // a spiral whose points are equally dense
    const r = Math.sqrt(i + 0.5),
      angle = i * 2.399963;
    x[i] = r * Math.cos(angle);
    y[i] = r * Math.sin(angle);
  }
  const rounds = Math.max(20, Math.min(ROUNDS, Math.floor(WORK / Math.max(1, n * n))));
  for (let round = 0; round < rounds; round++) {
    step(x, y, pairs, FIRST * (LAST / FIRST) ** (round / rounds));
  }
  for (let i = 0; i < n; i++) {
    x[i] *= SPREAD * wide;
    y[i] *= SPREAD * tall;
  }
  separate(x, y, nodes, across / 2, down / 2);
  return framed(x, y, nodes);
}

/** Move each node by the forces on it, at most by `most`. Times of an edge's length are the unit. */
function step(x, y, pairs, most) {
  const n = x.length,
    fx = new Float64Array(n),
    fy = new Float64Array(n);
  const force = (a, b, by) => {
    const dx = x[b] - x[a],
      dy = y[b] - y[a],
      d = Math.hypot(dx, dy) || 1e-6,
      f = by(d) / d;
    fx[a] += f * dx;
    fy[a] += f * dy;
    fx[b] -= f * dx;
    fy[b] -= f * dy;
  };
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      force(a, b, (d) => -1 / d);
    }
  }
  for (const [a, b] of pairs) {
    force(a, b, (d) => d * d);
  }
  for (let i = 0; i < n; i++) {
    const f = Math.hypot(fx[i], fy[i]) || 1,
      by = Math.min(f, most) / f;
    x[i] += fx[i] * by;
    y[i] += fy[i] * by;
  }
}

/** Push nodes that overlap apart. */
function separate(x, y, nodes, across, down) {
  for (let round = 0, moved = true; moved && round < 200; round++) {
    moved = false;
    for (let a = 0; a < nodes.length; a++) {
      for (let b = a + 1; b < nodes.length; b++) {
        const dx = (nodes[a].w + nodes[b].w) / 2 + across - Math.abs(x[a] - x[b]),
          dy = (nodes[a].h + nodes[b].h) / 2 + down - Math.abs(y[a] - y[b]);
        if (dx > 0.5 && dy > 0.5) {
          const list = dx < dy ? x : y,
            by = (Math.min(dx, dy) / 2) * (list[a] < list[b] ? -1 : 1);
          list[a] += by;
          list[b] -= by;
          moved = true;
        }
      }
    }
  }
}

/** Move the picture to the origin. */
function framed(x, y, nodes) {
  const left = Math.min(...nodes.map(({ w }, i) => x[i] - w / 2), 0),
    top = Math.min(...nodes.map(({ h }, i) => y[i] - h / 2), 0),
    right = Math.max(...nodes.map(({ w }, i) => x[i] + w / 2), 0),
    bottom = Math.max(...nodes.map(({ h }, i) => y[i] + h / 2), 0);
  const places = new Map(nodes.map(({ id }, i) => [id, { x: x[i] - left, y: y[i] - top }]));
  return { places, routes: new Map(), width: right - left, height: bottom - top };
}
