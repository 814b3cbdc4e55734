// SPDX-License-Identifier: BSD-2-Clause
// The filter on the timeline: the slices and events of each recording's detail that it chooses are drawn as usual, the
// others dimmed or not at all. The engine evaluates the filter.
import { readPicked } from "../data/source.js";
import { summarize } from "./classes.js";

/** What the timeline does with what the filter doesn't choose. */
export const UNMATCHED = { dim: "dimmed", hide: "hidden", show: "shown" };

export class Picked {
  /**
   * @param {import("./store.js").Store} store @param {import("./recordings.js").Recordings} data
   * @param {() => void} renew called when the rows are to be made anew
   */
  constructor(store, data, renew) {
    Object.assign(this, { store, data, renew });
    store.on((_, changed) => (changed.has("filter") || changed.has("unmatched")) && this.load());
  }

  /** Apply the filter of the state, also after a recording got another detail. */
  async load() {
    const { filter, unmatched } = this.store.state,
      { traces } = this.data,
      had = traces.some((t) => t.picked !== null),
      run = {};
    this.run = run;
    const list = filter === "" || unmatched === "show" ? [] : await Promise.all(traces.map((t) => read(t, filter)));
    if (this.run !== run || (!had && list.length === 0)) {
      return;
    }
    traces.forEach((trace, n) => {
      const picked = list[n];
      trace.picked = picked?.detail === trace.detail ? { ...picked, isOnly: unmatched === "hide" } : null;
    });
    this.renew();
  }
}

/** @returns null if the filter can't be used: the events screen says why */
async function read(trace, filter) {
  try {
    const picked = await readPicked(trace, filter);
    if (picked.detail === trace.detail) {
      await summarize(trace, (lane) => picked.lanes.get(lane));
    }
    return picked;
  } catch {
    return null;
  }
}

/** A filter for one name. Names with quotes have their other characters in a pattern. */
export function isFilter(field, name) {
  return name.includes("'") ? `${field}=~'${name.replaceAll("'", "?")}'` : `${field}='${name}'`;
}

/** A filter for what any of some names has, in each of the fields. @param {[string, string[]][]} fields */
export function anyFilter(fields) {
  const parts = fields
    .filter(([, names]) => names.length > 0)
    .map(([field, names]) => names.map((name) => isFilter(field, name)).join(" || "));
  return parts.length === 1 ? parts[0] : parts.map((p) => `(${p})`).join(" && ");
}

/** The filter for what a row shows; null: it has none. @param {import("./rows.js").TimelineRow} row */
export function filterOf({ kind, key }, trace) {
  const event = () => isFilter("event", trace.ids.get(key).name),
    thread = () => isFilter("thread", trace.thread(key)),
    cpu = () => `cpu=${key}`;
  return { thread, calls: thread, cpu, irqcalls: cpu, block: event, counter: event }[kind]?.() ?? null;
}

/** The filter for a thread, with the events that another thread or an interrupt recorded about it. */
export function aboutOf({ key }, trace) {
  const name = trace.thread(key);
  return `${isFilter("thread", name)} || ${isFilter("other", name)}`;
}
