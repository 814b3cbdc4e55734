// SPDX-License-Identifier: BSD-2-Clause
// The Waits screen: time waited by object and thread, chains of owners, and a graph of wakes and messages.
import { messages } from "../data/part.js";
import { ROLE } from "../data/events.js";
import { FLAG, READY, STATES, WAITS } from "../data/trace.js";
import { duration } from "../model/format.js";
import { partOf } from "../model/recordings.js";
import { css, heatColour, inkOn } from "../render/colour.js";
import { h, marked, scrollHint, themeOf } from "./dom.js";
import { drawGraph } from "./graph.js";
import { GraphBox } from "./graphbox.js";
import { Table } from "./table.js";

/** What the owner of an object does while another thread waits for the object. */
function doing(trace, state, shape) {
  if (state === READY) {
    return "is ready but not running";
  }
  if (state !== WAITS) {
    return STATES[state];
  }
  const { object, reason } = trace.shapes;
  return object[shape] ? `waits for ${trace.pointer(object[shape])}` : `waits (${trace.reason(reason[shape])})`;
}

/** The longest waits for objects with an owner, each with the chain of owners and their states at its start. */
export function chains(part, e, most = 20) {
  const { trace } = part,
    s = trace.shapes,
    list = [];
  const holderAt = new Map(); // by thread: [time, owner] of each wait, from its event
  for (let i = e.from(part.from); i < e.n && e.time[i] < part.to; i++) {
    const m = e.meaning(i);
    if (m.role === ROLE.WAIT && m.fields.length > 2 && e.value(i, 2) !== 0) {
      const key = e.thread[i],
        known = holderAt.get(key) ?? [];
      known.push([e.time[i], e.value(i, 2)]);
      holderAt.set(key, known);
    }
  }
  const holder = (thread, start) =>
    holderAt.get(thread)?.findLast(([t]) => t <= start && start - t < trace.hz / 1000)?.[1];
  for (const row of trace.rows.filter((r) => r.kind === "thread")) {
    const lane = row.lanes[0];
    part.each(lane, (i) => {
      if (s.state[lane.shape[i]] === WAITS && s.object[lane.shape[i]] !== 0) {
        const owner = holder(row.key, lane.start[i]);
        if (owner) {
          list.push({ thread: row.key, lane, i, owner });
        }
      }
    });
  }
  return list
    .sort((a, b) => b.lane.dur[b.i] - a.lane.dur[a.i])
    .slice(0, most)
    .map((w) => {
      const object = trace.pointer(s.object[w.lane.shape[w.i]]),
        words = [`${trace.thread(w.thread)} waits for ${object} ${duration(trace.ns(w.lane.dur[w.i]))}`],
        seen = new Set([w.thread]);
      let owner = w.owner,
        from = w.lane.start[w.i];
      while (owner && !seen.has(owner)) {
        seen.add(owner);
        const lane = trace.lane("thread", owner),
          i = lane ? lane.at(from) : -1,
          shape = i >= 0 ? lane.shape[i] : 0,
          state = i >= 0 ? s.state[shape] : 0;
        words.push(`held by ${trace.thread(owner)}, which ${doing(trace, state, shape)}`);
        owner = state === WAITS ? holder(owner, lane.start[i]) : 0;
        from = i >= 0 ? lane.start[i] : from;
      }
      if (owner && seen.has(owner)) {
        words.push("which is a cycle: deadlock");
      }
      return { thread: w.thread, length: w.lane.dur[w.i], start: w.lane.start[w.i], words: words.join("; ") };
    });
}

export class Waits {
  constructor({ store, data, jump, say }) {
    this.store = store;
    this.data = data;
    this.jump = jump;
    this.say = say;
    this.element = h("div", { class: "waits" });
    store.on(
      (_, changed) =>
        ["sel", "trace", "theme"].some((k) => changed.has(k)) && this.store.state.screen === "waits" && this.show(),
    );
  }

  async show() {
    const trace = this.data.chosen(this.store.state),
      { sel } = this.store.state,
      part = partOf(trace, sel);
    const e = await trace.loadEvents();
    if (!trace.rows.some((r) => r.kind === "thread")) {
      this.element.replaceChildren(
        h(
          "p",
          { class: "needs" },
          ...marked("The recording has no thread switches. Enable them on the target: `trace_stream on switch sync`."),
        ),
      );
      return;
    }
    this.element.replaceChildren(
      h("h2", { text: "Waits" }),
      this.matrix(part),
      this.chainList(part, e),
      await this.talk(part, e),
    );
  }

