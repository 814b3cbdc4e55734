// SPDX-License-Identifier: BSD-2-Clause
// Heat maps and histograms.
import { heatColour, pixel, THEMES } from "../render/colour.js";
import { Renderer } from "../render/renderer.js";
import { h, themeOf } from "./dom.js";

/**
 * @typedef {object} HeatMap
 * @property {Float64Array[]} cells by row, then column
 * @property {(row: number) => string} rowLabel
 * @property {(column: number) => string} columnLabel
 * @property {(row: number, column: number, value: number) => string} words
 * @property {(first: number, last: number, row: number) => void} chosen
 * @property {string} theme
 * @property {string} label
 */

/** Draw a heat map. Dragging across columns selects a range. @param {HeatMap} map */
export function heatMap(map) {
  const canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": map.label }),
    tip = h("div", { class: "tip", hidden: true }),
    element = h("div", { class: "heat" }, canvas, tip);
  const renderer = new Renderer(canvas),
    rows = map.cells.length,
    columns = map.cells[0]?.length ?? 0,
    most = Math.max(1e-9, ...map.cells.map((r) => Math.max(...r)));
  const left = 110,
    tall = rows > 40 ? 6 : rows > 20 ? 10 : 16;
  let drag = null,
    last = null;
  const draw = () => {
    const width = element.clientWidth;
    if (width < 150) {
      return;
    }
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      name = themeOf(map.theme),
      theme = THEMES[name],
      w = (width - left) / columns;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${rows * tall + 20}px`;
    renderer.begin(Math.floor(width * scale), Math.floor((rows * tall + 20) * scale), theme.back, scale);
    for (let row = 0; row < rows; row++) {
      for (let c = 0; c < columns; c++) {
        const x0 = Math.round((left + c * w) * scale),
          x1 = Math.round((left + (c + 1) * w) * scale);
        const v = map.cells[row][c];
        renderer.rect(
          x0,
          Math.round(row * tall * scale),
          Math.max(1, x1 - x0),
          Math.round((tall - 1) * scale),
          pixel(v > 0 ? heatColour(v / most, name === "dark") : theme.row),
        );
      }
      if (tall >= 10 || row % 3 === 0) {
        renderer.text(0, row * tall * scale, (left - 4) * scale, tall * scale, map.rowLabel(row), theme.text, "right");
      }
    }
    for (let c = 0; c < columns; c += Math.ceil(columns / Math.max(1, Math.floor((width - left) / 120)))) {
      renderer.text(
        (left + c * w) * scale,
        rows * tall * scale,
        116 * scale,
        18 * scale,
        map.columnLabel(c),
        theme.text,
      );
    }
    if (drag && last !== null) {
      const a = Math.min(drag.c, last),
        b = Math.max(drag.c, last);
      renderer.shade(
        Math.round((left + a * w) * scale),
        0,
        Math.round((b - a + 1) * w * scale),
        Math.round(rows * tall * scale),
        theme.select,
        80,
      );
    }
    renderer.end();
  };
  const at = (e) => {
    const box = canvas.getBoundingClientRect(),
      c = Math.floor(((e.clientX - box.left - left) / (box.width - left)) * columns),
      row = Math.floor((e.clientY - box.top) / tall);
    return { c: Math.max(0, Math.min(columns - 1, c)), row, inside: c >= 0 && c < columns && row >= 0 && row < rows };
  };
  canvas.addEventListener("pointerdown", (e) => {
    drag = at(e);
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const p = at(e),
      box = element.getBoundingClientRect();
    tip.hidden = !p.inside;
    if (p.inside) {
      tip.textContent = map.words(p.row, p.c, map.cells[p.row][p.c]);
      tip.style.left = `${Math.max(0, Math.min(e.clientX - box.left + 12, box.width - tip.offsetWidth))}px`;
      tip.style.top = `${e.clientY - box.top + 14}px`;
    }
    if (drag) {
      last = p.c;
      draw();
    }
  });
  canvas.addEventListener("pointerleave", () => (tip.hidden = true));
  canvas.addEventListener("pointerup", (e) => {
    const from = drag,
      to = at(e);
    drag = last = null;
    if (from?.inside) {
      map.chosen(Math.min(from.c, to.c), Math.max(from.c, to.c), from.row);
    }
    draw();
  });
  new ResizeObserver(draw).observe(element);
  element.redraw = draw;
  element.cells = map.cells;
  return element;
}

/** Logarithmic buckets, ten per decade. */
export function buckets(values) {
  const some = values.filter((v) => v > 0),
    low = Math.floor(
      Math.log10(
        Math.max(
          1,
          some.reduce((a, b) => Math.min(a, b), Infinity),
        ),
      ) * 10,
    ),
    high = Math.floor(
      Math.log10(
        Math.max(
          1,
          some.reduce((a, b) => Math.max(a, b), 1),
        ),
      ) * 10,
    );
  const n = Number.isFinite(low) ? Math.min(high - low + 1, 120) : 1,
    base = Number.isFinite(low) ? low : 0;
  return {
    n,
    of: (v) => Math.max(0, Math.min(n - 1, Math.floor(Math.log10(Math.max(1, v)) * 10 + 1e-9) - base)),
    from: (b) => 10 ** ((b + base) / 10),
    /** The place of a value, as a share of the buckets' width. */
    share: (v) => (Math.log10(v) * 10 - base) / n,
  };
}

/** Ticks below a histogram: the starts of some bins. The caller shows the ends. */
function ticks(bins) {
  const step = Math.max(1, Math.ceil(bins.length / 8)),
    list = [];
  for (let n = step; n <= bins.length - step / 2 - 1; n += step) {
    const text = bins[n].label.split(" to ")[0];
    list.push(h("span", { style: { left: `${(100 * n) / bins.length}%` }, text }));
  }
  return h("div", { class: "ticks", "aria-hidden": "true" }, ...list);
}

/**
 * A histogram as a list of buttons with bars. Two recordings are compared by the shares of their instances, so that the
 * one with fewer instances is as high as the other.
 * @param {{label: string, count: number, other?: number}[]} bins
 * @param {(bin: number) => void} choose called when a bin is clicked
 * @param {{share: number, text: string}[]} lines upright lines, by their place as a share of the width
 */
export function histogram(bins, label, choose, lines = []) {
  const total = (of) =>
      Math.max(
        1,
        bins.reduce((sum, b) => sum + (b[of] ?? 0), 0),
      ),
    isPair = bins.some((b) => b.other !== undefined),
    all = isPair ? total("count") : 1,
    others = isPair ? total("other") : 1,
    most = Math.max(1e-9, ...bins.map((b) => Math.max(b.count / all, (b.other ?? 0) / others))),
    percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
  const height = (share) => `${share === 0 ? 0 : Math.max(2, 100 * Math.sqrt(share / most))}%`;
  const words = (b) =>
    isPair
      ? `${b.label}: ${percent(b.count, all)} of A (${b.count}), ${percent(b.other, others)} of B (${b.other})`
      : `${b.label}: ${b.count}`;
  const highest = isPair ? percent(most, 1) : String(most);
  return h(
    "div",
    { class: "histogrambox" },
    h("p", {
      class: "hint",
      text: `Highest: ${highest}. Lengths are logarithmic, heights are roots${isPair ? " of the shares" : ""}.`,
    }),
    h(
      "div",
      { class: "histogram", role: "group", "aria-label": label },
      ...bins.map((b, n) =>
        h(
          "button",
          { type: "button", title: words(b), "aria-label": words(b), onclick: () => choose(n) },
          h("span", { class: "col", style: { height: height(b.count / all) } }),
          b.other ? h("span", { class: "col other", style: { height: height(b.other / others) } }) : null,
        ),
      ),
      ...lines.map(({ share, text }) =>
        h("span", { class: "limit", style: { left: `${100 * share}%` } }, h("span", { text })),
      ),
    ),
    ticks(bins),
  );
}
