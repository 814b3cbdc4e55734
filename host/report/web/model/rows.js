// SPDX-License-Identifier: BSD-2-Clause
// The rows of the timeline: CPUs in groups, threads with their calls, blocks, messages, counters, state fields.
import { BLANK, DOTS, FULL, LINE, pyramidOf } from "../data/pyramid.js";
import { Lane } from "../data/trace.js";
import { classesOf } from "./classes.js";
import { parseTopology } from "./topology.js";

/**
 * @typedef {object} TimelineRow
 * @property {string} id "0/thread/5": recording, kind, key
 * @property {string} name key in the settings, so that they apply to other recordings, too
 * @property {string} label
 * @property {string} kind
 * @property {number} key
 * @property {number} trace
 * @property {string|null} parent the id of the row or group around it
 * @property {number} depth
 * @property {{lane: Lane, kind: string, classes: Uint8Array}[]} tracks
 * @property {number} height
 */

const HEIGHTS = {
  cpu: 24,
  irq: 7,
  path: 18,
  activations: 9,
  thread: 22,
  calls: 15,
  block: 15,
  ipc: 16,
  counter: 34,
  state: 16,
  plugin: 16,
  group: 20,
  load: 48,
};
const COMPACT = {
  cpu: 13,
  irq: 3,
  path: 12,
  activations: 6,
  thread: 13,
  calls: 12,
  block: 9,
  ipc: 10,
  counter: 16,
  state: 12,
  plugin: 12,
  group: 16,
  load: 26,
};

/** The height of a track, a counter or a group's heading, in CSS pixels. */
export function trackHeight(kind, compact) {
  return (compact ? COMPACT : HEIGHTS)[kind];
}

/** Shapes of activations. */
const MET = 0;
export const MISSED = 1;

export class Rows {
  /** @param {import("../data/trace.js").Trace[]} traces */
  constructor(traces) {
    this.traces = traces;
    /** @type {Map<string, TimelineRow>} */
    this.all = new Map();
    for (const trace of traces) {
      this.addTrace(trace);
    }
  }

  /** A name of a recording that no other one of the page has. */
  titleOf({ index, head: { file, board } }) {
    return `${index + 1}: ${file}${board ? ` (${board})` : ""}`;
  }

  add(row) {
    this.all.set(row.id, { parent: null, depth: 0, tracks: [], height: 0, ...row });
  }

  /** `picked` has the slices that the filter chooses; the others are drawn dimmed. */
  track(trace, lane, kind) {
    const found = trace.picked?.lanes.get(lane) ?? null,
      classes = classesOf(trace, kind),
      make = (l, picked) => ({ lane: l, kind, classes, picked });
    return found && trace.picked.isOnly ? make(found, null) : make(lane, found && make(found, null));
  }

  addTrace(trace) {
    const several = this.traces.length > 1,
      t = trace.index,
      top = several ? `${t}/trace` : null;
    const id = (kind, key) => `${t}/${kind}/${key}`;
    const base = several ? 1 : 0,
      prefix = several ? `${trace.head.file}: ` : "";
    const group = (kind, label) => {
      const name = prefix + label;
      this.add({ id: id("group", kind), name, label, kind: "group", key: 0, trace: t, parent: top, depth: base });
      return id("group", kind);
    };
    if (several) {
      this.add({
        id: top,
        name: trace.head.file,
        label: this.titleOf(trace),
        kind: "group",
        key: 0,
        trace: t,
      });
    }
    this.addCpus(trace, id, top, base, prefix);
    if (trace.rows.some((r) => r.kind === "thread")) {
      const label = "CPU load";
      this.add({
        id: id("load", 0),
        name: prefix + label,
        label,
        kind: "load",
        key: 0,
        trace: t,
        parent: top,
        depth: base,
      });
    }
    const idleLast = (a, b) => trace.isIdle(a.key) - trace.isIdle(b.key) || a.key - b.key,
      threads = trace.rows.filter((r) => r.kind === "thread").sort(idleLast);
    const parent = threads.length > 0 ? group("threads", "threads") : top;
    const names = threads.map((r) => trace.thread(r.key)),
      labelOf = ({ key }) => {
        const plain = trace.thread(key);
        return names.indexOf(plain) === names.lastIndexOf(plain) ? plain : `${plain} #${key}`;
      };
    for (const row of threads) {
      this.addPath(trace, id("path", row.key), { name: prefix + labelOf(row), label: labelOf(row) }, parent, base + 1);
    }
    for (const row of threads) {
      const label = labelOf(row),
        name = prefix + label,
        calls = trace.row("calls", row.key);
      this.add({
        id: id("thread", row.key),
        name,
        label,
        kind: "thread",
        key: row.key,
        trace: t,
        parent,
        depth: base + 1,
        tracks: row.lanes.map((l) => this.track(trace, l, "thread")),
      });
      this.addActivations(trace, row.key, { name, label }, base + 2);
      if (calls) {
        this.add({
          id: id("calls", row.key),
          name: `${name} calls`,
          label: "calls",
          kind: "calls",
          key: row.key,
          trace: t,
          parent: id("thread", row.key),
          depth: base + 2,
          tracks: calls.lanes.map((l) => this.track(trace, l, "calls")),
        });
      }
    }
    const blocks = trace.rows
      .filter((r) => r.kind === "block")
      .sort((a, b) => (trace.ids.get(a.key).name < trace.ids.get(b.key).name ? -1 : 1));
    const of = blocks.length > 0 ? group("blocks", "blocks and ranges") : top;
    for (const row of blocks) {
      const label = trace.ids.get(row.key).name;
      this.add({
        id: id("block", row.key),
        name: prefix + label,
        label,
        kind: "block",
        key: row.key,
        trace: t,
        parent: of,
        depth: base + 1,
        tracks: row.lanes.map((l) => this.track(trace, l, "block")),
      });
    }
  }

