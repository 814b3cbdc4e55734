// SPDX-License-Identifier: BSD-2-Clause
// Draw a graph as SVG. Used for the call graph, and for wakes and messages between threads.
import { css, heatColour, inkOn } from "../render/colour.js";
import { layered } from "../render/layered.js";
import { themeOf } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";

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

/**
 * @param {{id: any, lines: string[], share: number, critical?: boolean, chosen?: boolean, more?: boolean}[]} nodes
 * @param {{from: any, to: any, label: string, share: number, critical?: boolean}[]} edges
 * @param {{theme: string, click: (id: any) => void, label: string}} options
 */
export function drawGraph(nodes, edges, options) {
  const dark = themeOf(options.theme) === "dark",
    text = dark ? "#e8eaee" : "#1a1d23";
  const sized = nodes.map((n) => ({
    ...n,
    w: Math.max(70, 7.8 * Math.max(...n.lines.map((l) => l.length)) + 18),
    h: 15 * n.lines.length + 10,
  }));
  const { places, width, height } = layered(sized, edges, { across: 36, down: 64 });
  const svg = s(
    "svg",
    {
      viewBox: `-10 -10 ${width + 20} ${height + 20}`,
      width: width + 20,
      height: height + 20,
      role: "group",
      "aria-label": options.label,
      class: "graph",
    },
    s(
      "defs",
      {},
      s(
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
      ),
    ),
  );
  const byId = new Map(sized.map((n) => [n.id, n]));
  for (const e of edges) {
    const a = places.get(e.from),
      b = places.get(e.to),
      from = byId.get(e.from),
      to = byId.get(e.to);
    const up = b.y <= a.y,
      own = e.from === e.to;
    const y0 = a.y + (up && !own ? -from.h : from.h) / 2,
      y1 = b.y + (up && !own ? to.h : -to.h) / 2,
      bend = up ? -40 : Math.max(20, (y1 - y0) / 2);
    const d = own
      ? `M${a.x + from.w / 2} ${a.y - 6}c26 -14 26 26 0 14`
      : up && a.y === b.y
        ? `M${a.x} ${a.y - from.h / 2}C${a.x} ${a.y - from.h} ${b.x} ${b.y - to.h} ${b.x} ${b.y - to.h / 2}`
        : `M${a.x} ${y0}C${a.x} ${y0 + bend} ${b.x} ${y1 - bend} ${b.x} ${y1}`;
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
        s("title", {}, `${byId.get(e.from).lines[0]} to ${byId.get(e.to).lines[0]}: ${e.label}`),
      ),
    );
    if (!own && e.label !== "") {
      svg.append(
        s("text", { x: (a.x + b.x) / 2 + 4, y: (y0 + y1) / 2, fill: text, "font-size": 10, class: "edge" }, e.label),
      );
    }
  }
  for (const n of sized) {
    const p = places.get(n.id),
      fill = heatColour(n.share, dark);
    const open = () => options.click(n.id);
    svg.append(
      s(
        "g",
        {
          transform: `translate(${p.x - n.w / 2} ${p.y - n.h / 2})`,
          tabindex: 0,
          role: "button",
          "aria-label": n.lines.join(", "),
          "data-node": n.lines[0],
          onclick: open,
          onkeydown: (e) => e.key === "Enter" && open(),
        },
        s("rect", {
          width: n.w,
          height: n.h,
          rx: 4,
          fill: css(fill),
          stroke: n.critical ? "#d55e00" : n.chosen ? text : "#8a919e",
          "stroke-width": n.critical || n.chosen ? 2.5 : 1,
        }),
        ...n.lines.map((l, i) =>
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
            l,
          ),
        ),
        s("title", {}, n.lines.join("\n")),
      ),
    );
  }
  return svg;
}
