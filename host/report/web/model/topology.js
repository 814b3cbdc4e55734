// SPDX-License-Identifier: BSD-2-Clause
// Groups of CPUs, written as "0-1 2-3", "little=0-3 big=4,5" or in levels, "node0=(core0=0,1 core1=2,3) node1=4-7",
// or in the XML of hwloc.

/** @typedef {{name: string, cpus: number[], groups: Group[]}} Group cpus: all below it */

const WORDS = /([^\s()=]*)=\(|\(|\)|[^\s()]+/g;

/**
 * @param {number} [count] of the recording's CPUs
 * @returns {Group[]}
 */
export function parseTopology(text, count = Infinity) {
  const groups = text.trim().startsWith("<") ? groupsOfXml(text) : groupsOfText(text);
  const cpus = groups.flatMap((g) => g.cpus),
    absent = cpus.find((cpu) => cpu >= count);
  if (absent !== undefined) {
    throw new Error(`The topology has CPU ${absent}, but the recording's CPUs are 0 to ${count - 1}.`);
  }
  const twice = cpus.find((cpu, i) => cpus.indexOf(cpu) !== i);
  if (twice !== undefined) {
    throw new Error(`The topology has CPU ${twice} twice.`);
  }
  return groups;
}

function groupsOfText(text) {
  const open = [{ name: "", groups: [] }];
  for (const [word, name] of text.matchAll(WORDS)) {
    const above = open.at(-1),
      nameless = `cluster ${above.groups.length}`;
    if (word === ")") {
      if (open.length === 1) {
        throw new Error('The topology has a ")" without "(".');
      }
      const { name: done, groups } = open.pop();
      open.at(-1).groups.push({ name: done, cpus: groups.flatMap((g) => g.cpus), groups });
    } else if (word.endsWith("(")) {
      open.push({ name: name || nameless, groups: [] });
    } else {
      above.groups.push(oneGroup(word, nameless));
    }
  }
  if (open.length > 1) {
    throw new Error('A "(" of the topology has no ")".');
  }
  return open[0].groups;
}

function oneGroup(word, nameless) {
  const [, name, list] = /^(?:([^=]*)=)?(\d[\d,-]*)$/.exec(word) ?? [];
  if (list === undefined) {
    throw new Error(
      `"${word}" in the topology is not a group: write 0-1 2-3, little=0-3 big=4,5, or node=(a=0,1 b=2,3)`,
    );
  }
  const cpus = list.split(",").flatMap((part) => {
    const [a, b = a] = part.split("-").map(Number);
    return Array.from({ length: Math.max(0, Math.min(b, 63) - a + 1) }, (_, i) => a + i);
  });
  return { name: name ?? nameless, cpus, groups: [] };
}

/** What hwloc calls its levels, as they are shown. */
const LEVELS = { Package: "package", Group: "group", Die: "die", L3Cache: "L3", L2Cache: "L2", Core: "core" };

/** Levels with one part are left out, and cores with one CPU. */
function groupsOfXml(text) {
  const document_ = new DOMParser().parseFromString(text, "text/xml"),
    top = document_.querySelector("topology > object");
  if (document_.querySelector("parsererror") || !top) {
    throw new Error("The topology is XML, but not hwloc's: it has no <topology> with an <object>.");
  }
  const number = (e, n) => e.getAttribute("os_index") ?? String(n);
  const below = (e) => {
    const parts = [...e.children].filter((c) => c.localName === "object"),
      node = parts.find((c) => c.getAttribute("type") === "NUMANode"),
      groups = [],
      cpus = [];
    for (const part of parts) {
      if (part.getAttribute("type") === "PU") {
        cpus.push(Number(number(part, 0)));
        continue;
      }
      const found = below(part),
        level = LEVELS[part.getAttribute("type")];
      cpus.push(...found.cpus);
      if (level && found.cpus.length > 1) {
        const name = found.node ? `NUMA node ${found.node}` : `${level} ${number(part, groups.length)}`;
        groups.push({ name, cpus: found.cpus, groups: found.groups });
      } else {
        groups.push(...found.groups);
      }
    }
    // One group with all CPUs says nothing.
    const only = groups.length === 1 && groups[0].cpus.length === cpus.length;
    return { cpus, groups: only ? groups[0].groups : groups, node: node && number(node, 0) };
  };
  return below(top).groups;
}
