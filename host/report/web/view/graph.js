// SPDX-License-Identifier: BSD-2-Clause
// Draw a graph as SVG. Used for the call graph, and for wakes and messages between threads.
import { css, heatColour, inkOn } from "../render/colour.js";
import { free } from "../render/free.js";
import { layered } from "../render/layered.js";
import { themeOf } from "./dom.js";

const NS = "http://www.w3.org/2000/svg",
  PORT = 16, // the distance between the ends of edges at a node
  EDGE_FONT = 10;

function s(tag, attributes, ...children) {
  const e = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      e.addEventListener(key.slice(2), value);
    } else {
      e.setAttribute(key, value);
    }
  }
  e.append(...children);
  return e;
}

const overlaps = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/**
 * The points of each edge from its first node to its last, each with a place of its own at both nodes, so that edges in
 * both directions and several between two nodes are apart. null: the edge begins and ends at the same node.
 * @returns {([number, number][]|null)[]}
 */
function pathsOf(edges, nodes, places, routes) {
  const ports = new Map(); // by node and side: the ends of edges there
  const paths = edges.map((e, k) => {
    if (e.from === e.to) {
      return null;
    }
    const a = places.get(e.from),
      b = places.get(e.to),
      isDown = a.y < b.y,
      route = (routes.get(k) ?? []).flatMap(({ x, top, bottom }) => [
        [x, top],
        [x, bottom],
      ]);
    const middle = isDown ? route : route.reverse();
    const path = [[a.x, 0], ...middle, [b.x, 0]];
    const add = (id, side, point, next) => {
      const key = `${String(id)} ${side}`;
      if (!ports.has(key)) {
        ports.set(key, { id, side, ends: [] });
      }
      ports.get(key).ends.push({ point, toward: next[0], k });
    };
    add(e.from, isDown ? 1 : -1, path[0], path[1]);
    add(e.to, isDown ? -1 : 1, path.at(-1), path.at(-2));
    return path;
  });
  for (const { id, side, ends } of ports.values()) {
    const { w, h } = nodes.get(id),
      { x, y } = places.get(id),
      step = Math.min(PORT, (w - 16) / Math.max(1, ends.length - 1));
    ends.sort((p, q) => p.toward - q.toward || p.k - q.k);
    ends.forEach(({ point }, n) => {
      point[0] = x + (n - (ends.length - 1) / 2) * step;
      point[1] = y + (side * h) / 2;
    });
  }
  return paths;
}

/** A curve through the points of an edge. */
function curve(path) {
  let d = `M${path[0][0]} ${path[0][1]}`;
  for (let i = 1; i < path.length; i++) {
    const [x0, y0] = path[i - 1],
      [x1, y1] = path[i],
      bend = (y1 - y0) / 2;
    d += x0 === x1 ? `L${x1} ${y1}` : `C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}`;
  }
  return d;
}

/** A point of the curve: the segment `i`, at `t` from 0 to 1. */
function pointOn(path, i, t) {
  const [x0, y0] = path[i],
    [x1, y1] = path[i + 1],
    u = 1 - t;
  const along = (a, b, c, d) => u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  return [along(x0, x0, x1, x1), along(y0, (y0 + y1) / 2, (y0 + y1) / 2, y1)];
}

/** Find a place on an edge for its label that no node and no other label has. */
function labelPlace(path, text, taken) {
  const w = 0.62 * EDGE_FONT * text.length + 6,
    h = EDGE_FONT + 3;
  let best = null;
  for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88]) {
    for (let i = 0; i < path.length - 1; i++) {
      const [x, y] = pointOn(path, i, t),
        box = { x: x - w / 2, y: y - h / 2, w, h },
        hits = taken.filter((b) => overlaps(b, box)).length;
      if (best === null || hits < best.hits) {
        best = { x, y, box, hits };
      }
      if (hits === 0) {
        return best;
      }
    }
  }
  return best;
}

/**
 * @param {{id: any, lines: string[], share: number, critical?: boolean, chosen?: boolean, more?: boolean}[]} nodes
 * @param {{from: any, to: any, label: string, share: number, critical?: boolean}[]} edges
 * @param {{theme: string, click: (id: any) => void, open?: (id: any) => void, label: string, layout?: string,
 *   moved?: Map<any, {x: number, y: number}>}} options
 *   open: called after a double click; layout: "layers" or "free"; moved: where nodes were dragged
 * @typedef {{svg: SVGElement, nodes: Map<any, SVGElement>, places: Map<any, {x: number, y: number}>}} Graph
 * @returns {Graph & {width: number, height: number}}
 */
