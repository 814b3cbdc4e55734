// SPDX-License-Identifier: BSD-2-Clause
// Find names by what was typed, and similar names if there is none.

/** @typedef {{kind: string, name: string, does: () => void}} Entry */

/** How well a name matches, 0 is best; -1: it doesn't. Each word of the text must be in the name. */
function badness(name, text, words) {
  if (name === text) {
    return 0;
  }
  const at = name.indexOf(text);
  if (at >= 0) {
    return at === 0 ? 1 : /[\p{L}\d]/u.test(name[at - 1]) ? 3 : 2;
  }
  return words.every((w) => name.includes(w)) ? 4 : -1;
}

/**
 * The entries that match a text, the best first. Entries that match equally keep their order.
 * @param {Entry[]} entries
 */
export function findEntries(entries, text) {
  const low = text.trim().toLowerCase(),
    words = low.split(/\s+/),
    found = [];
  entries.forEach((entry, n) => {
    const bad = low === "" ? 0 : badness(entry.name.toLowerCase(), low, words);
    if (bad >= 0) {
      found.push({ entry, bad, n });
    }
  });
  return found.sort((a, b) => a.bad - b.bad || a.n - b.n).map((f) => f.entry);
}

/** The number of letters to insert, remove, replace or swap; more than `most` is most + 1. */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) {
    return most + 1;
  }
  let before = null,
    last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let k = 1; k <= b.length; k++) {
      now[k] = Math.min(last[k] + 1, now[k - 1] + 1, last[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
      if (before && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) {
        now[k] = Math.min(now[k], before[k - 2] + 1);
      }
    }
    if (Math.min(...now) > most) {
      return most + 1;
    }
    before = last;
    last = now;
  }
  return last[b.length];
}

/** Entries whose names are similar to a misspelt text, the most similar first. @param {Entry[]} entries */
export function similarEntries(entries, text) {
  const low = text.trim().toLowerCase(),
    most = Math.max(1, Math.floor(low.length / 3)),
    found = [];
  for (const entry of entries) {
    const by = distance(entry.name.toLowerCase(), low, most);
    if (by <= most) {
      found.push({ entry, by });
    }
  }
  return found.sort((a, b) => a.by - b.by).map((f) => f.entry);
}
