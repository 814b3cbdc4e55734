// SPDX-License-Identifier: BSD-2-Clause
// Layered layout of a small graph: ranks by the longest path, order within a rank by the mean position of neighbours.
// An edge across several ranks gets a place in each of them, so that no edge runs through a node.

/** The width that an edge needs in a rank that it crosses. */
const EDGE = 12;

/** Reverse the edges that close a cycle. @returns {{edge: number, above: any, below: any}[]} edges between two nodes */
function acyclicOf(nodes, edges) {
  const out = new Map(nodes.map((n) => [n.id, []])),
    state = new Map(),
    list = [];
  edges.forEach((e, k) => e.from !== e.to && out.get(e.from).push([e.to, k]));
  const visit = (id) => {
    state.set(id, 1);
    for (const [to, edge] of out.get(id)) {
      if (state.get(to) === 1) {
        list.push({ edge, above: to, below: id });
      } else {
        list.push({ edge, above: id, below: to });
        if (!state.has(to)) {
          visit(to);
        }
      }
    }
    state.set(id, 2);
  };
  nodes.forEach((n) => state.has(n.id) || visit(n.id));
  return list;
}

/** The rank of each node: the length of the longest path to it. */
function ranksOf(nodes, arcs) {
  const into = new Map(nodes.map((n) => [n.id, []])),
    rank = new Map();
  arcs.forEach((a) => into.get(a.below).push(a.above));
  const rankOf = (id) => {
    if (!rank.has(id)) {
      rank.set(id, 0);
      rank.set(id, Math.max(0, ...into.get(id).map((p) => rankOf(p) + 1)));
    }
    return rank.get(id);
  };
  nodes.forEach((n) => rankOf(n.id));
  return rank;
}

/**
 * @param {{id: string|number, w: number, h: number}[]} nodes @param {{from: any, to: any}[]} edges
 * @returns {{places: Map<any, {x: number, y: number}>, routes: Map<number, {x: number, top: number, bottom: number}[]>,
 *   width: number, height: number}} places: centres of the nodes. routes: by the index of an edge, where it crosses the
 *   ranks between its nodes, from the top down
 */
export function layered(nodes, edges, { across = 24, down = 56 } = {}) {
  const arcs = acyclicOf(nodes, edges),
    rank = ranksOf(nodes, arcs),
    ranks = [],
    into = new Map(),
    below = new Map(),
    bends = new Map();
  const put = (node, r) => {
      ranks[r] ??= [];
      ranks[r].push(node);
      into.set(node.id, []);
      below.set(node.id, []);
    },
    join = (a, b) => {
      below.get(a).push(b);
      into.get(b).push(a);
    };
  nodes.forEach((n) => put(n, rank.get(n.id)));
  for (const { edge, above, below: end } of arcs) {
    const list = [];
    let last = above;
    for (let r = rank.get(above) + 1; r < rank.get(end); r++) {
      const bend = { id: Symbol("bend"), w: EDGE, h: 0 };
      put(bend, r);
      join(last, bend.id);
      list.push(bend.id);
      last = bend.id;
    }
    join(last, end);
    bends.set(edge, list);
  }
  const filled = ranks.filter(Boolean),
    x = arrange(filled, into, below, across);
  const left = Math.min(...filled.flat().map((n) => x.get(n.id) - n.w / 2), 0),
    right = Math.max(...filled.flat().map((n) => x.get(n.id) + n.w / 2), 0);
  const places = new Map(),
    crossings = new Map();
  let y = 0;
  for (const list of filled) {
    const tall = Math.max(...list.map((n) => n.h));
    for (const n of list) {
      const at = x.get(n.id) - left;
      if (typeof n.id === "symbol") {
        crossings.set(n.id, { x: at, top: y, bottom: y + tall });
      } else {
        places.set(n.id, { x: at, y: y + n.h / 2 });
      }
    }
    y += tall + down;
  }
  const routes = new Map([...bends].map(([edge, list]) => [edge, list.map((id) => crossings.get(id))]));
  return { places, routes, width: right - left, height: Math.max(0, y - down) };
}

/** Order the nodes of each rank, and place them. @returns {Map<any, number>} the middle of each node */
function arrange(ranks, into, below, across) {
  const x = new Map();
  for (const list of ranks) {
    let at = 0;
    for (const n of list) {
      x.set(n.id, at + n.w / 2);
      at += n.w + across;
    }
    list.forEach((n) => x.set(n.id, x.get(n.id) - at / 2));
  }
  const mean = (ids) => ids.reduce((s, id) => s + x.get(id), 0) / ids.length;
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const list of sweep % 2 === 0 ? ranks : [...ranks].reverse()) {
      const near = sweep % 2 === 0 ? into : below;
      const wish = new Map(list.map((n) => [n.id, near.get(n.id).length > 0 ? mean(near.get(n.id)) : x.get(n.id)]));
      list.sort((a, b) => wish.get(a.id) - wish.get(b.id));
      // Place each node at its preferred position, or to the right of its left neighbour; then centre the rank.
      list.forEach((n, i) => {
        const before = list[i - 1],
          least = before ? x.get(before.id) + (before.w + n.w) / 2 + across : -Infinity;
        x.set(n.id, Math.max(wish.get(n.id), least));
      });
      const over = list.reduce((s, n) => s + x.get(n.id) - wish.get(n.id), 0) / list.length;
      list.forEach((n) => x.set(n.id, x.get(n.id) - over));
    }
  }
  return x;
}
