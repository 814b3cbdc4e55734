// SPDX-License-Identifier: BSD-2-Clause
// Shares of a whole as a pie.
import { css } from "../render/colour.js";

const NS = "http://www.w3.org/2000/svg";

function element(tag, attributes, words) {
  const e = document.createElementNS(NS, tag);
  Object.entries(attributes).forEach(([key, value]) => e.setAttribute(key, value));
  const title = document.createElementNS(NS, "title");
  title.textContent = words;
  e.append(title);
  return e;
}

/**
 * @param {{name: string, share: number, colour: [number, number, number]|string}[]} parts shares from 0 to 1
 * @param {string} label
 */
export function pie(parts, label) {
  const svg = element(
    "svg",
    { viewBox: "-1.02 -1.02 2.04 2.04", class: "pie", role: "img", "aria-label": label },
    label,
  );
  let at = 0;
  for (const { name, share, colour } of parts.filter((p) => p.share > 0)) {
    const point = (turn) => `${Math.sin(2 * Math.PI * turn)} ${-Math.cos(2 * Math.PI * turn)}`,
      fill = typeof colour === "string" ? colour : css(colour),
      words = `${name} ${Number((100 * share).toPrecision(3))} %`;
    svg.append(
      share > 0.9999
        ? element("circle", { r: 1, fill }, words)
        : element(
            "path",
            {
              d: `M0 0L${point(at)}A1 1 0 ${share > 0.5 ? 1 : 0} 1 ${point(at + share)}Z`,
              fill,
              stroke: "var(--bg)",
              "stroke-width": 0.01,
            },
            words,
          ),
    );
    at += share;
  }
  return svg;
}