export function drawGraph(nodes, edges, options) {
  const dark = themeOf(options.theme) === "dark",
    text = dark ? "#e8eaee" : "#1a1d23",
    sized = nodes.map((n) => ({
      ...n,
      w: Math.max(70, 7.8 * Math.max(...n.lines.map((l) => l.length)) + 18),
      h: 15 * n.lines.length + 10,
    })),
    { places, routes, width, height } = placed(sized, edges, options),
    byId = new Map(sized.map((n) => [n.id, n])),
    paths = pathsOf(edges, byId, places, routes);
  const tip = s(
    "marker",
    {
      id: "tip",
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 9,
      markerHeight: 9,
      markerUnits: "userSpaceOnUse",
      orient: "auto-start-reverse",
    },
    s("path", { d: "M0 0L8 4L0 8z", fill: text }),
  );
  const svg = s("svg", { role: "group", "aria-label": options.label, class: "graph" }, s("defs", {}, tip));
  const taken = sized.map(({ id, w, h }) => ({ x: places.get(id).x - w / 2, y: places.get(id).y - h / 2, w, h })),
    labels = [];
  for (const [k, e] of edges.entries()) {
    const a = places.get(e.from),
      from = byId.get(e.from),
      path = paths[k];
    const d = path ? curve(path) : `M${a.x + from.w / 2} ${a.y - 6}c26 -14 26 26 0 14`;
    svg.append(
      s(
        "path",
        {
          d,
          fill: "none",
          stroke: e.critical ? "#d55e00" : text,
          "stroke-opacity": e.critical ? 1 : 0.55,
          "stroke-width": 1 + 4 * e.share,
          "marker-end": "url(#tip)",
        },
        s("title", {}, `${from.lines[0]} to ${byId.get(e.to).lines[0]}: ${e.label}`),
      ),
    );
    if (path && e.label !== "") {
      const { x, y, box } = labelPlace(path, e.label, taken);
      taken.push(box);
      const look = { fill: text, "font-size": EDGE_FONT, "text-anchor": "middle", class: "edge" };
      labels.push(s("text", { x, y: y + EDGE_FONT / 3, ...look }, e.label));
    }
  }
  const drawn = sized.map((n) => [n.id, drawNode(n, places.get(n.id), { dark, text, ...options })]);
  svg.append(...labels, ...drawn.map(([, node]) => node));
  return { svg, nodes: new Map(drawn), places, width, height };
}

/** The places of nodes, and the ways of edges that don't end at a node which was dragged. */
function placed(nodes, edges, { layout, moved }) {
  const made = (layout === "free" ? free : layered)(nodes, edges, { across: 36, down: 64 });
  for (const [id, place] of moved ?? []) {
    if (made.places.has(id)) {
      made.places.set(id, place);
      edges.forEach((e, k) => (e.from === id || e.to === id) && made.routes.delete(k));
    }
  }
  return made;
}

function drawNode(n, p, { dark, text, click, open: expand }) {
  const fill = heatColour(n.share, dark),
    open = () => click(n.id);
  const lines = n.lines.map((l, i) =>
    s(
      "text",
      {
        x: n.w / 2,
        y: 16 + 15 * i,
        "text-anchor": "middle",
        "font-size": i === 0 ? 12 : 11,
        "font-weight": i === 0 ? 600 : 400,
        fill: css(inkOn(fill)),
      },
      `${l} `,
    ),
  );
  return s(
    "g",
    {
      transform: `translate(${p.x - n.w / 2} ${p.y - n.h / 2})`,
      tabindex: 0,
      role: "button",
      "data-node": n.lines[0],
      // The first click of two draws the graph anew, so that no element gets a double click.
      onclick: (e) => (e.detail === 2 && expand ? expand(n.id) : open()),
      onkeydown: (e) => e.key === "Enter" && open(),
    },
    s("rect", {
      width: n.w,
      height: n.h,
      rx: 4,
      fill: css(fill),
      stroke: n.critical ? "#d55e00" : n.chosen ? text : "#8a919e",
      "stroke-width": n.chosen ? 4 : n.critical ? 2.5 : 1,
    }),
    ...lines,
  );
}
