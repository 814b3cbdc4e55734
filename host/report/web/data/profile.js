// SPDX-License-Identifier: BSD-2-Clause
// A profile of a recording or another tool's file, as the engine computes it: functions with values, and a call tree or
// arcs between functions.

export const FUNCTION = 0,
  THREAD = 1,
  IRQ = 2;
/** The flags of host/profile/profile.h. */
export const HAS = { TREE: 1, CALLS: 2, TOTALS: 4, ADDRESSES: 8 };

/**
 * @typedef {{kind: number, name: string, module?: string|null, file?: string|null, line?: number,
 *   class?: string|null, section?: string|null}} Frame
 */

/** The program or library of a function with its section, as far as they are known. @param {Frame} f */
export const beginOf = (f) => [f.module, f.section].filter(Boolean).join(" ") || "unknown";

export class Profile {
  /** @param {string} unit "ns", "samples" … @param {Frame[]} frames */
  constructor(unit, has, frames = []) {
    this.unit = unit;
    this.has = has;
    this.frames = frames;
    this.places = new Map(frames.map((f, i) => [`${f.kind} ${f.name} ${f.module ?? ""} ${f.key ?? ""}`, i]));
    // The tree: node 0 is the root and has no frame. Parents precede their children.
    this.parent = [0];
    this.frame = [-1];
    this.self = [0];
    this.calls = [0];
    this.total = [0];
    this.found = new Map();
    /** @type {{caller: number, callee: number, calls: number, total: number}[]|null} */
    this.arcs = null;
    this.flatValues = null;
  }

  get isTree() {
    return (this.has & HAS.TREE) !== 0;
  }

