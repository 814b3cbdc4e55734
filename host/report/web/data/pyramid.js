// SPDX-License-Identifier: BSD-2-Clause
// Coarse levels of a lane: an entry of level k summarizes 4^(k+1) slices, so that a column of pixels can show the
// shares of its states without visiting every slice.
import { Lane } from "./trace.js";

/** How a slice is drawn. */
export const BLANK = 0,
  FULL = 1,
  DOTS = 2,
  LINE = 3;

const FAN = 4;

/**
 * @typedef {object} Level
 * @property {number} n
 * @property {Float64Array} start
 * @property {Float64Array} end
 * @property {Float32Array} full
 * @property {Float32Array} dots
 * @property {Float32Array} line
 * @property {Uint32Array} best
 */

export class Pyramid {
  /** @param {Lane} lane @param {Uint8Array} classes by shape */
  constructor(lane, classes) {
    this.lane = lane;
    this.classes = classes;
    /** @type {Level[]} */
    this.levels = [];
    for (let n = Math.ceil(lane.n / FAN); n > 64; n = Math.ceil(n / FAN)) {
      this.levels.push(this.level(n));
    }
  }

  level(n) {
    const below = this.levels[this.levels.length - 1],
      { lane, classes } = this;
    const l = {
      n,
      start: new Float64Array(n),
      end: new Float64Array(n),
      full: new Float32Array(n),
      dots: new Float32Array(n),
      line: new Float32Array(n),
      best: new Uint32Array(n),
    };
    for (let i = 0; i < n; i++) {
      const first = i * FAN,
        last = Math.min(first + FAN, below ? below.n : lane.n) - 1;
      l.start[i] = below ? below.start[first] : lane.start[first];
      l.end[i] = below ? below.end[last] : lane.end(last);
      let best = -1;
      for (let k = first; k <= last; k++) {
        if (below) {
          l.full[i] += below.full[k];
          l.dots[i] += below.dots[k];
          l.line[i] += below.line[k];
        } else {
          const c = classes[lane.shape[k]];
          l[c === FULL ? "full" : c === DOTS ? "dots" : "line"][i] += c === BLANK ? 0 : lane.dur[k];
        }
        const slice = below ? below.best[k] : k;
        const weight = classes[lane.shape[slice]] === FULL ? lane.dur[slice] : -1;
        if (weight > best || k === first) {
          best = weight;
          l.best[i] = slice;
        }
      }
    }
    return l;
  }
}

/** @type {WeakMap<Lane, Pyramid>} */
const pyramids = new WeakMap();

/** The pyramid of a lane, made once. @returns {Pyramid} */
export function pyramidOf(lane, classes) {
  let pyramid = pyramids.get(lane);
  if (pyramid?.classes !== classes) {
    pyramid = new Pyramid(lane, classes);
    pyramids.set(lane, pyramid);
  }
  return pyramid;
}

/** The share of each class in each column of pixels, and the slice with the largest share. */
export class Columns {
  constructor(width) {
    this.width = width;
    this.full = new Float32Array(width);
    this.dots = new Float32Array(width);
    this.line = new Float32Array(width);
    this.most = new Float32Array(width);
    this.slice = new Int32Array(width);
    this.touched = new Uint8Array(width);
    /** as paint() and set() leave them */
    this.colour = new Uint32Array(width);
  }

  clear() {
    this.touched.fill(0);
  }

  add(x, part, kind, slice) {
    if (x < 0 || x >= this.width) {
      return;
    }
    if (this.touched[x] === 0) {
      this.touched[x] = 1;
      this.full[x] = this.dots[x] = this.line[x] = this.most[x] = 0;
      this.slice[x] = -1;
    }
    if (kind === FULL) {
      this.full[x] += part;
      if (part >= this.most[x]) {
        this.most[x] = part;
        this.slice[x] = slice;
      }
    } else if (kind === DOTS) {
      this.dots[x] += part;
    } else if (kind === LINE) {
      this.line[x] += part;
    }
  }