  /** Add the critical path of a thread if it is known. Each step is a slice with its own shape. */
  addPath(trace, id, thread, parent, depth) {
    const steps = trace.added.get(`path ${thread.name}`)?.list;
    if (!steps) {
      return;
    }
    const lane = new Lane(steps.length),
      looks = { runs: FULL, ready: DOTS, waits: LINE };
    steps.forEach((step, i) => {
      lane.start[i] = step.start;
      lane.dur[i] = step.dur;
      lane.shape[i] = i;
    });
    const classes = Uint8Array.from(steps, ({ state }) => looks[state] ?? BLANK),
      label = `critical path of ${thread.label}`;
    this.add({
      id,
      name: `${label} (${thread.name})`,
      label,
      kind: "path",
      key: Number(id.split("/")[2]),
      trace: trace.index,
      parent,
      depth,
      thread,
      steps,
      tracks: [{ lane, kind: "path", classes }],
    });
  }

  /** Add the activations of a thread if they are known. A late one begins before the one before it ends. */
  addActivations(trace, key, thread, depth) {
    const list = trace.added.get(`activations ${thread.name}`)?.list,
      parts = [];
    for (const one of list ?? []) {
      const free = parts.find((p) => p.at(-1).start + p.at(-1).dur <= one.start);
      free ? free.push(one) : parts.push([one]);
    }
    if (parts.length > 0) {
      const label = "activations";
      this.add({
        id: `${trace.index}/activations/${key}`,
        name: `${thread.name} ${label}`,
        label,
        kind: "activations",
        key,
        trace: trace.index,
        parent: `${trace.index}/thread/${key}`,
        depth,
        thread,
        tracks: parts.map((part) => {
          const lane = new Lane(part.length);
          part.forEach((one, i) => {
            lane.start[i] = one.start;
            lane.dur[i] = one.dur;
            lane.shape[i] = one.missed ? MISSED : MET;
          });
          return { lane, kind: "activations", classes: Uint8Array.of(FULL, FULL), list: part };
        }),
      });
    }
  }

  addCpus(trace, id, top, base, prefix) {
    let groups = [];
    const topology = trace.topology ?? trace.head.topology;
    try {
      groups = topology ? parseTopology(topology, trace.head.cpus) : [];
    } catch (e) {
      this.wrong = e.message;
    }
    // A single group isn't shown: it would contain every CPU.
    const known = this.addGroups(
      groups.length > 1 ? groups : [],
      trace,
      id,
      { parent: top, depth: base, path: "" },
      prefix,
    );
    for (let cpu = 0; cpu < trace.head.cpus; cpu++) {
      if (!known.has(cpu)) {
        this.addCpu(trace, id, cpu, { parent: top, depth: base }, prefix);
      }
    }
  }

  /** Add groups of CPUs, each with the groups or CPUs in it. @returns {Set<number>} their CPUs */
  addGroups(groups, trace, id, { parent, depth, path }, prefix) {
    for (const { name, cpus, groups: parts } of groups) {
      const own = id("group", `${path}${name}`),
        within = { parent: own, depth: depth + 1, path: `${path}${name}/` };
      this.add({
        id: own,
        name: `${prefix}${name}`,
        label: name,
        kind: "group",
        key: 0,
        trace: trace.index,
        parent,
        depth,
        cpus,
      });
      const known = this.addGroups(parts, trace, id, within, prefix);
      cpus
        .filter((cpu) => !known.has(cpu) && cpu < trace.head.cpus)
        .forEach((cpu) => this.addCpu(trace, id, cpu, within, prefix));
    }
    return new Set(groups.flatMap((g) => g.cpus));
  }

  addCpu(trace, id, cpu, { parent, depth }, prefix) {
    const lane = trace.lane("cpu", cpu) ?? new Lane(0),
      irqs = trace.row("irq", cpu)?.lanes ?? [],
      calls = trace.row("irqcalls", cpu)?.lanes ?? [];
    this.add({
      id: id("cpu", cpu),
      name: `${prefix}CPU ${cpu}`,
      label: `CPU ${cpu}`,
      kind: "cpu",
      key: cpu,
      trace: trace.index,
      parent,
      depth,
      tracks: [...irqs.map((l) => this.track(trace, l, "irq")).reverse(), this.track(trace, lane, "cpu")],
    });
    if (calls.length > 0) {
      this.add({
        id: id("irqcalls", cpu),
        name: `${prefix}CPU ${cpu} calls`,
        label: "calls in interrupts",
        kind: "irqcalls",
        key: cpu,
        trace: trace.index,
        parent: id("cpu", cpu),
        depth: depth + 1,
        tracks: calls.map((l) => this.track(trace, l, "calls")),
      });
    }
  }

