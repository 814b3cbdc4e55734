// SPDX-License-Identifier: BSD-2-Clause
// Describe a slice as text, for tooltips, the panel and screen readers.
import { FLAG, READY, RUNS, STATES, WAITS } from "../data/trace.js";
import { culprit } from "../data/part.js";
import { duration, time } from "./format.js";

/** The label drawn on a slice. */
export function sliceName(trace, row, track, i) {
  const s = trace.shapes,
    shape = track.lane.shape[i];
  switch (track.kind) {
    case "cpu":
      return trace.thread(s.key[shape]);
    case "irq":
      return trace.irq(s.key[shape]);
    case "calls":
      return trace.func(s.key[shape]);
    case "thread":
      return stateWords(trace, track.lane, i);
    case "block":
      return `${contextOf(trace, shape)} ${duration(trace.ns(track.lane.dur[i]))}`;
    case "state":
    case "plugin":
      return row.names[shape];
    case "activations":
      return track.list[i].missed ? "missed" : "activation";
    case "path":
      return `${row.steps[i].thread} ${row.steps[i].state}`;
    default:
      return row.label;
  }
}

/** The thread or interrupt that made a visit of a block. */
export function contextOf(trace, shape) {
  const { flags, key } = trace.shapes;
  return flags[shape] & FLAG.IN_IRQ ? trace.irq(key[shape]) : trace.thread(key[shape]);
}

/** The label of a thread's state, e.g. "queue_get raw_blocks 84.200 us ◂ irq 24". */
function stateWords(trace, lane, i) {
  const s = trace.shapes,
    shape = lane.shape[i],
    state = s.state[shape],
    length = `${s.flags[shape] & (FLAG.CUT | FLAG.BEGUN_BEFORE) ? "≥ " : ""}${duration(trace.ns(lane.dur[i]))}`;
  if (state === RUNS) {
    return `runs ${length}`;
  }
  if (state === READY) {
    return `ready ${length}`;
  }
  if (state !== WAITS) {
    return STATES[state];
  }
  const object = s.object[shape] ? ` ${trace.pointer(s.object[shape])}` : "",
    by = trace.waker(shape);
  return `${trace.reason(s.reason[shape]) ?? "waits"}${object} ${length}${by ? ` ◂ ${by}` : ""}`;
}

/** @returns {[string, string][]} names and values */
export function describe(trace, row, track, i) {
  const s = trace.shapes,
    { lane } = track,
    shape = lane.shape[i],
    list = [];
  const put = (name, value) => value !== null && value !== undefined && value !== "" && list.push([name, value]);
  const made = ["ipc", "state", "path", "activations", "plugin"].includes(track.kind),
    flags = made ? 0 : s.flags[shape];
  const begin = time(trace.toAxis(lane.start[i])),
    net = lane.net(i);
  if (track.kind === "path") {
    const step = row.steps[i];
    put("thread", step.thread);
    put("state", step.state);
    put("reason", step.reason);
    put("object", step.object);
    put("ended by", step.irq);
    put("nested waits", step.depth > 0 ? String(step.depth) : null);
  } else if (track.kind === "activations") {
    const { run, deadline, missed } = track.list[i];
    put("activation of", row.thread.label);
    put("execution", duration(run));
    put("deadline", Number.isNaN(deadline) ? null : `${duration(deadline)}, ${missed ? "missed" : "met"}`);
  } else if (track.kind === "thread" || track.kind === "cpu") {
    const state = s.state[shape];
    put("thread", trace.thread(s.key[shape]));
    put("state", STATES[state]);
    put("on", state === RUNS ? `CPU ${s.cpu[shape]}` : null);
    put("reason", state === WAITS || state === READY ? trace.reason(s.reason[shape]) : null);
    put("object", s.object[shape] ? trace.pointer(s.object[shape]) : null);
    put(state === WAITS ? "ended by" : "woken by", trace.waker(shape));
    if (state === READY) {
      const by = culprit(trace, s.key[shape], lane.start[i], lane.end(i));
      put("delayed by", by ? `${by[0]}, ${duration(trace.ns(by[1]))} (${(100 * by[2]).toFixed(1)} %)` : null);
    }
    if (
      state === WAITS &&
      i + 1 < lane.n &&
      track.kind === "thread" &&
      s.state[lane.shape[i + 1]] === READY &&
      lane.start[i + 1] === lane.end(i)
    ) {
      put("then ready", duration(trace.ns(lane.dur[i + 1])));
    }
  } else {
    put(
      track.kind === "irq"
        ? "interrupt"
        : track.kind === "calls"
          ? "function"
          : track.kind === "state" || track.kind === "plugin"
            ? row.label
            : track.kind === "ipc"
              ? "message"
              : "block",
      track.kind === "block" ? row.label : sliceName(trace, row, track, i),
    );
    put("context", track.kind === "block" ? contextOf(trace, shape) : null);
    put(
      "source",
      track.kind === "block"
        ? trace.ids.get(row.key).place
        : track.kind === "calls"
          ? place(trace, s.key[shape])
          : null,
    );
    const m = row.messages?.[i];
    put("queued", m ? duration(trace.ns(m.received - m.sent)) : null);
    put("served", m ? duration(trace.ns(m.replied - m.received)) : null);
  }
  put("start", `${begin}${flags & FLAG.BEGUN_BEFORE ? ", or earlier" : ""}`);
  put("duration", `${duration(trace.ns(lane.dur[i]))}${flags & (FLAG.CUT | FLAG.BEGUN_BEFORE) ? ", or longer" : ""}`);
  put("cycles", String(lane.dur[i]));
  put("net time", !made && (flags & FLAG.NO_NET) === 0 && net !== lane.dur[i] ? duration(trace.ns(net)) : null);
  return list;
}

function place(trace, address) {
  const f = trace.functions.get(address);
  return f?.file ? `${f.file}:${f.line}` : null;
}

/** One sentence for screen readers. */
export function sentence(trace, row, track, i) {
  const words = describe(trace, row, track, i)
    .filter(([name]) => name !== "cycles")
    .map(([name, value]) => `${name} ${value}`);
  return `${row.label}: ${words.join(", ")}; ${i + 1} of ${track.lane.n}`;
}
