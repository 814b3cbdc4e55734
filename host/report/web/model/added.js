// SPDX-License-Identifier: BSD-2-Clause
// Rows of the timeline that are added on demand: the critical path of a thread, and its activations. The state has
// which are shown, the engine computes them, and a recording keeps them, so that they stay when rows are made anew.
import { rangeOf } from "./recordings.js";

/** Roles of events, as in include/spoor/wire.h. */
const PERIOD = 27,
  ACTIVATION = 28;

/**
 * @typedef {{kind: string, row: string, from: number|null, to: number|null}} Added as in the page's state
 *   kind: "path" or "activations"; row: the name of a thread's row; from, to: ns on the page's axis, null: all
 * @typedef {{start: number, dur: number, depth: number, thread: string, state: string, reason: string|null,
 *   object: string|null, irq: string|null}} Step a row of the table "critical-path"; times in cycles
 * @typedef {{start: number, dur: number, run: number, deadline: number, missed: boolean}} Activation a row of the table
 *   "instances"; times in cycles, run and deadline in ns, deadline may be NaN
 */

/** The filter for the activations of a recording; null: it has none. @param {string} [and] of the states */
export function activationsFilter(trace, and = null) {
  const events = [...trace.ids.values()].filter(({ role }) => role === PERIOD || role === ACTIVATION);
  return events.some(({ role }) => role === ACTIVATION)
    ? [`kind=state${and ? ` && ${and}` : ""}`, ...events.map(({ name }) => `event=${name}`)].join(" || ")
    : null;
}

/** Cycles of the recording at a time in ns since the target's start. */
function cyclesAt(trace, ns) {
  return Math.round((ns * trace.hz) / 1e9) - trace.begin;
}

/** Start and length in cycles. */
function span(trace, ns, length) {
  const start = cyclesAt(trace, ns);
  return { start, dur: cyclesAt(trace, ns + length) - start };
}

/** @returns {Promise<Step[]>} */
async function readPath(trace, key, range) {
  const rows = await trace.recording.table("critical-path", range, null, trace.thread(key));
  return rows.map(({ time_s, length_us, ...more }) => ({
    ...more,
    ...span(trace, Math.round(time_s * 1e9), Math.round(length_us * 1e3)),
  }));
}

/** @returns {Promise<Activation[]>} */
async function readActivations(trace, key, range) {
  const all = await trace.recording.instances(activationsFilter(trace, `thread=${key}`), range),
    kind = all.texts.indexOf("activation"),
    name = all.texts.indexOf(trace.thread(key)),
    list = [];
  for (let i = 0; i < all.n; i++) {
    if (all.kind[i] === kind && all.name[i] === name) {
      const more = { run: all.net[i], deadline: all.deadline[i], missed: all.missed[i] === 1 };
      list.push({ ...span(trace, all.start[i], all.wall[i]), ...more });
    }
  }
  if (list.length === 0) {
    throw new Error("the thread has none that began and ended");
  }
  return list;
}

const KINDS = {
  path: { words: "critical path", read: readPath },
  activations: { words: "activations", read: readActivations },
};

/** Whether a row was added on demand. */
export function isAdded(row) {
  return row.kind in KINDS;
}

/**
 * The commands that add or remove rows of a thread: its path in the selection or in what the timeline shows, and all of
 * its activations.
 * @param {import("./store.js").Store} store
 * @param {import("./rows.js").TimelineRow} row of the thread, or one that was added
 * @returns {[string, () => void][]} words and action
 */
export function addedCommands(store, trace, row) {
  const { name, label } = row.thread ?? row,
    possible = row.kind !== "thread" || activationsFilter(trace) !== null ? ["path", "activations"] : ["path"],
    kinds = isAdded(row) ? [row.kind] : row.kind === "thread" ? possible : [];
  return kinds.map((kind) => {
    const { words } = KINDS[kind],
      { added, sel, from, to } = store.state,
      isOne = (a) => a.kind === kind && a.row === name;
    if (added.some(isOne)) {
      return [
        `Remove the ${words} of ${label}`,
        () => store.set({ added: store.state.added.filter((a) => !isOne(a)) }),
      ];
    }
    const range = kind === "activations" ? { from: null, to: null } : (sel ?? { from, to }),
      one = { kind, row: name, from: range.from, to: range.to };
    return [
      `${words[0].toUpperCase()}${words.slice(1)} of ${label}`,
      () => store.set({ screen: "timeline", added: [...store.state.added, one] }),
    ];
  });
}

export class AddedRows {
  /**
   * @param {import("./store.js").Store} store @param {import("./recordings.js").Recordings} data
   * @param {(row: string|null) => void} renew called when rows are to be made anew; row: the id of one that is new
   * @param {(words: string) => void} warn
   */
  constructor(store, data, renew, warn) {
    Object.assign(this, { store, data, renew, warn });
    /** Those that were shown: a live page reads them again. @type {WeakSet<Added>} */
    this.seen = new WeakSet();
    store.on((_, changed) => changed.has("added") && this.load());
  }

  /** Read the rows of the state that the recordings don't have, and remove those that the state doesn't have. */
  async load() {
    const { added } = this.store.state,
      { traces, rows } = this.data;
    let removed = false;
    for (const trace of traces) {
      for (const [key, { of }] of trace.added) {
        removed = (!added.includes(of) && trace.added.delete(key)) || removed;
      }
    }
    if (removed) {
      this.renew(null);
    }
    const threads = [...rows.all.values()].filter((row) => row.kind === "thread");
    await Promise.all(
      added.map((of) => {
        const row = threads.find((r) => r.name === of.row);
        return row && !traces[row.trace].added.has(`${of.kind} ${of.row}`) ? this.read(row, of) : null;
      }),
    );
  }

  /** @param {Added} of */
  async read(row, of) {
    const trace = this.data.traces[row.trace],
      one = { of, list: null },
      key = `${of.kind} ${of.row}`;
    trace.added.set(key, one);
    try {
      one.list = await KINDS[of.kind].read(trace, row.key, of.from === null ? null : rangeOf(trace, of));
      if (trace.added.get(key) === one) {
        this.renew(this.seen.has(of) ? null : `${trace.index}/${of.kind}/${row.key}`);
        this.seen.add(of);
      }
    } catch (e) {
      this.store.set({ added: this.store.state.added.filter((a) => a !== of) });
      if (e.status !== 0) {
        this.warn(`The ${KINDS[of.kind].words} of ${row.label} can't be shown: ${e.message}`); // else it was cancelled
      }
    }
  }
}
