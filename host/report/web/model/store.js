// SPDX-License-Identifier: BSD-2-Clause
// The page's state. Views draw from it and change it with set().
// It has everything that links and saved views keep.
const FORM = 1;

/** @typedef {{from: number, to: number, rows: string[]|null}} Selection times in ns on the page's axis */

const FRESH = {
  screen: "summary",
  /** @type {number|null} range of the axis shown by the timeline; null: all */
  from: null,
  to: null,
  /** @type {Selection|null} */
  sel: null,
  /** @type {{row: string, lane: number, start: number}|null} selected slice */
  slice: null,
  /** @type {number|null} selected event, of the recording `trace` */
  event: null,
  trace: 0,
  a: null,
  b: null,
  /** @type {{from: number, to: number, text: string}[]} */
  notes: [],
  /** @type {import("./added.js").Added[]} */
  added: [],
  filter: "",
  /**
   * Groups of the CPUs of recordings by their number, which replace those of the page.
   * @type {Object<number, string>}
   */
  topology: {},
  panel: "selection",
  tab: "flat",
  source: "calls",
  fn: "",
  /** @type {{kind: string, name?: string}[]} */
  transforms: [],
  colour: "self",
  /** Of the call graph: the least share of its functions in percent, the function from which it begins, its layout. */
  least: 0,
  below: "",
  /** Programs and sections, as of beginOf(), with whose functions the call graph begins. Empty: all. */
  begin: [],
  layout: "layers",
  metric: "",
};

/** Settings that the browser keeps. Rows are kept by name, so that the settings apply to other recordings, too. */
const SETTINGS = {
  theme: "auto",
  pins: [],
  hidden: [],
  order: [],
  collapsed: [],
  derived: true,
  cpuMarks: true,
  unmatched: "dim",
  /**
   * Settings of the marks of events by name; the offset in ns.
   * @type {Object<string, {off?: boolean, colour?: string, offset?: number, alone?: boolean}>}
   */
  marks: {},
  /** Recordings without marks, by title. */
  unmarked: [],
  stackAs: "text",
  loadAs: "time",
  colourBy: "name",
  /** How far the hues of all names are turned, in degrees. */
  hue: 0,
  arrows: "all",
  compact: false,
  hoverFrames: 4,
  hoverFrom: 0,
  cutPreempted: false,
  /** Letters of a function's name in the call graph. */
  longest: 48,
};

export class Store {
  /** @param {{getItem: Function, setItem: Function}|null} storage */
  constructor(storage = null) {
    this.storage = storage;
    this.state = { ...structuredClone(FRESH), ...structuredClone(SETTINGS), ...this.kept() };
    this.listeners = new Set();
    this.pending = null;
  }

  kept() {
    try {
      return pick(JSON.parse(this.storage?.getItem("spoor") ?? "{}"), SETTINGS);
    } catch {
      return {};
    }
  }

  /** @param {(state: any, changed: Set<string>) => void} listener */
  on(listener) {
    this.listeners.add(listener);
  }

  set(patch) {
    const changed = new Set(Object.keys(patch).filter((k) => this.state[k] !== patch[k]));
    if (changed.size === 0) {
      return;
    }
    Object.assign(this.state, patch);
    if ([...changed].some((k) => k in SETTINGS)) {
      try {
        this.storage?.setItem("spoor", JSON.stringify(pick(this.state, SETTINGS)));
      } catch {
        // A page opened from a file may have no storage. Its settings are lost when it is closed.
      }
    }
    for (const listener of this.listeners) {
      listener(this.state, changed);
    }
  }

  toggle(list, name) {
    const now = this.state[list];
    this.set({ [list]: now.includes(name) ? now.filter((n) => n !== name) : [...now, name] });
  }

  // ---------------------------------------------------------------- links and saved views

  /** The state that differs from a newly opened page, as the fragment of a link. */
  hash() {
    const some = Object.fromEntries(
      Object.entries(pick(this.state, FRESH)).filter(([k, v]) => JSON.stringify(v) !== JSON.stringify(FRESH[k])),
    );
    return Object.keys(some).length === 0 ? "" : `#${encodeURIComponent(JSON.stringify(some))}`;
  }

  /** @returns {string|null} an error message if the fragment can't be read */
  fromHash(hash) {
    if (!hash.startsWith("#%7B")) {
      return null;
    }
    try {
      this.take(JSON.parse(decodeURIComponent(hash.slice(1))), FRESH);
      return null;
    } catch {
      return "The part of the link after # can't be read and was ignored.";
    }
  }

  /** @param {string} file name of the recording @returns {string} a saved view, as JSON */
  session(file) {
    return JSON.stringify(
      { spoor_session: FORM, file, ...pick(this.state, FRESH), ...pick(this.state, SETTINGS) },
      null,
      1,
    );
  }

  /** @returns {string|null} an error message if the saved view can't be read */
  fromSession(text) {
    let all;
    try {
      all = JSON.parse(text);
    } catch {
      return "The saved view can't be read: it is not valid JSON.";
    }
    if (typeof all !== "object" || all === null || all.spoor_session !== FORM) {
      const form = all?.spoor_session ?? "unknown";
      return `The saved view can't be read: it has format ${form}, but this page reads format ${FORM}.`;
    }
    try {
      this.take(all, { ...FRESH, ...SETTINGS });
      return null;
    } catch (e) {
      return `The saved view can't be read: ${e.message}.`;
    }
  }

  /** Set the known keys. @throws {Error} if one of them has a wrong type; then nothing is set */
  take(values, known) {
    const patch = { ...structuredClone(known === FRESH ? FRESH : {}), ...pick(values, known) };
    for (const [key, value] of Object.entries(patch)) {
      const like = known[key],
        numeric = ["from", "to", "a", "b", "event"].includes(key);
      const right = numeric
        ? value === null || Number.isFinite(value)
        : key === "sel"
          ? value === null ||
            (Number.isFinite(value.from) && Number.isFinite(value.to) && (value.rows === null || isTexts(value.rows)))
          : key === "slice"
            ? value === null ||
              (typeof value.row === "string" && Number.isFinite(value.start) && Number.isInteger(value.lane))
            : key === "notes"
              ? Array.isArray(value) &&
                value.every((n) => Number.isFinite(n?.from) && Number.isFinite(n?.to) && typeof n.text === "string")
              : key === "added"
                ? Array.isArray(value) && value.every(isRow)
                : key === "transforms"
                  ? Array.isArray(value) && value.every((t) => typeof t?.kind === "string")
                  : Array.isArray(like)
                    ? isTexts(value)
                    : typeof value === typeof like;
      if (!right) {
        throw new Error(`"${key}" has an invalid value`);
      }
    }
    this.set(patch);
  }
}

function isTexts(list) {
  return Array.isArray(list) && list.every((t) => typeof t === "string");
}

function isRow(r) {
  const isKnown = ["path", "activations"].includes(r?.kind) && typeof r.row === "string",
    isWhole = r?.from === null && r.to === null;
  return isKnown && (isWhole || (Number.isFinite(r.from) && Number.isFinite(r.to)));
}

function pick(from, keys) {
  return Object.fromEntries(
    Object.keys(keys)
      .filter((k) => k in from)
      .map((k) => [k, from[k]]),
  );
}
