// SPDX-License-Identifier: BSD-2-Clause
// A frame in which a graph is zoomed and dragged, by mouse, keys and fingers. It stays when the graph is drawn anew.
import { button, h } from "./dom.js";

const MARGIN = 12,
  LEAST = 0.02,
  MOST = 4,
  READABLE = 0.5; // a graph that fits only below this scale is shown from its root

export class GraphBox {
  /** @param {(id: any, place: {x: number, y: number}) => void} [drag] called while a node is dragged */
  constructor(label, drag) {
    this.drag = drag;
    this.holder = h("div", {
      class: "graphholder",
      tabindex: 0,
      role: "group",
      "aria-label": `${label}. Arrow keys move it, plus and minus zoom, 0 fits it.`,
      onkeydown: (e) => this.key(e),
    });
    this.scale = h("span", { class: "hint", role: "status" });
    this.element = h(
      "div",
      { class: "graphbox" },
      this.holder,
      h(
        "div",
        { class: "graphtools" },
        button("+", "Zoom in (+)", () => this.zoom(1.4)),
        button("−", "Zoom out (−)", () => this.zoom(1 / 1.4)),
        button("Fit", "Fit the graph (0)", () => this.fit()),
        this.scale,
      ),
    );
    /** The scale, and the graph's point at the corner; k is 0 until the graph has been shown. */
    this.k = this.x = this.y = 0;
    this.pointers = new Map();
    const on = (name, does, options) => this.holder.addEventListener(name, does, options);
    on("wheel", (e) => this.wheel(e), { passive: false });
    on("pointerdown", (e) => this.down(e));
    on("pointermove", (e) => this.move(e));
    on("pointerup", (e) => this.pointers.delete(e.pointerId));
    on("pointercancel", (e) => this.pointers.delete(e.pointerId));
    on("click", (e) => this.moved && e.stopPropagation(), true);
    new ResizeObserver(() => this.resize()).observe(this.holder);
  }

  /**
   * Show a graph. @param {ReturnType<typeof import("./graph.js").drawGraph>} graph
   * @param {any} [root] the node that is shown first if not all are readable
   * @param {any} [kept] the node that stays at its place on the screen, and keeps the focus
   */
  show(graph, root, kept) {
    const before = this.graph?.places.get(kept),
      after = graph.places.get(kept);
    this.graph = graph;
    this.root = root;
    if (before && after && this.k > 0) {
      this.x += after.x - before.x;
      this.y += after.y - before.y;
    }
    this.holder.replaceChildren(graph.svg);
    if (after && this.focusNext) {
      // After the caller has put the frame into the page again, which takes the focus away.
      requestAnimationFrame(() => graph.nodes.get(kept)?.focus({ preventScroll: true }));
    }
    this.focusNext = false;
    this.resize();
  }

  resize() {
    const width = this.holder.clientWidth;
    if (width === 0 || !this.graph) {
      return;
    }
    const most = Math.max(200, Math.min(0.7 * innerHeight, this.graph.height + 2 * MARGIN));
    this.width = width;
    this.height = Math.round(Math.max(this.height ?? 0, most));
    if (this.k === 0) {
      this.begin();
    }
    this.apply();
  }

  /** Fit the graph, or, if that makes it unreadable, show its root. */
  begin() {
    this.fit();
    const root = this.graph.places.get(this.root);
    if (this.k < READABLE && root) {
      this.k = 0.8;
      this.x = root.x - this.width / 2 / this.k;
      this.y = root.y - 60;
    }
  }

  fit() {
    const { width, height } = this.graph,
      space = 2 * MARGIN;
    this.k = Math.min(1, this.width / (width + space), this.height / (height + space));
    this.x = (width - this.width / this.k) / 2;
    this.y = (height - this.height / this.k) / 2;
    this.apply();
  }

  apply() {
    const { svg } = this.graph,
      { width, height, k, x, y } = this;
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `${x} ${y} ${width / k} ${height / k}`);
    this.scale.textContent = `${Math.round(100 * k)} %`;
  }

  /** Zoom around a point of the frame, by default its middle. */
  zoom(by, px = this.width / 2, py = this.height / 2) {
    const k = Math.max(LEAST, Math.min(MOST, this.k * by));
    this.x += px / this.k - px / k;
    this.y += py / this.k - py / k;
    this.k = k;
    this.apply();
  }

  pan(dx, dy) {
    this.x -= dx / this.k;
    this.y -= dy / this.k;
    this.apply();
  }

  wheel(e) {
    const box = this.holder.getBoundingClientRect();
    e.preventDefault();
    this.zoom(Math.exp(-Math.max(-1, Math.min(1, e.deltaY / 400))), e.clientX - box.left, e.clientY - box.top);
  }

  down(e) {
    if (e.button === 0) {
      this.moved = this.pointers.size > 0;
      const node = this.drag && e.target.closest?.("[data-node]");
      this.held = node ? [...this.graph.nodes].find(([, element]) => element === node)?.[0] : undefined;
      this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY, x0: e.clientX, y0: e.clientY });
    }
  }

  move(e) {
    const p = this.pointers.get(e.pointerId);
    if (!p) {
      return;
    }
    if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()],
        box = this.holder.getBoundingClientRect(),
        gap = Math.hypot(a.x - b.x, a.y - b.y);
      Object.assign(p, { x: e.clientX, y: e.clientY });
      const middle = [(a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top];
      this.zoom(Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, gap), ...middle);
      return;
    }
    if (this.moved || Math.hypot(e.clientX - p.x0, e.clientY - p.y0) > 4) {
      this.moved = true;
      this.holder.setPointerCapture(e.pointerId);
      const by = [e.clientX - p.x, e.clientY - p.y];
      if (this.held === undefined) {
        this.pan(...by);
      } else {
        const { x, y } = this.graph.places.get(this.held);
        this.drag(this.held, { x: x + by[0] / this.k, y: y + by[1] / this.k });
      }
      Object.assign(p, { x: e.clientX, y: e.clientY });
    }
  }

  key(e) {
    const step = 60,
      does = {
        ArrowLeft: () => this.pan(step, 0),
        ArrowRight: () => this.pan(-step, 0),
        ArrowUp: () => this.pan(0, step),
        ArrowDown: () => this.pan(0, -step),
        "+": () => this.zoom(1.4),
        "-": () => this.zoom(1 / 1.4),
        0: () => this.fit(),
      }[e.key];
    if (does && !e.ctrlKey && !e.metaKey && !e.altKey) {
      e.preventDefault();
      e.stopPropagation();
      does();
    }
  }
}