  frameOf(kind, name, more = {}) {
    const key = `${kind} ${name} ${more.module ?? ""} ${more.key ?? ""}`;
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.frames.push({ kind, name, ...more }) - 1;
      this.places.set(key, place);
    }
    return place;
  }

  child(node, frame) {
    const key = node * 1e7 + frame;
    let child = this.found.get(key);
    if (child === undefined) {
      child = this.frame.length;
      this.found.set(key, child);
      this.parent.push(node);
      this.frame.push(frame);
      this.self.push(0);
      this.calls.push(0);
      this.total.push(0);
    }
    return child;
  }

  path(frames) {
    return frames.reduce((node, frame) => this.child(node, frame), 0);
  }

  /** @returns {number[]} the frames from the root to a node */
  framesOf(node) {
    const list = [];
    for (let n = node; n !== 0; n = this.parent[n]) {
      list.unshift(this.frame[n]);
    }
    return list;
  }

  /** Compute totals, children and depths. Must be called after the last node was added. */
  sum() {
    const n = this.frame.length;
    this.total = this.self.slice();
    this.children = Array.from({ length: n }, () => []);
    for (let node = n - 1; node > 0; node--) {
      this.total[this.parent[node]] += this.total[node];
    }
    for (let node = 1; node < n; node++) {
      this.children[this.parent[node]].push(node);
    }
    for (const list of this.children) {
      list.sort((a, b) => this.total[b] - this.total[a] || a - b);
    }
    this.depth = new Uint16Array(n);
    this.height = 0;
    for (let node = 1; node < n; node++) {
      this.depth[node] = this.depth[this.parent[node]] + (this.parent[node] === 0 ? 0 : 1);
      this.height = Math.max(this.height, this.depth[node] + 1);
    }
    return this;
  }

  get all() {
    return this.isTree ? this.total[0] : this.allValue;
  }

  // ---------------------------------------------------------------- flat values and arcs

  /** @returns {{frame: number, self: number, total: number, calls: number, cycle: number}[]} one for each frame */
  flat() {
    if (this.flatValues === null) {
      this.summarise();
    }
    return this.flatValues;
  }

  /** Compute flat values and arcs of a tree. Recursive calls count once. */
  summarise() {
    const values = this.frames.map((_, frame) => ({ frame, self: 0, total: 0, calls: 0, cycle: 0 }));
    const arcs = new Map(),
      inFrame = new Int32Array(this.frames.length),
      inArc = new Map();
    const hasCaller = (node) => this.parent[node] !== 0 && this.frames[this.frame[this.parent[node]]].kind === FUNCTION;
    const arcKey = (node) => this.frame[this.parent[node]] * 1e7 + this.frame[node];
    const walk = [[0, 0]];
    while (walk.length > 0) {
      const top = walk[walk.length - 1],
        [node, next] = top;
      if (next === 0 && node !== 0) {
        const v = values[this.frame[node]];
        v.self += this.self[node];
        v.calls += this.calls[node];
        v.total += inFrame[this.frame[node]]++ === 0 ? this.total[node] : 0;
        if (hasCaller(node)) {
          const key = arcKey(node),
            depth = inArc.get(key) ?? 0;
          let arc = arcs.get(key);
          if (arc === undefined) {
            arc = { caller: this.frame[this.parent[node]], callee: this.frame[node], calls: 0, total: 0 };
            arcs.set(key, arc);
          }
          arc.calls += this.calls[node];
          arc.total += depth === 0 ? this.total[node] : 0;
          inArc.set(key, depth + 1);
        }
      }
      if (next < this.children[node].length) {
        top[1]++;
        walk.push([this.children[node][next], 0]);
      } else {
        walk.pop();
        if (node !== 0) {
          inFrame[this.frame[node]]--;
          if (hasCaller(node)) {
            inArc.set(arcKey(node), inArc.get(arcKey(node)) - 1);
          }
        }
      }
    }
    this.flatValues = values;
    this.arcs = [...arcs.values()];
  }

  arcList() {
    this.flat();
    return this.arcs;
  }

  value(v) {
    return this.unit === "ns" ? v / 1000 : v;
  }

  callsValue(n) {
    return (this.has & HAS.CALLS) !== 0 ? n : null;
  }

  /** Rows of `spoor profile --view calls`. */
  arcRows() {
    const flat = this.flat();
    const share = (part, of) => (of === 0 ? null : (100 * part) / of);
    return this.arcList()
      .map((a) => [
        this.frames[a.caller].name,
        this.frames[a.callee].name,
        this.callsValue(a.calls),
        this.value(a.total),
        share(a.total, flat[a.caller].total),
        share(a.total, flat[a.callee].total),
      ])
      .sort((x, y) => y[3] - x[3]);
  }

  /** Rows of `spoor profile --view tree`. */
  treeRows() {
    const rows = [],
      todo = [...this.children[0]].reverse();
    while (todo.length > 0) {
      const node = todo.pop();
      rows.push([
        this.depth[node],
        this.frames[this.frame[node]].name,
        this.callsValue(this.calls[node]),
        this.value(this.self[node]),
        this.value(this.total[node]),
        this.all === 0 ? null : (100 * this.total[node]) / this.all,
      ]);
      todo.push(...[...this.children[node]].reverse());
    }
    return rows;
  }

  // ---------------------------------------------------------------- transforms

  /**
   * Build a profile with changed paths.
   * @param {(path: number[]) => number[]|null} change returns the new path of a node, or null to drop it
   */
  rebuilt(change) {
    const p = new Profile(this.unit, this.has, this.frames.slice());
    for (let node = 1; node < this.frame.length; node++) {
      if (this.self[node] === 0 && this.calls[node] === 0) {
        continue;
      }
      const path = change(this.framesOf(node));
      if (path !== null && path.length > 0) {
        const to = p.path(path);
        p.self[to] += this.self[node];
        p.calls[to] += this.calls[node];
      }
    }
    return p.sum();
  }

  frameNamed(name) {
    return this.frames.findIndex((f) => f.name === name);
  }

  /** @param {{kind: string, name?: string}} t */
  transformed(t) {
    const f = t.name === undefined ? -1 : this.frameNamed(t.name);
    const isFunction = (frame) => this.frames[frame].kind === FUNCTION;
    switch (t.kind) {
      case "focus":
        return this.rebuilt((path) => (path.includes(f) ? path.slice(path.indexOf(f)) : null));
      case "merge":
        return this.rebuilt((path) => path.filter((x) => x !== f));
      case "drop":
        return this.rebuilt((path) => (path.includes(f) ? null : path));
      case "recursion":
        return this.rebuilt((path) => path.filter((x, i) => i === 0 || x !== path[i - 1]));
      case "invert":
        return this.rebuilt((path) => path.filter(isFunction).reverse());
      case "threads":
        return this.rebuilt((path) => path.filter(isFunction));
      default:
        return this.grouped(t.kind);
    }
  }

  /** Merge functions by "class", "module", "file" or "folder". */
  grouped(by) {
    const p = new Profile(this.unit, this.has);
    const place = this.frames.map((f) => {
      const name = f.kind !== FUNCTION ? f.name : by === "folder" ? f.file?.replace(/\/[^/]*$/, "") : f[by];
      return p.frameOf(
        f.kind,
        name ?? f.name,
        name ? {} : { module: f.module, file: f.file, line: f.line, section: f.section },
      );
    });
    for (let node = 1; node < this.frame.length; node++) {
      const path = this.framesOf(node)
        .map((f) => place[f])
        .filter((x, i, all) => i === 0 || x !== all[i - 1]);
      const to = p.path(path);
      p.self[to] += this.self[node];
      p.calls[to] += this.calls[node];
    }
    return p.sum();
  }

  /** The callers of a function as a tree whose root is the function, and its callees likewise. */
  sandwich(name) {
    const f = this.frameNamed(name);
    return {
      callees: this.transformed({ kind: "focus", name }),
      callers: this.rebuilt((path) => (path.includes(f) ? path.slice(0, path.lastIndexOf(f) + 1).reverse() : null)),
    };
  }
}

/** Read a profile's head section. */
export function profileOfHead(head) {
  const p = new Profile(
    head.unit,
    head.has,
    head.frames.map(([kind, name, module, file, line, , , , , of, section]) => ({
      kind,
      name,
      module,
      file,
      line,
      class: of,
      section,
    })),
  );
  p.flatValues = head.frames.map(([, , , , , self, total, calls, cycle], frame) => ({
    frame,
    self,
    total,
    calls,
    cycle,
  }));
  p.arcs = head.arcs.map(([caller, callee, calls, total]) => ({ caller, callee, calls, total }));
  p.allValue = head.all;
  for (const [parent, frame, self, calls] of head.nodes) {
    p.parent.push(parent);
    p.frame.push(frame);
    p.self.push(self);
    p.calls.push(calls);
  }
  return p.sum();
}
