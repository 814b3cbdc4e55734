// SPDX-License-Identifier: BSD-2-Clause
// The forms of answers.

/** Parse lines of JSON. @param {Uint8Array} bytes @returns {any[]} */
export function toRows(bytes) {
  return new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Split a line of CSV, whose texts may be quoted. */
function cells(line) {
  if (!line.includes('"')) {
    return line.split(",");
  }
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}

/**
 * Read the table "instances" in CSV into columns. Texts have no line breaks. Columns of texts have places in `texts`.
 * @param {Uint8Array} bytes
 */
export function toInstances(bytes) {
  const lines = new TextDecoder().decode(bytes).split("\n"),
    n = Math.max(0, lines.length - 2),
    places = new Map(),
    texts = [],
    all = {
      texts,
      n,
      kind: new Uint32Array(n),
      name: new Uint32Array(n),
      start: new Float64Array(n),
      wall: new Float64Array(n),
      net: new Float64Array(n),
      waker: new Uint32Array(n),
      culprit: new Uint32Array(n),
      deadline: new Float64Array(n),
      missed: new Uint8Array(n),
    };
  const ns = (us) => (us === "" ? Number.NaN : Math.round(Number(us) * 1e3));
  const place = (text) => {
    if (!places.has(text)) {
      places.set(text, texts.push(text) - 1);
    }
    return places.get(text);
  };
  for (let i = 0; i < n; i++) {
    const [kind, name, time, wall, net, , , waker, culprit, deadline, missed] = cells(lines[i + 1]);
    all.kind[i] = place(kind);
    all.name[i] = place(name);
    all.start[i] = Math.round(Number(time) * 1e9);
    all.wall[i] = Math.round(Number(wall) * 1e3);
    all.net[i] = ns(net);
    all.waker[i] = place(waker);
    all.culprit[i] = place(culprit);
    all.deadline[i] = ns(deadline);
    all.missed[i] = Number(missed);
  }
  return all;
}