  // ---------------------------------------------------------------- rows from events

  /** Add what was found in the events (eventrows.js). */
  addEvents(trace) {
    const { found, plugged } = trace;
    if (plugged) {
      this.addGroup(trace, "plugin", "plug-ins", plugged.rows);
    }
    if (found) {
      this.addMarks(trace, found);
      this.addGroup(trace, "ipc", "messages", found.messages);
      this.addGroup(trace, "counter", "counters", found.counters);
      this.addGroup(trace, "state", "state fields", found.states);
    }
  }

  /** Set the events (`marks`) of each thread's and CPU's row, and those of others about the thread (`derived`). */
  addMarks(trace, { own, derived, cpus }) {
    const only = trace.picked?.isOnly ? trace.picked.events : null,
      none = new Uint32Array(0),
      of = (lists, key) => {
        const list = lists.get(key) ?? none;
        return only ? list.filter((i) => only[i] !== 0) : list;
      };
    for (const row of this.all.values()) {
      if (row.trace === trace.index && (row.kind === "thread" || row.kind === "cpu")) {
        row.marks = of(row.kind === "cpu" ? cpus : own, row.key);
        row.derived = row.kind === "thread" ? of(derived, row.key) : none;
      }
    }
  }

  /**
   * Add a group of rows whose slices are derived from events.
   * @param {{label: string, key: number, lanes: Lane[], names: string[]}[]} list
   */
  addGroup(trace, kind, label, list) {
    const several = this.traces.length > 1,
      base = several ? 1 : 0,
      t = trace.index,
      prefix = several ? `${trace.head.file}: ` : "";
    const parent = `${t}/group/${kind}`;
    if (list.length === 0 || this.all.has(parent)) {
      return;
    }
    this.add({
      id: parent,
      name: prefix + label,
      label,
      kind: "group",
      key: 0,
      trace: t,
      parent: several ? `${t}/trace` : null,
      depth: base,
    });
    for (const r of list) {
      this.add({
        id: `${t}/${kind}/${r.key}`,
        name: prefix + r.label,
        label: r.label,
        kind,
        key: r.key,
        trace: t,
        parent,
        depth: base + 1,
        names: r.names,
        series: r.series,
        tracks: (r.lanes ?? []).map((lane) => ({
          lane,
          kind,
          classes: new Uint8Array(Math.max(1, r.names.length)).fill(FULL),
        })),
        ...r.more,
      });
    }
  }

  // ---------------------------------------------------------------- order

  /** The visible rows in order. @returns {TimelineRow[]} */
  shown(settings) {
    const { pins, hidden, order, collapsed } = settings;
    const byParent = new Map();
    for (const row of this.all.values()) {
      byParent.set(row.parent, [...(byParent.get(row.parent) ?? []), row]);
    }
    const list = [...this.all.values()].filter((r) => pins.includes(r.name) && !hidden.includes(r.name));
    const visit = (parent) => {
      for (const row of this.sorted(byParent.get(parent) ?? [], order)) {
        if (hidden.includes(row.name)) {
          continue;
        }
        if (!pins.includes(row.name)) {
          list.push(row);
        }
        if (!collapsed.includes(row.name)) {
          visit(row.id);
        }
      }
    };
    visit(null);
    for (const row of list) {
      row.height =
        row.kind === "group" || row.kind === "load" || row.series
          ? trackHeight(row.kind, settings.compact) + (row.series ? 3 : 0)
          : row.tracks.reduce((sum, t) => sum + trackHeight(t.kind, settings.compact), settings.compact ? 2 : 3);
    }
    return list;
  }

  /** Sort rows by the order of the settings. Those that it lacks are last, critical paths first. */
  sorted(rows, order) {
    const rank = new Map(order.map((name, i) => [name, i])),
      rankOf = (row, i) => rank.get(row.name) ?? (row.kind === "path" ? -1 : order.length + i);
    return rows
      .map((row, i) => [row, rankOf(row, i)])
      .sort((a, b) => a[1] - b[1])
      .map(([row]) => row);
  }

  hasChildren(row) {
    return [...this.all.values()].some((r) => r.parent === row.id);
  }

  pyramid(track) {
    return pyramidOf(track.lane, track.classes);
  }

  /** The rows with the same parent as a row, including the row. */
  siblings(row) {
    return [...this.all.values()].filter((r) => r.parent === row.parent);
  }

  get begin() {
    return Math.min(...this.traces.map((t) => t.toAxis(0)));
  }

  get end() {
    return Math.max(...this.traces.map((t) => t.toAxis(t.end)));
  }
}