  /** Add an entry of a level to one column. */
  addGroup(x, l, n, scale) {
    const full = l.full[n] * scale;
    if (this.touched[x] === 0) {
      this.touched[x] = 1;
      this.full[x] = full;
      this.dots[x] = l.dots[n] * scale;
      this.line[x] = l.line[n] * scale;
      this.most[x] = full;
      this.slice[x] = full > 0 ? l.best[n] : -1;
      return;
    }
    this.full[x] += full;
    this.dots[x] += l.dots[n] * scale;
    this.line[x] += l.line[n] * scale;
    if (full > 0 && full >= this.most[x]) {
      this.most[x] = full;
      this.slice[x] = l.best[n];
    }
  }

  /** Give each column the colour of its slice. @param {Uint32Array} colours by shape */
  paint({ shape }, colours) {
    for (let x = 0; x < this.width; x++) {
      this.colour[x] = this.touched[x] !== 0 && this.slice[x] >= 0 ? colours[shape[this.slice[x]]] : 0;
    }
  }

  /** Set the shares and the colour of a column. */
  set(x, full, dots, line, colour) {
    this.touched[x] = 1;
    this.full[x] = full;
    this.dots[x] = dots;
    this.line[x] = line;
    this.colour[x] = colour;
  }

  /** Distribute a slice from x0 to x1 over columns. */
  spread(x0, x1, kind, slice) {
    const first = Math.floor(x0),
      last = Math.floor(x1);
    if (first === last) {
      this.add(first, Math.max(x1 - x0, 1e-6), kind, slice);
      return;
    }
    this.add(first, first + 1 - x0, kind, slice);
    for (let x = Math.max(first + 1, 0); x < last && x < this.width; x++) {
      this.add(x, 1, kind, slice);
    }
    if (x1 > last) {
      this.add(last, x1 - last, kind, slice);
    }
  }

  /**
   * Compute the columns of a lane between two times.
   * @param {Pyramid} pyramid
   * @param {(slice: number, x0: number, x1: number) => void} wide called for slices of at least 3 pixels instead
   */
  fill(pyramid, from, to, wide) {
    const { lane, classes, levels } = pyramid,
      { start, dur, shape } = lane,
      { width } = this,
      scale = width / (to - from);
    this.clear();
    let i = lane.first(from);
    const end = lane.from(to);
    let k = -1;
    while (k + 1 < levels.length && (end - i) / FAN ** (k + 1) > this.width) {
      k++;
    }
    const slice = (n) => {
      const x0 = (start[n] - from) * scale,
        x1 = x0 + dur[n] * scale,
        kind = classes[shape[n]];
      if (x1 - x0 >= 3 && kind !== BLANK) {
        const left = Math.ceil(x0),
          right = Math.floor(x1);
        if (left > x0) {
          this.add(left - 1, left - x0, kind, n);
        }
        if (right < x1) {
          this.add(right, x1 - right, kind, n);
        }
        wide(n, left, right);
      } else {
        this.spread(x0, x1, kind, n);
      }
    };
    const entry = (level, n) => {
      const l = levels[level],
        x0 = (l.start[n] - from) * scale,
        x1 = (l.end[n] - from) * scale;
      if (x1 < 0 || x0 >= width) {
        return;
      }
      if (x1 - x0 <= 1) {
        const x = x0 + x1 < 0 ? 0 : ((x0 + x1) / 2) | 0;
        if (x < width) {
          this.addGroup(x, l, n, scale);
        }
        return;
      }
      const first = n * FAN,
        last = Math.min(first + FAN, level > 0 ? levels[level - 1].n : lane.n);
      for (let m = first; m < last; m++) {
        if (level > 0) {
          entry(level - 1, m);
        } else if (start[m] < to && start[m] + dur[m] > from) {
          slice(m);
        }
      }
    };
    if (k < 0) {
      for (; i < end; i++) {
        slice(i);
      }
    } else {
      const group = FAN ** (k + 1);
      for (let n = Math.floor(i / group); n * group < end; n++) {
        entry(k, n);
      }
    }
  }
}
