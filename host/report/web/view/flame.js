// SPDX-License-Identifier: BSD-2-Clause
// Draw a call tree as an icicle (root at the top) or a flame graph (root at the bottom).
import { nameColour, pixel, THEMES } from "../render/colour.js";
import { Renderer } from "../render/renderer.js";
import { h, themeOf } from "./dom.js";

const ROW = 18;

/**
 * @typedef {object} FlameOptions
 * @property {boolean} [up] the root is at the bottom
 * @property {boolean} [byWeight]
 * @property {string} theme
 * @property {string} label
 * @property {(node: number) => string} words
 * @property {(text: string) => void} say
 * @property {(name: string) => void} choose
 * @property {(node: number) => [number, number, number]|null} [colour] null: the colour of its name
 */

export class Flame {
  /**
   * @param {import("../data/profile.js").Profile} profile
   * @param {FlameOptions} options
   */
  constructor(profile, options) {
    this.profile = profile;
    this.options = options;
    this.root = 0;
    this.focus = 0;
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      "aria-label": `${options.label}. Arrow keys move, Enter zooms in, Escape zooms out.`,
    });
    this.tip = h("div", { class: "tip", hidden: true });
    this.element = h("div", { class: "flame" }, this.canvas, this.tip);
    this.renderer = new Renderer(this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener("click", (e) => {
      const box = this.at(e);
      if (box) {
        this.open(box.node);
      }
    });
    this.canvas.addEventListener("keydown", (e) => this.key(e));
  }

  children(node) {
    const list = this.profile.children[node];
    return this.options.byWeight ? list : [...list].sort((a, b) => (this.name(a) < this.name(b) ? -1 : 1));
  }

  name(node) {
    return node === 0 ? "all" : this.profile.frames[this.profile.frame[node]].name;
  }

  open(node) {
    this.root = node;
    this.focus = node;
    this.draw();
    this.options.say(this.options.words(node));
    if (node !== 0) {
      this.options.choose(this.name(node));
    }
  }

  draw() {
    const width = this.element.clientWidth;
    if (width < 20) {
      return;
    }
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      p = this.profile,
      theme = THEMES[themeOf(this.options.theme)],
      r = this.renderer;
    const total = Math.max(p.total[this.root], 1e-9),
      above = [];
    for (let n = this.root; n !== 0; n = p.parent[n]) {
      above.unshift(n === this.root ? n : n);
    }
    const path = [0, ...above];
    this.boxes = [];
    path.forEach((node, depth) => this.boxes.push({ node, depth, x: 0, w: width }));
    const deep = path.length;
    const walk = (node, x, depth) => {
      let at = x;
      for (const child of this.children(node)) {
        const w = (p.total[child] / total) * width;
        if (w >= 0.5) {
          this.boxes.push({ node: child, depth, x: at, w });
          walk(child, at, depth + 1);
        }
        at += w;
      }
    };
    walk(this.root, 0, deep);
    this.rowCount = Math.max(...this.boxes.map((b) => b.depth)) + 1;
    const height = this.rowCount * ROW;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    r.begin(Math.floor(width * scale), Math.floor(height * scale), theme.back, scale);
    for (const b of this.boxes) {
      const y = this.y(b),
        colour = this.options.colour?.(b.node) ?? (b.node === 0 ? theme.group : nameColour(this.name(b.node)));
      const x0 = Math.round(b.x * scale),
        x1 = Math.max(x0 + 1, Math.round((b.x + b.w) * scale));
      r.rect(x0, Math.round(y * scale), x1 - x0 - (x1 - x0 > 3 ? 1 : 0), Math.round((ROW - 1) * scale), pixel(colour));
      if (b.node === this.focus && b.node !== 0) {
        r.frame(x0, Math.round(y * scale), x1 - x0, Math.round((ROW - 1) * scale), pixel(theme.text));
      }
      r.text(x0, y * scale, x1 - x0, (ROW - 1) * scale, this.name(b.node), b.node === 0 ? theme.text : theme.on);
    }
    r.end();
  }

  y(box) {
    return this.options.up ? (this.rowCount - 1 - box.depth) * ROW : box.depth * ROW;
  }

  at(e) {
    const place = this.canvas.getBoundingClientRect(),
      x = e.clientX - place.left,
      y = e.clientY - place.top;
    return this.boxes?.find((b) => x >= b.x && x < b.x + Math.max(b.w, 1) && y >= this.y(b) && y < this.y(b) + ROW);
  }

  hover(e) {
    const box = this.at(e);
    this.tip.hidden = !box;
    if (box) {
      this.tip.textContent = this.options.words(box.node);
      const place = this.element.getBoundingClientRect();
      const left = Math.min(e.clientX - place.left + 12, place.width - this.tip.offsetWidth);
      this.tip.style.left = `${Math.max(0, left)}px`;
      this.tip.style.top = `${e.clientY - place.top + 14}px`;
    }
  }

  key(e) {
    const p = this.profile,
      siblings = this.children(p.parent[this.focus]),
      at = siblings.indexOf(this.focus);
    const next = {
      ArrowLeft: siblings[at - 1],
      ArrowRight: siblings[at + 1],
      [this.options.up ? "ArrowDown" : "ArrowUp"]: this.focus === 0 ? undefined : p.parent[this.focus],
      [this.options.up ? "ArrowUp" : "ArrowDown"]: this.children(this.focus)[0],
    }[e.key];
    if (e.key === "Enter" || e.key === "Escape") {
      this.open(e.key === "Enter" ? this.focus : 0);
    } else if (next === undefined) {
      return;
    } else {
      this.focus = next;
      this.options.say(this.options.words(next));
      this.draw();
    }
    e.preventDefault();
    e.stopPropagation();
  }
}