  /** A table of the time waited, by object and thread. */
  matrix(part) {
    const { trace } = part,
      s = trace.shapes,
      rows = new Map(),
      threads = new Set();
    for (const row of trace.rows.filter((r) => r.kind === "thread")) {
      part.each(row.lanes[0], (i) => {
        const shape = row.lanes[0].shape[i];
        if (s.state[shape] === WAITS && !trace.isIdle(row.key)) {
          const name = s.object[shape]
              ? trace.pointer(s.object[shape])
              : `(${trace.reason(s.reason[shape]) ?? "waits"})`,
            map = rows.get(name) ?? new Map();
          map.set(row.key, (map.get(row.key) ?? 0) + part.length(row.lanes[0], i));
          rows.set(name, map);
          threads.add(row.key);
        }
      });
    }
    const list = [...threads].slice(0, 40),
      most = Math.max(1, ...[...rows.values()].flatMap((m) => [...m.values()])),
      dark = themeOf(this.store.state.theme) === "dark";
    const cellOf = (c) => {
      if (c === undefined) {
        return h("td", { text: "–" });
      }
      const fill = heatColour(c / most, dark);
      return h("td", { style: { background: css(fill), color: css(inkOn(fill)) }, text: duration(trace.ns(c)) });
    };
    const box = h(
      "div",
      { class: "w", tabindex: 0, role: "group", "aria-label": "Time waited" },
      h(
        "table",
        { class: "matrix" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", class: "t", text: "object" }),
            ...list.map((t) => h("th", { scope: "col", text: trace.thread(t) })),
          ),
        ),
        h(
          "tbody",
          {},
          ...[...rows].map(([name, map]) =>
            h("tr", {}, h("th", { scope: "row", class: "t", text: name }), ...list.map((t) => cellOf(map.get(t)))),
          ),
        ),
      ),
    );
    return h("section", {}, h("h3", { text: "Time waited by object and thread" }), box, scrollHint(box));
  }

  chainList(part, e) {
    const { trace } = part,
      list = chains(part, e),
      isRecorded = e.id.some((id) => trace.ids.get(id).role === ROLE.WAIT);
    return h(
      "section",
      {},
      h("h3", { text: "Chains of owners" }),
      list.length === 0
        ? h(
            "p",
            { class: "needs" },
            ...marked(
              isRecorded
                ? "No thread waited for an object with an owner."
                : "Not recorded: `trace_stream on sync` on the target records the owners of mutexes.",
            ),
          )
        : new Table(
            [
              { name: "length", title: "wait us", type: "us" },
              { name: "at_s", type: "time", title: "start s" },
              { name: "chain", type: "text" },
            ],
            list.map((c) => [trace.us(c.length), trace.ns(c.start + trace.begin) / 1e9, c.words]),
            { click: (r) => this.jump({ ns: Math.round(r[1] * 1e9), kind: "thread", name: r[2].split(" waits")[0] }) },
          ).element,
    );
  }

  /** A graph of wakes and messages between threads and interrupts. */
  async talk(part, e) {
    const { trace } = part,
      s = trace.shapes,
      edges = new Map(),
      add = (from, to, kind) => {
        const key = `${from}\n${to}\n${kind}`;
        edges.set(key, (edges.get(key) ?? 0) + 1);
      };
    for (const row of trace.rows.filter((r) => r.kind === "thread")) {
      part.each(row.lanes[0], (i) => {
        const shape = row.lanes[0].shape[i],
          by = trace.waker(shape);
        if (s.state[shape] === READY && by !== "" && (s.flags[shape] & FLAG.BEGUN_BEFORE) === 0) {
          add(by, trace.thread(row.key), "wakes");
        }
      });
    }
    (await messages(part, e)).done.forEach((m) => add(trace.thread(m.client), trace.thread(m.server), "messages"));
    const list = [...edges]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 60)
        .map(([key, n]) => [...key.split("\n"), n]),
      names = new Set(list.flatMap((edge) => edge.slice(0, 2)));
    const total = new Map();
    list.forEach(([a, b, , n]) => [a, b].forEach((x) => total.set(x, (total.get(x) ?? 0) + n)));
    const most = Math.max(1, ...total.values()),
      mostEdge = Math.max(1, ...list.map(([, , , n]) => n));
    const graph =
      names.size === 0
        ? h("p", { class: "needs", text: "No wakes or messages in this range." })
        : this.graphBox(
            [...names].map((n) => ({ id: n, lines: [n], share: total.get(n) / most })),
            list.map(([from, to, kind, n]) => ({
              from,
              to,
              share: n / mostEdge,
              label: `${n}${kind === "messages" ? " messages" : ""}`,
              critical: kind === "messages",
            })),
            (n) => this.say(`${n}: ${total.get(n)}`),
          );
    return h(
      "section",
      {},
      h("h3", { text: "Wakes and messages" }),
      h("p", {
        class: "hint",
        text: "An arrow points from the waking thread or interrupt to the woken thread. Orange: from client to server.",
      }),
      graph,
    );
  }
  graphBox(nodes, edges, click) {
    const label = "Wakes and messages",
      box = new GraphBox(label);
    box.show(drawGraph(nodes, edges, { theme: this.store.state.theme, label, click }), nodes[0].id);
    return box.element;
  }
}
