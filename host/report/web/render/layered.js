// SPDX-License-Identifier: BSD-2-Clause
// Layered layout of a small graph: ranks by the longest path, order within a rank by the mean position of neighbours.

/**
 * @param {{id: string|number, w: number, h: number}[]} nodes @param {{from: any, to: any}[]} edges
 * @returns {{places: Map<any, {x: number, y: number}>, width: number, height: number}} places: centres of the nodes
 */
export function layered(nodes, edges, { across = 24, down = 56 } = {}) {
  const out = new Map(nodes.map((n) => [n.id, []])),
    into = new Map(nodes.map((n) => [n.id, []])),
    state = new Map();
  const acyclic = [];
  for (const e of edges) {
    if (e.from !== e.to) {
      out.get(e.from).push(e.to);
    }
  }
  // Edges that close a cycle are reversed.
  const visit = (id) => {
    state.set(id, 1);
    for (const to of out.get(id)) {
      if (state.get(to) === 1) {
        acyclic.push([to, id]);
      } else {
        acyclic.push([id, to]);
        if (!state.has(to)) {
          visit(to);
        }
      }
    }
    state.set(id, 2);
  };
  nodes.forEach((n) => state.has(n.id) || visit(n.id));
  const below = new Map(nodes.map((n) => [n.id, []]));
  for (const [a, b] of acyclic) {
    below.get(a).push(b);
    into.get(b).push(a);
  }
  const rank = new Map(),
    rankOf = (id) => {
      if (!rank.has(id)) {
        rank.set(id, 0);
        rank.set(id, Math.max(0, ...into.get(id).map((p) => rankOf(p) + 1)));
      }
      return rank.get(id);
    };
  nodes.forEach((n) => rankOf(n.id));
  const ranks = [];
  for (const n of nodes) {
    const r = rank.get(n.id);
    ranks[r] ??= [];
    ranks[r].push(n);
  }
  const size = new Map(nodes.map((n) => [n.id, n])),
    x = new Map();
  const place = (list) => {
    let at = 0;
    for (const n of list) {
      x.set(n.id, at + n.w / 2);
      at += n.w + across;
    }
    const shift = at / 2;
    list.forEach((n) => x.set(n.id, x.get(n.id) - shift));
  };
  const filled = ranks.filter(Boolean);
  filled.forEach(place);
  const mean = (ids) => ids.reduce((s, id) => s + x.get(id), 0) / ids.length;
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const list of sweep % 2 === 0 ? filled : [...filled].reverse()) {
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
  const left = Math.min(...nodes.map((n) => x.get(n.id) - n.w / 2), 0),
    right = Math.max(...nodes.map((n) => x.get(n.id) + n.w / 2), 0);
  let y = 0;
  const places = new Map();
  for (const list of filled) {
    const tall = Math.max(...list.map((n) => n.h));
    list.forEach((n) => places.set(n.id, { x: x.get(n.id) - left, y: y + size.get(n.id).h / 2 }));
    y += tall + down;
  }
  return { places, width: right - left, height: Math.max(0, y - down) };
}
