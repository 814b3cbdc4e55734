// SPDX-License-Identifier: BSD-2-Clause
// The timeline: rows on a canvas, a ruler, a minimap; mouse and keys; the chosen slice in words.
import { Columns, FULL } from "../data/pyramid.js";
import { FLAG, READY, RUNS, WAITS } from "../data/trace.js";
import { describe, sentence, sliceName } from "../model/describe.js";
import { duration, tickStep, time } from "../model/format.js";
import { trackHeight } from "../model/rows.js";
import { nameColour, pixel, STATE_COLOURS, THEMES } from "../render/colour.js";
import { Renderer } from "../render/renderer.js";
import { button, h, themeOf } from "./dom.js";
import { Minimap } from "./minimap.js";

const RULER = 24,
  ARROWS = 120;

export class Timeline {
  /** @param {import("../model/store.js").Store} store @param {import("../model/rows.js").Rows} rows */
  constructor(store, rows, say) {
    this.store = store;
    this.rows = rows;
    this.say = say;
    this.frameTimes = [];
    this.hover = null;
    this.pixelOf = new Map();
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      "aria-label":
        "Timeline. Arrows move between rows and slices, W and S zoom, A and D move, question mark lists all keys.",
      "aria-roledescription": "timeline",
    });
    this.labels = h("div", { class: "labels", role: "group", "aria-label": "Rows" });
    this.spacer = h("div", { class: "spacer" });
    this.scroll = h("div", { class: "rows" }, this.spacer, this.labels, this.canvas);
    this.tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    this.minimap = new Minimap(store, rows);
    this.ruler = h("canvas", { class: "ruler", "aria-hidden": "true" });
    this.chip = h("div", { class: "chips" });
    this.element = h("div", { class: "timeline" }, this.minimap.element, this.chip, this.ruler, this.scroll, this.tip);
    this.renderer = new Renderer(this.canvas);
    this.rulerRenderer = new Renderer(this.ruler);
    this.listen();
    store.on((_, changed) => {
      if (["pins", "hidden", "order", "collapsed", "compact"].some((k) => changed.has(k))) {
        this.list = null;
      }
      this.ask();
    });
  }

  /** Newer data: all stays where it is, by names. */
  renew(rows) {
    this.rows = this.minimap.rows = rows;
    this.minimap.cache = this.minimap.base = undefined;
    this.list = null;
    this.labelKey = "";
    this.ask();
  }

  // ---------------------------------------------------------------- the view

  get from() {
    return this.store.state.from ?? this.rows.begin;
  }

  get to() {
    return this.store.state.to ?? this.rows.end;
  }

  /** Show a part of the axis, within the recording. */
  show(from, to) {
    const { begin, end } = this.rows,
      all = Math.max(1, end - begin);
    const width = Math.min(Math.max(to - from, 20), all * 1.02);
    const f = Math.max(begin - 0.01 * all, Math.min(from, end + 0.01 * all - width));
    if (width >= all) {
      this.store.set({ from: null, to: null });
    } else {
      this.store.set({ from: f, to: f + width });
    }
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(by) {
    const width = this.to - this.from;
    this.show(this.from + by * width, this.to + by * width);
  }

  fit() {
    const { sel, slice } = this.store.state,
      found = slice && this.find(slice);
    if (sel) {
      const margin = 0.05 * (sel.to - sel.from);
      this.show(sel.from - margin, sel.to + margin);
    } else if (found) {
      const { trace, lane, i } = found,
        a = trace.toAxis(lane.start[i]),
        b = trace.toAxis(lane.end(i)),
        margin = Math.max(0.3 * (b - a), 100);
      this.show(a - margin, b + margin);
    } else {
      this.store.set({ from: null, to: null });
    }
  }

  /** Bring a time into the view. */
  reveal(from, to = from) {
    const width = this.to - this.from;
    if (from < this.from || to > this.to || to - from < width / 2000) {
      const margin = Math.max((to - from) * 2, Math.min(width, 5e5));
      this.show((from + to) / 2 - margin, (from + to) / 2 + margin);
    }
  }

  revealRow(id) {
    const box = this.boxes().find((b) => b.row.id === id);
    if (
      box &&
      (box.y < this.scroll.scrollTop || box.y + box.row.height > this.scroll.scrollTop + this.scroll.clientHeight)
    ) {
      this.scroll.scrollTop = box.y - this.scroll.clientHeight / 3;
    }
  }

  shown() {
    this.list ??= this.rows.shown(this.store.state);
    return this.list;
  }

  /** @returns {{row: import("../model/rows.js").TimelineRow, y: number}[]} */
  boxes() {
    let y = 0;
    return this.shown().map((row) => {
      const box = { row, y };
      y += row.height;
      return box;
    });
  }

  find(slice) {
    const row = this.rows.all.get(slice.row),
      track = row?.tracks[slice.lane];
    if (!track) {
      return null;
    }
    const trace = this.rows.traces[row.trace],
      i = track.lane.at(slice.start);
    return i < 0 ? null : { row, track, lane: track.lane, trace, i };
  }

  tall(kind) {
    return trackHeight(kind, this.store.state.compact);
  }

  // ---------------------------------------------------------------- drawing

  ask() {
    if (this.asked === undefined && this.element.isConnected) {
      this.asked = requestAnimationFrame(() => {
        this.asked = undefined;
        if (this.element.offsetParent !== null) {
          const begin = performance.now();
          this.draw();
          this.frameTimes.push(performance.now() - begin);
        }
      });
    }
  }

  colour(name) {
    let p = this.pixelOf.get(name);
    if (p === undefined) {
      p = pixel(nameColour(name));
      this.pixelOf.set(name, p);
    }
    return p;
  }

  /** The colour of a slice, by its shape. */
  sliceColours(trace, row, track) {
    if (track.colours === undefined) {
      const s = trace.shapes,
        made = track.kind === "state" || track.kind === "ipc",
        n = made ? Math.max(1, row.names.length) : s.n;
      const nameOf =
        {
          irq: (key) => trace.irq(key),
          calls: (key) => trace.func(key),
          block: () => row.label,
          ipc: () => row.label,
          state: (_, shape) => row.names[shape],
        }[track.kind] ?? ((key) => trace.thread(key));
      const used = new Uint8Array(n);
      track.lane.shape.forEach((shape) => (used[shape] = 1));
      track.colours = new Uint32Array(n);
      used.forEach((is, shape) => {
        const key = made ? 0 : s.key[shape];
        track.colours[shape] =
          is === 0
            ? 0
            : (track.kind === "cpu" || track.kind === "thread") && trace.isIdle(key)
              ? pixel(this.theme.idle)
              : this.colour(nameOf(key, shape));
      });
    }
    return track.colours;
  }

  draw() {
    const scale = Math.min(window.devicePixelRatio || 1, 2),
      state = this.store.state;
    const themeName = themeOf(state.theme);
    if (this.themeName !== themeName) {
      this.themeName = themeName;
      for (const row of this.rows.all.values()) {
        for (const track of row.tracks) {
          track.colours = undefined;
        }
      }
    }
    this.theme = THEMES[themeName];
    const left = this.labels.offsetWidth,
      width = Math.max(50, Math.floor((this.scroll.clientWidth - left) * scale)),
      height = Math.max(50, Math.floor(this.scroll.clientHeight * scale));
    this.scale = scale;
    this.left = left;
    this.width = width;
    if (!this.columns || this.columns.width !== width) {
      this.columns = new Columns(width);
    }
    const boxes = this.boxes(),
      last = boxes[boxes.length - 1],
      total = last ? last.y + last.row.height : 0,
      top = this.scroll.scrollTop;
    if (this.total !== total) {
      this.total = total;
      this.spacer.style.height = `${total}px`;
    }
    this.canvas.style.width = `${width / scale}px`;
    this.canvas.style.height = `${height / scale}px`;
    const r = this.renderer;
    r.begin(width, height, this.theme.back, scale);
    this.visible = boxes.filter((b) => b.y + b.row.height > top && b.y < top + height / scale);
    this.drawGrid(r, height);
    for (const box of this.visible) {
      this.drawRow(r, box, Math.round((box.y - top) * scale));
    }
    this.drawSelection(r, top, height);
    this.drawArrows(r, top, boxes);
    r.end();
    this.drawRuler();
    this.drawLabels(top);
    this.drawChips();
    this.minimap.draw(this.from, this.to, left, this.theme, themeName);
  }

  x(axis) {
    return ((axis - this.from) / (this.to - this.from)) * this.width;
  }

  axisAt(x) {
    return this.from + ((x * this.scale) / this.width) * (this.to - this.from);
  }

  drawGrid(r, height) {
    const step = tickStep(this.to - this.from, this.width / (110 * this.scale));
    for (let t = Math.ceil(this.from / step) * step; t < this.to; t += step) {
      r.rect(Math.round(this.x(t)), 0, 1, height, pixel(this.theme.grid));
    }
  }

  drawRow(r, { row }, y) {
    const trace = this.rows.traces[row.trace],
      s = this.scale,
      h = Math.round(row.height * s);
    if (row.kind === "group") {
      r.rect(0, y, this.width, h - 1, pixel(this.theme.group));
      return;
    }
    const from = trace.fromAxis(this.from),
      to = trace.fromAxis(this.to);
    let at = y;
    row.tracks.forEach((track) => {
      const height = Math.round(this.tall(track.kind) * s);
      this.drawTrack(r, trace, row, track, at, height - 1, from, to);
      at += height;
    });
    if (row.series) {
      this.drawSeries(r, trace, row, y, h - Math.round(3 * s), from, to);
    }
    if (row.kind === "thread") {
      this.drawMarks(r, trace, row, y, from, to);
    }
    this.drawLosses(r, trace, row, y, h - Math.round(3 * s));
    r.rect(0, y + h - Math.ceil(s), this.width, Math.ceil(s), pixel(this.theme.grid));
  }

  drawTrack(r, trace, row, track, y, h, from, to) {
    const { columns } = this,
      { lane } = track,
      colours = this.sliceColours(trace, row, track),
      shapes = trace.shapes;
    const isThread = track.kind === "thread",
      isCpu = track.kind === "cpu",
      pyramid = this.rows.pyramid(track);
    const ready = pixel(STATE_COLOURS.ready),
      waits = pixel(STATE_COLOURS.waits),
      idle = pixel(this.theme.idle),
      middle = y + (h >> 1),
      thin = Math.max(2, Math.round(2 * this.scale));
    const wide = [];
    this.coarse(r, trace, row, track, y, h, from, to);
    columns.fill(pyramid, from, to, (i, left, right) => {
      const x0 = Math.max(0, left),
        x1 = Math.min(this.width, right),
        kind = track.classes[lane.shape[i]];
      if (kind === FULL) {
        r.rect(x0, y, x1 - x0, h, colours[lane.shape[i]]);
        if (x1 - x0 > 4 && left >= 0) {
          r.rect(x0, y, 1, h, pixel(this.theme.back));
        }
      } else if (isCpu) {
        r.rect(x0, y + h - Math.round(h / 3), x1 - x0, Math.round(h / 3), idle);
      } else if (isThread && shapes.state[lane.shape[i]] === READY) {
        r.dots(x0, y + 2, x1 - x0, h - 4, ready);
      } else {
        r.rect(x0, middle, x1 - x0, thin, waits);
      }
      if (x1 - x0 > 28 * this.scale) {
        wide.push([i, x0, x1, kind]);
      }
    });
    this.drawColumns(r, track, lane, colours, y, h);
    if (h >= 12 * this.scale) {
      for (const [i, x0, x1, kind] of wide.slice(0, 400)) {
        const isIdle = isCpu && kind !== FULL;
        const text = sliceName(trace, row, track, i);
        if (kind === FULL) {
          r.text(x0, y, x1 - x0, h, isThread ? "runs" : text, this.theme.on);
        } else if (isIdle) {
          r.text(x0, y, x1 - x0, h, text, this.theme.faint);
        } else {
          r.text(x0, y - Math.round(5 * this.scale), x1 - x0, h, text, this.theme.waitText);
        }
      }
    }
    if (track.kind === "calls" && this.store.state.cutPreempted !== true) {
      this.drawPreempted(r, trace, row, wide, lane, y, h, from);
    }
  }

  /** Each column by its shares: running from the bottom up, then ready; waiting is a line. Equal neighbours are one. */
  drawColumns(r, track, lane, colours, y, h) {
    const { columns, width } = this,
      { touched, full: fulls, dots: dotted, line, slice } = columns,
      { shape } = lane,
      isCpu = track.kind === "cpu";
    const ready = pixel(STATE_COLOURS.ready),
      lineColour = pixel(isCpu ? this.theme.idle : STATE_COLOURS.waits),
      third = Math.round(h / 3);
    const lineTop = isCpu ? y + h - third : y + (h >> 1),
      lineHigh = isCpu ? third : Math.max(2, Math.round(2 * this.scale)),
      room = isCpu ? third : h / 2;
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
        if (full > 0 && slice[x] >= 0) {
          nowTall = (full * h + 0.5) | 0 || 1;
          nowColour = colours[shape[slice[x]]];
        }
        dots = dotted[x] > 0 && !isCpu ? (Math.min(dotted[x], 1 - full) * h + 0.5) | 0 || 1 : 0;
        hasLine = line[x] > 0 && nowTall <= room && dots === 0;
      }
      if (nowTall !== tall || nowColour !== colour) {
        if (tall > 0) {
          r.rect(from, y + h - tall, x - from, tall, colour);
        }
        from = x;
        tall = nowTall;
        colour = nowColour;
      }
      if (lineFrom >= 0 && (!hasLine || nowTall !== lineTall)) {
        r.rect(lineFrom, lineTop, x - lineFrom, Math.min(lineHigh, y + h - lineTall - lineTop), lineColour);
        lineFrom = -1;
      }
      if (hasLine && lineFrom < 0) {
        lineFrom = x;
        lineTall = nowTall;
      }
      if (dots > 0) {
        r.dotted(x, y + h - nowTall - dots, y + h - nowTall, ready);
      }
    }
  }

  /** In a call the time in which its thread didn't run is hatched. */
  drawPreempted(r, trace, row, wide, lane, y, h, from) {
    const states = row.kind === "calls" ? trace.lane("thread", row.key) : null,
      s = trace.shapes;
    const px = this.width / (trace.fromAxis(this.to) - from);
    for (const [i, x0, x1] of states ? wide.slice(0, 200) : []) {
      if (lane.net(i) === lane.dur[i]) {
        continue;
      }
      for (
        let k = states.first(lane.start[i]), n = 0;
        k < states.n && states.start[k] < lane.end(i) && n < 200;
        k++, n++
      ) {
        if (s.state[states.shape[k]] !== RUNS) {
          const a = Math.max(x0, Math.round((states.start[k] - from) * px)),
            b = Math.min(x1, Math.round((states.end(k) - from) * px));
          r.hatch(a, y, b - a, h, pixel(this.theme.back), 4);
        }
      }
    }
  }

  /** After the end of the full data: the coarse columns. */
  coarse(r, trace, row, track, y, h, from, to) {
    const c = trace.coarse?.get(`${track.kind}/${row.key}`);
    if (!c || to <= trace.full || (track.kind === "irq" && row.tracks.indexOf(track) !== row.tracks.length - 2)) {
      return;
    }
    const px = this.width / (to - from),
      colour = this.colour(row.label),
      ready = pixel(STATE_COLOURS.ready);
    for (let x = Math.max(0, Math.floor((trace.full - from) * px)); x < this.width; x++) {
      const n = Math.floor((from + x / px) / c.cell);
      if (n < 0 || n >= c.cells) {
        continue;
      }
      const full = Math.round((Math.min(1000, c.both[2 * n]) / 1000) * h),
        dots = Math.round((Math.min(1000, c.both[2 * n + 1]) / 1000) * h);
      r.rect(x, y + h - full, 1, full, colour);
      if (track.kind === "thread") {
        r.dots(x, y + h - full - dots, 1, dots, ready);
      }
    }
  }

  drawSeries(r, trace, row, y, h, from, to) {
    const { time: times, value, min, max } = row.series,
      px = this.width / (to - from),
      range = max - min || 1,
      colour = this.colour(row.label);
    let low = 0,
      high = times.length;
    while (low < high) {
      const m = (low + high) >> 1;
      if (times[m] <= from) {
        low = m + 1;
      } else {
        high = m;
      }
    }
    for (let i = Math.max(0, low - 1); i < times.length && times[i] < to; i++) {
      const x0 = Math.max(0, Math.round((times[i] - from) * px));
      const end = i + 1 < times.length ? times[i + 1] : trace.full,
        lost = trace.losses.find((l) => l.to > times[i] && l.from < end);
      const x1 = Math.min(this.width, Math.round(((lost ? lost.from : end) - from) * px));
      const tall = Math.max(1, Math.round(((value[i] - min) / range) * (h - 2)));
      r.rect(x0, y + h - tall, Math.max(1, x1 - x0), tall, colour);
    }
    r.text(0, y, 200 * this.scale, Math.round(14 * this.scale), `${min} … ${max}`, this.theme.faint);
  }

  drawLosses(r, trace, row, y, h) {
    if (!["cpu", "thread", "calls", "irqcalls"].includes(row.kind)) {
      return;
    }
    for (const l of trace.losses) {
      if (row.kind === "cpu" && l.cpu !== row.key) {
        continue;
      }
      const x0 = this.x(trace.toAxis(l.from)),
        x1 = this.x(trace.toAxis(l.to));
      if (x1 >= 0 && x0 < this.width) {
        const w = Math.max(2, Math.round(x1) - Math.round(x0));
        r.hatch(Math.round(x0), y, w, h, pixel(STATE_COLOURS.lost), 5);
        r.text(Math.round(x0), y, w, h, `lost ${l.records}`, this.theme.text);
      }
    }
  }

  /** Events on the row of their thread: a tick; with a stack a triangle; of another thread's event, hollow. */
  drawMarks(r, trace, row, y, from, to) {
    const e = trace.loaded;
    if (!e || !row.marks) {
      return;
    }
    const px = this.width / (to - from),
      s = Math.round(this.scale);
    const draw = (list, hollow) => {
      const first = lower(list, e.time, from),
        last = lower(list, e.time, to);
      if (last - first > this.width / 2) {
        // too many to be told apart: the row itself shows shares
        return;
      }
      for (let k = first; k < last; k++) {
        const i = list[k],
          x = Math.round((e.time[i] - from) * px),
          colour = this.colour(e.name(i));
        if (e.stacks.has(i)) {
          for (let n = 0; n < 5 * s; n++) {
            r.rect(x - n, y + 5 * s - n, 2 * n + 1, 1, pixel(this.theme.text));
          }
        } else if (hollow) {
          r.frame(x - s, y, 3 * s, 5 * s, colour);
        } else {
          r.rect(x, y, s, 5 * s, colour);
        }
      }
    };
    draw(row.marks, false);
    if (this.store.state.derived) {
      draw(row.derived, true);
    }
  }

  drawSelection(r, top, height) {
    const { sel, slice, a, b, notes, event, trace: traceIndex } = this.store.state,
      s = this.scale;
    const range = (from, to, colour, part) => {
      const x0 = Math.round(this.x(from)),
        x1 = Math.round(this.x(to));
      r.shade(x0, 0, Math.max(1, x1 - x0), height, colour, part);
    };
    if (sel) {
      const chosen = sel.rows && new Set(sel.rows);
      for (const box of this.visible) {
        if (!chosen || chosen.has(box.row.id)) {
          const x0 = Math.round(this.x(sel.from)),
            x1 = Math.round(this.x(sel.to));
          r.shade(
            x0,
            Math.round((box.y - top) * s),
            Math.max(1, x1 - x0),
            Math.round(box.row.height * s),
            this.theme.select,
            50,
          );
        }
      }
    }
    notes.forEach((n) => range(n.from, n.to, [200, 160, 0], 40));
    for (const [axis, name] of [
      [a, "A"],
      [b, "B"],
    ]) {
      if (axis !== null) {
        r.line(
          [
            [this.x(axis), 0],
            [this.x(axis), height],
          ],
          this.theme.select,
          { width: 1.5, dash: name === "A" ? [] : [5, 3] },
        );
      }
    }
    const found = slice && this.find(slice);
    if (found) {
      const box = this.visible.find((v) => v.row.id === slice.row);
      if (box) {
        const { y, h: tall } = this.trackBox(box, slice.lane),
          x0 = Math.round(this.x(found.trace.toAxis(found.lane.start[found.i]))),
          x1 = Math.round(this.x(found.trace.toAxis(found.lane.end(found.i))));
        for (let n = 0; n < Math.max(1, Math.round(2 * s)); n++) {
          r.frame(
            x0 - n,
            Math.round((y - top) * s) - n,
            Math.max(3, x1 - x0) + 2 * n,
            Math.round(tall * s) + 2 * n,
            pixel(this.theme.text),
          );
        }
      }
    }
    const events = this.rows.traces[traceIndex]?.loaded;
    if (event !== null && events && event < events.n) {
      const x = this.x(events.trace.toAxis(events.time[event]));
      r.line(
        [
          [x, 0],
          [x, height],
        ],
        STATE_COLOURS.lost,
        { dash: [2, 3] },
      );
    }
  }

  trackBox(box, n) {
    let y = box.y;
    for (let k = 0; k < n; k++) {
      y += this.tall(box.row.tracks[k].kind);
    }
    return { y, h: this.tall(box.row.tracks[n].kind) };
  }

  /** Wakes and messages: of the chosen slice; and all where there are few. */
  drawArrows(r, top, boxes) {
    const middle = (id) => {
      const box = boxes.find((b) => b.row.id === id);
      return box ? (box.y - top + box.row.height / 2) * this.scale : null;
    };
    const arrow = (trace, fromId, a, toId, b, colour, width = 1) => {
      const y0 = middle(fromId),
        y1 = middle(toId);
      if (y0 !== null && y1 !== null) {
        r.line(
          [
            [this.x(trace.toAxis(a)), y0],
            [this.x(trace.toAxis(b)), y1],
          ],
          colour,
          { width, arrow: true },
        );
      }
    };
    const wake = (trace, lane, i, id, width) => {
      const s = trace.shapes,
        shape = lane.shape[i],
        t = trace.index;
      if ((s.flags[shape] & FLAG.WOKEN) !== 0 && s.waker[shape] !== 0 && s.state[shape] === READY) {
        arrow(
          trace,
          s.flags[shape] & FLAG.BY_IRQ ? `${t}/cpu/${s.cpu[shape]}` : `${t}/thread/${s.waker[shape]}`,
          lane.start[i],
          id,
          lane.start[i],
          this.theme.text,
          width,
        );
      }
    };
    const found = this.store.state.slice && this.find(this.store.state.slice);
    if (found && found.track.kind === "thread") {
      const ready = found.trace.shapes.state[found.lane.shape[found.i]] === WAITS ? found.i + 1 : found.i;
      if (ready < found.lane.n) {
        wake(found.trace, found.lane, ready, found.row.id, 2);
      }
    }
    if (found?.row.messages) {
      this.drawMessage(arrow, found.trace, found.row.messages[found.i], 2);
    }
    for (const trace of this.rows.traces) {
      const from = trace.fromAxis(this.from),
        to = trace.fromAxis(this.to),
        list = [];
      for (const { row } of this.visible.filter((b) => b.row.kind === "thread" && b.row.trace === trace.index)) {
        const { lane } = row.tracks[0],
          first = lane.first(from),
          last = lane.from(to);
        for (let i = first; i < last && last - first <= ARROWS && list.length <= ARROWS; i++) {
          list.push([lane, i, row.id]);
        }
        list.length = last - first > ARROWS ? ARROWS + 1 : list.length;
      }
      if (list.length <= ARROWS) {
        list.forEach(([lane, i, id]) => wake(trace, lane, i, id, 0.7));
        for (const row of this.rows.all.values()) {
          row.messages
            ?.filter((m) => row.trace === trace.index && m.sent < to && m.replied > from)
            .slice(0, 50)
            .forEach((m) => this.drawMessage(arrow, trace, m, 0.7));
        }
      }
    }
  }

  drawMessage(arrow, trace, m, width) {
    const client = `${trace.index}/thread/${m.client}`,
      server = `${trace.index}/thread/${m.server}`;
    arrow(trace, client, m.sent, server, m.received, [0, 120, 200], width);
    arrow(trace, server, m.replied, client, m.replied, [0, 120, 200], width);
  }

  drawRuler() {
    const r = this.rulerRenderer,
      s = this.scale,
      w = this.width,
      height = Math.round(RULER * s);
    this.ruler.style.width = `${w / s}px`;
    this.ruler.style.height = `${RULER}px`;
    this.ruler.style.marginLeft = `${this.left}px`;
    r.begin(w, height, this.theme.back, s);
    const step = tickStep(this.to - this.from, w / (110 * s));
    for (let t = Math.ceil(this.from / step) * step; t < this.to; t += step) {
      const x = Math.round(this.x(t));
      r.rect(x, height - Math.round(6 * s), 1, Math.round(6 * s), pixel(this.theme.faint));
      r.text(x, 0, 110 * s, height - 4 * s, time(t, step), this.theme.text);
    }
    for (const [axis, name] of [
      [this.store.state.a, "A"],
      [this.store.state.b, "B"],
    ]) {
      if (axis !== null) {
        const x = Math.round(this.x(axis));
        r.rect(x - Math.round(7 * s), 0, Math.round(14 * s), Math.round(14 * s), pixel(this.theme.select));
        r.texts.push({ x: x - 6 * s, y: 7 * s, w: 14 * s, text: name, colour: this.theme.back, align: "left" });
      }
    }
    r.end();
  }

  drawLabels(top) {
    const key =
      this.visible.map((b) => `${b.row.id} ${b.y}`).join() +
      [this.store.state.pins, this.store.state.collapsed, this.store.state.slice?.row, this.store.state.compact].join();
    this.labels.style.transform = `translateY(${-top}px)`;
    if (key === this.labelKey) {
      return;
    }
    this.labelKey = key;
    const { pins, collapsed } = this.store.state;
    this.labels.replaceChildren(
      ...this.visible.map(({ row, y }) => {
        const open = !collapsed.includes(row.name),
          nested = this.rows.hasChildren(row),
          pinned = pins.includes(row.name);
        return h(
          "div",
          {
            class: `label ${row.kind}${this.store.state.slice?.row === row.id ? " on" : ""}`,
            style: { top: `${y}px`, height: `${row.height}px`, paddingLeft: `${4 + 12 * row.depth}px` },
          },
          nested
            ? button(
                open ? "▾" : "▸",
                `${open ? "Collapse" : "Expand"} ${row.label}`,
                () => this.store.toggle("collapsed", row.name),
                { "aria-expanded": String(open) },
              )
            : h("span", { class: "gap" }),
          h("span", { class: "name", title: row.name, text: row.label }),
          h(
            "span",
            { class: "tools" },
            button(
              pinned ? "★" : "☆",
              `${pinned ? "Unpin" : "Pin"} ${row.label}`,
              () => this.store.toggle("pins", row.name),
              { "aria-pressed": String(pinned) },
            ),
            button("↑", `Move ${row.label} up`, () => this.move(row, -1)),
            button("✕", `Hide ${row.label}`, () => this.store.toggle("hidden", row.name)),
          ),
        );
      }),
    );
  }

  move(row, step) {
    const { order } = this.store.state,
      names = this.rows.siblings(row).map((r) => r.name);
    const rank = new Map(order.map((n, i) => [n, i]));
    const list = names
      .map((n, i) => [n, rank.get(n) ?? order.length + i])
      .sort((a, b) => a[1] - b[1])
      .map(([n]) => n);
    const at = list.indexOf(row.name),
      to = at + step;
    if (to >= 0 && to < list.length) {
      [list[at], list[to]] = [list[to], list[at]];
      this.store.set({ order: [...order.filter((n) => !list.includes(n)), ...list] });
    }
  }

  drawChips() {
    const { sel, a, b, hidden, notes } = this.store.state,
      chips = [],
      key = JSON.stringify([sel, a, b, hidden, notes, this.rows.traces[0].loaded !== undefined]);
    if (key === this.chipKey) {
      return;
    }
    this.chipKey = key;
    const close = (label, patch) => button("✕", label, () => this.store.set(patch));
    if (sel) {
      const rows = sel.rows?.map((id) => this.rows.all.get(id)?.label ?? id);
      chips.push(
        h(
          "span",
          { class: "chip" },
          `${time(sel.from, (sel.to - sel.from) / 1000)} – ${time(sel.to, (sel.to - sel.from) / 1000)} (${duration(sel.to - sel.from)})`,
          close("Drop the selection", { sel: null }),
        ),
      );
      if (rows) {
        chips.push(
          h(
            "span",
            { class: "chip" },
            `× ${rows.length > 3 ? `${rows.length} rows` : rows.join(", ")}`,
            close("All rows", { sel: { ...sel, rows: null } }),
          ),
        );
      }
    }
    if (a !== null || b !== null) {
      chips.push(
        h("span", { class: "chip markers" }, this.markerWords(a, b), close("Drop the markers", { a: null, b: null })),
      );
    }
    if (hidden.length > 0) {
      chips.push(h("span", { class: "chip" }, `${hidden.length} hidden`, close("Show all rows", { hidden: [] })));
    }
    notes.forEach((n, i) =>
      chips.push(
        h(
          "span",
          { class: "chip note" },
          button(n.text, `Go to the note ${n.text}`, () =>
            this.show(2 * n.from - n.to - 1000, 2 * n.to - n.from + 1000),
          ),
          close("Drop the note", { notes: notes.filter((_, k) => k !== i) }),
        ),
      ),
    );
    if (chips.length === 0) {
      chips.push(
        h("span", {
          class: "hint",
          text: "Wheel zooms, drag selects, Shift and drag moves, double click fits; ? lists all keys",
        }),
      );
    }
    this.chip.replaceChildren(...chips);
  }

  /** The difference of the markers: time, cycles, events, switches. */
  markerDelta() {
    const { a, b } = this.store.state,
      trace = this.rows.traces[this.store.state.trace] ?? this.rows.traces[0];
    if (a === null || b === null) {
      return null;
    }
    const from = trace.fromAxis(Math.min(a, b)),
      to = trace.fromAxis(Math.max(a, b)),
      e = trace.loaded;
    let switches = 0;
    for (const row of trace.rows.filter((r) => r.kind === "cpu")) {
      switches += row.lanes[0].from(to) - row.lanes[0].from(from);
    }
    return {
      ns: b - a,
      cycles: Math.round(Math.abs(to - from)),
      events: e ? e.from(to) - e.from(from) : null,
      switches,
    };
  }

  markerWords(a, b) {
    const d = this.markerDelta();
    return (
      `${a !== null ? `A ${time(a)}` : ""}${a !== null && b !== null ? "  " : ""}${b !== null ? `B ${time(b)}` : ""}` +
      (d
        ? `  Δ ${duration(d.ns)} = ${d.cycles} cycles${d.events !== null ? `, ${d.events} events` : ""}, ${d.switches} switches`
        : "")
    );
  }

  // ---------------------------------------------------------------- mouse and keys

  /** The row, track and slice at a place of the canvas. */
  hit(x, y) {
    const at = y + this.scroll.scrollTop,
      box = (this.visible ?? []).find((b) => at >= b.y && at < b.y + b.row.height);
    if (!box) {
      return null;
    }
    const trace = this.rows.traces[box.row.trace],
      axis = this.axisAt(x),
      t = trace.fromAxis(axis);
    let top = box.y;
    for (let n = 0; n < box.row.tracks.length; n++) {
      const track = box.row.tracks[n];
      if (at < top + this.tall(track.kind)) {
        let i = track.lane.at(t);
        if (i < 0) {
          // the nearest one within two pixels
          const near = (2 * (trace.fromAxis(this.to) - trace.fromAxis(this.from)) * this.scale) / this.width,
            next = track.lane.first(t - near);
          i = next < track.lane.n && track.lane.start[next] <= t + near ? next : -1;
        }
        return { row: box.row, track, lane: n, i, trace, axis };
      }
      top += this.tall(track.kind);
    }
    return { row: box.row, track: null, lane: -1, i: -1, trace, axis };
  }

  listen() {
    const { canvas } = this;
    this.scroll.addEventListener("scroll", () => this.ask());
    new ResizeObserver(() => this.ask()).observe(this.scroll);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.ask());
    const place = (e) => {
      const box = canvas.getBoundingClientRect();
      return [e.clientX - box.left, e.clientY - box.top];
    };
    canvas.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        const [x] = place(e);
        if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
          this.pan((e.deltaX || e.deltaY) / 1000);
        } else {
          this.zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY / 300))), this.axisAt(x));
        }
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (e) => {
      const [x, y] = place(e);
      if (e.button === 0) {
        canvas.setPointerCapture(e.pointerId);
        this.drag = {
          x,
          y,
          axis: this.axisAt(x),
          hit: this.hit(x, y),
          moved: false,
          pan: e.shiftKey,
          from: this.from,
          to: this.to,
        };
      }
    });
    canvas.addEventListener("pointermove", (e) => {
      const [x, y] = place(e);
      if (this.drag) {
        this.dragTo(x, y);
      } else {
        this.showTip(x, y);
      }
    });
    canvas.addEventListener("pointerup", (e) => {
      const [x, y] = place(e),
        { drag } = this;
      this.drag = null;
      if (drag && !drag.moved) {
        this.choose(this.hit(x, y));
        this.chooseMark(x, y);
      }
    });
    canvas.addEventListener("dblclick", (e) => {
      const hit = this.hit(...place(e));
      this.store.set({ sel: null });
      if (!hit || hit.i < 0) {
        this.store.set({ from: null, to: null, slice: null });
      } else {
        this.fit();
      }
    });
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    canvas.addEventListener("keydown", (e) => this.key(e));
  }

  dragTo(x, y) {
    const { drag } = this;
    drag.moved ||= Math.abs(x - drag.x) > 3 || Math.abs(y - drag.y) > 3;
    if (!drag.moved) {
      return;
    }
    this.tip.hidden = true;
    if (drag.pan) {
      const by = ((drag.x - x) * this.scale * (drag.to - drag.from)) / this.width;
      this.show(drag.from + by, drag.to + by);
      return;
    }
    const axis = this.axisAt(x),
      top = Math.min(drag.y, y) + this.scroll.scrollTop,
      bottom = Math.max(drag.y, y) + this.scroll.scrollTop;
    const rows = this.boxes()
      .filter((b) => b.y < bottom && b.y + b.row.height > top && b.row.kind !== "group")
      .map((b) => b.row.id);
    this.store.set({
      sel: { from: Math.min(axis, drag.axis), to: Math.max(axis, drag.axis), rows: rows.length > 0 ? rows : null },
      slice: null,
    });
  }

  choose(hit) {
    if (!hit || hit.i < 0) {
      this.store.set({ slice: null, event: null });
      return;
    }
    this.store.set({
      slice: { row: hit.row.id, lane: hit.lane, start: hit.track.lane.start[hit.i] },
      trace: hit.row.trace,
      panel: "selection",
    });
    this.say(sentence(hit.trace, hit.row, hit.track, hit.i));
  }

  /** A click near a mark of an event chooses the event. */
  chooseMark(x, y) {
    const i = this.markAt(x, y);
    if (i !== null) {
      this.store.set({ event: i.event, trace: i.trace, panel: "selection" });
    }
  }

  markAt(x, y) {
    const box = (this.visible ?? []).find(
      (b) => y + this.scroll.scrollTop >= b.y && y + this.scroll.scrollTop < b.y + 8,
    );
    if (!box?.row.marks) {
      return null;
    }
    const trace = this.rows.traces[box.row.trace],
      e = trace.loaded,
      near = (3 * this.scale * (trace.fromAxis(this.to) - trace.fromAxis(this.from))) / this.width,
      t = trace.fromAxis(this.axisAt(x));
    let best = null;
    for (const [list, derived] of this.store.state.derived
      ? [
          [box.row.marks, false],
          [box.row.derived, true],
        ]
      : [[box.row.marks, false]]) {
      for (let k = lower(list, e.time, t - near); k < list.length && e.time[list[k]] <= t + near; k++) {
        if (best === null || Math.abs(e.time[list[k]] - t) < Math.abs(e.time[best.event] - t)) {
          best = { event: list[k], trace: trace.index, derived };
        }
      }
    }
    return best;
  }

  showTip(x, y) {
    const hit = this.hit(x, y),
      mark = this.markAt(x, y);
    if (!hit || (hit.i < 0 && mark === null)) {
      this.tip.hidden = true;
      return;
    }
    const lines = [];
    if (mark !== null) {
      lines.push(...this.markWords(hit.trace.loaded, mark));
    } else {
      lines.push(h("b", { text: `${hit.row.label}: ${sliceName(hit.trace, hit.row, hit.track, hit.i)}` }));
      describe(hit.trace, hit.row, hit.track, hit.i)
        .slice(0, 9)
        .forEach(([name, value]) => lines.push(h("div", { text: `${name} ${value}` })));
    }
    this.tip.replaceChildren(...lines);
    this.tip.hidden = false;
    const box = this.element.getBoundingClientRect(),
      canvas = this.canvas.getBoundingClientRect();
    const tipX = Math.min(canvas.left - box.left + x + 14, box.width - this.tip.offsetWidth - 6),
      below = canvas.top - box.top + y + 16;
    this.tip.style.left = `${Math.max(0, tipX)}px`;
    this.tip.style.top = `${below + this.tip.offsetHeight > box.height ? below - this.tip.offsetHeight - 32 : below}px`;
  }

  markWords(e, { event, derived }) {
    const { hoverFrom, hoverFrames } = this.store.state;
    const list = [
      h("b", { text: e.name(event) }),
      h("div", {
        text: `${time(e.trace.toAxis(e.time[event]))} on CPU ${e.cpu[event]}, in ${e.context(event) || "unknown"}`,
      }),
      ...e.fields(event).map(([name, value]) => h("div", { text: `${name} ${value}` })),
    ];
    if (derived) {
      list.push(
        h("div", { class: "from", text: `shown here, too: it came from ${e.context(event) || `CPU ${e.cpu[event]}`}` }),
      );
    }
    const stack = e.stack(event);
    stack
      ?.slice(hoverFrom, hoverFrom + hoverFrames)
      .forEach((f) =>
        list.push(h("div", { class: "frame", text: `${f.name}${f.file ? ` (${f.file}:${f.line})` : ""}` })),
      );
    if (stack && stack.length > hoverFrom + hoverFrames) {
      list.push(h("div", { class: "from", text: `${stack.length - hoverFrom - hoverFrames} more: click` }));
    }
    return list;
  }

  /** The focused slice moves: arrows. @returns {boolean} whether the key was one of these */
  walk(key) {
    const rows = this.shown().filter((r) => r.tracks.some((t) => t.lane.n > 0)),
      { slice } = this.store.state,
      found = slice && this.find(slice);
    if (rows.length === 0) {
      return false;
    }
    const middle = (this.from + this.to) / 2;
    const choose = (row, n, i) => {
      this.choose({ row, track: row.tracks[n], lane: n, i, trace: this.rows.traces[row.trace] });
      const trace = this.rows.traces[row.trace],
        { lane } = row.tracks[n];
      this.reveal(trace.toAxis(lane.start[i]), trace.toAxis(lane.end(i)));
      this.revealRow(row.id);
    };
    const nearest = (row, axis) => {
      const n = row.tracks.findLastIndex((t) => t.lane.n > 0),
        { lane } = row.tracks[n];
      choose(row, n, Math.min(lane.n - 1, lane.first(this.rows.traces[row.trace].fromAxis(axis))));
    };
    if (!found) {
      nearest(rows[0], middle);
      return true;
    }
    const axis = found.trace.toAxis(found.lane.start[found.i]),
      at = rows.findIndex((r) => r.id === found.row.id);
    if (key === "ArrowLeft" || key === ",") {
      choose(found.row, slice.lane, Math.max(0, found.i - 1));
    } else if (key === "ArrowRight" || key === ".") {
      choose(found.row, slice.lane, Math.min(found.lane.n - 1, found.i + 1));
    } else if (key === "Home" || key === "End") {
      choose(found.row, slice.lane, key === "Home" ? 0 : found.lane.n - 1);
    } else {
      const next = rows[at + (key === "ArrowDown" ? 1 : -1)];
      if (next) {
        nearest(next, axis);
      }
    }
    return true;
  }

  key(e) {
    if (
      ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(e.key) &&
      !e.ctrlKey &&
      !e.metaKey
    ) {
      e.preventDefault();
      e.stopPropagation();
      this.walk(e.key);
    }
  }

  /** The next slice of the same name on the row, or a longer one. */
  step(back) {
    const { slice } = this.store.state,
      found = slice && this.find(slice);
    if (!found) {
      return;
    }
    const name = sliceName(found.trace, found.row, found.track, found.i).split(" ")[0];
    for (let i = found.i + (back ? -1 : 1); i >= 0 && i < found.lane.n; i += back ? -1 : 1) {
      if (sliceName(found.trace, found.row, found.track, i).split(" ")[0] === name) {
        this.choose({ ...found, lane: slice.lane, i });
        this.reveal(found.trace.toAxis(found.lane.start[i]), found.trace.toAxis(found.lane.end(i)));
        return;
      }
    }
    this.say("no further one");
  }

  marker(name) {
    const { slice } = this.store.state,
      found = slice && this.find(slice);
    this.store.set({
      [name]: found
        ? found.trace.toAxis(name === "a" ? found.lane.start[found.i] : found.lane.end(found.i))
        : this.pointerAxis(),
    });
  }

  pointerAxis() {
    return (this.from + this.to) / 2;
  }

  note(text) {
    const { sel, slice, notes } = this.store.state,
      found = slice && this.find(slice);
    const from = sel?.from ?? (found ? found.trace.toAxis(found.lane.start[found.i]) : this.pointerAxis()),
      to = sel?.to ?? (found ? found.trace.toAxis(found.lane.end(found.i)) : from);
    this.store.set({ notes: [...notes, { from, to, text }] });
  }
}

/** The first of a list of events at or after a time. */
function lower(list, times, t) {
  let low = 0,
    high = list.length;
  while (low < high) {
    const m = (low + high) >> 1;
    if (times[list[m]] < t) {
      low = m + 1;
    } else {
      high = m;
    }
  }
  return low;
}
