// SPDX-License-Identifier: BSD-2-Clause
// The events of a recording as columns: time, CPU, thread, interrupt, ID, and the values of the ID's fields.
import { BadData, Columns } from "./bytes.js";
import { fromFrames } from "./sections.js";
import { inParts } from "./tasks.js";

export const ROLE = {
  SWITCH: 1,
  WAKE: 2,
  IRQ_ENTER: 3,
  IRQ_EXIT: 4,
  TICK: 5,
  SENT: 6,
  RECEIVED: 7,
  REPLIED: 8,
  IPC_SHORT: 9,
  WAIT: 10,
  GIVE: 11,
  TAKE: 12,
  PUT: 13,
  STATE: 23,
  ALLOC: 27,
  FREE: 28,
  PERIOD: 31,
  ACTIVATION: 32,
};
const text = new TextDecoder();

/** Whether events of a kind refer to a second thread. @param {{role: number}} meaning */
export function hasOther({ role }) {
  return (
    role === ROLE.SWITCH || role === ROLE.WAKE || role === ROLE.GIVE || (role >= ROLE.SENT && role <= ROLE.IPC_SHORT)
  );
}

export class Events {
  constructor(trace, n) {
    this.trace = trace;
    this.n = n;
  }

  /**
   * Read the events of a part of a recording.
   * @param {import("./sections.js").Sections} sections
   * @param {number} index of the part in the sections
   * @param {any} head of the part
   */
  static async read(sections, index, trace, head) {
    const e = new Events(trace, head.events);
    const c = new Columns(await sections.get(`${index}-events`));
    e.time = await c.long("steps", new Float64Array(e.n));
    await inParts(e.n, (from, to) => {
      for (let i = from; i < to; i++) {
        e.time[i] -= trace.begin;
      }
    });
    e.cpu = await c.long("numbers", new Uint8Array(e.n));
    e.thread = await c.long("numbers", new Uint32Array(e.n));
    e.irq = await c.long("numbers", new Uint32Array(e.n));
    e.id = await c.long("numbers", new Uint16Array(e.n));
    await e.readValues(c);
    sections.drop(`${index}-events`);
    await e.readStacks(sections, `${index}-stacks`, head.stacks);
    return e;
  }

  async readValues(c) {
    const meanings = [];
    for (const id of this.trace.ids.values()) {
      meanings[id.id] = {
        n: id.words < 0 ? 1 : id.fields.length || id.words,
        signed: id.fields.map((f) => f.format === "i32"),
        data: id.words < 0,
      };
    }
    this.first = new Uint32Array(this.n + 1);
    let count = 0;
    await inParts(this.n, (from, to) => {
      for (let i = from; i < to; i++) {
        this.first[i] = count;
        const m = meanings[this.id[i]];
        if (m === undefined) {
          throw new BadData("events have an unknown ID");
        }
        count += m.n;
      }
    });
    this.first[this.n] = count;
    this.values = new Float64Array(count);
    const raw = await c.long("numbers", new Uint32Array(count));
    let bytes = 0,
      at = 0;
    this.dataAt = new Map();
    await inParts(this.n, (from, to) => {
      for (let i = from; i < to; i++) {
        const m = meanings[this.id[i]];
        for (let k = 0; k < m.n; k++, at++) {
          this.values[at] = m.signed[k] ? (raw[at] % 2 === 0 ? raw[at] / 2 : -(raw[at] + 1) / 2) : raw[at];
        }
        if (m.data) {
          this.dataAt.set(i, bytes);
          bytes += raw[at - 1];
        }
      }
    });
    this.data = c.bytes.subarray(c.at, c.at + bytes);
    c.at += bytes;
    c.end();
  }

  async readStacks(sections, name, n) {
    const c = new Columns(await sections.get(name));
    const of = c.steps(new Float64Array(n)),
      depth = c.numbers(new Uint16Array(n));
    /** Stacks by event: indices into the head's `frames`, the innermost frame first. */
    this.stacks = new Map();
    for (let i = 0; i < n; i++) {
      this.stacks.set(of[i], c.numbers(new Uint32Array(depth[i])));
    }
    c.end();
    sections.drop(name);
  }

  meaning(i) {
    return this.trace.ids.get(this.id[i]);
  }

  name(i) {
    return this.meaning(i).name || `id ${this.id[i]}`;
  }

  value(i, field) {
    return this.values[this.first[i] + field];
  }

  /** The bytes of an event with variable length. */
  bytes(i) {
    const at = this.dataAt.get(i) ?? 0;
    return this.data.subarray(at, at + this.values[this.first[i]]);
  }

  /** @returns {number} the first event at or after a time */
  from(t) {
    let low = 0,
      high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] < t) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What an event is in every part that has it. @param {number|null} i */
  identity(i) {
    return i === null || i >= this.n ? null : { time: this.time[i], id: this.id[i], cpu: this.cpu[i] };
  }

  /** @returns {number|null} the event with an identity */
  find({ time, id, cpu }) {
    for (let i = this.from(time); i < this.n && this.time[i] === time; i++) {
      if (this.id[i] === id && this.cpu[i] === cpu) {
        return i;
      }
    }
    return null;
  }

  /** Format a value as `spoor dump` does. */
  format(field, value) {
    const trace = this.trace;
    switch (field.format) {
      case "x32":
        return `0x${value.toString(16)}`;
      case "ptr":
        return value === 0 ? "0" : trace.pointer(value);
      case "thread":
        return value === 0 ? "none" : trace.thread(value);
      case "irq":
        return trace.lines.get(value) ? `${value}(${trace.lines.get(value)})` : String(value);
      case "cycles":
        return `${(Math.floor((value * 1e9 + trace.hz / 2) / trace.hz) / 1000).toFixed(3)}us`;
      case "enum":
        return field.values[value] ?? String(value);
      default:
        return String(value);
    }
  }

  /** @returns {[string, string][]} names and values of an event's fields */
  fields(i) {
    const m = this.meaning(i),
      list = [];
    if (m.words < 0) {
      const bytes = this.bytes(i),
        isText = m.fields[0]?.format === "str";
      list.push([
        m.fields[0]?.name ?? "data",
        isText ? text.decode(bytes) : [...bytes].map((b) => b.toString(16).padStart(2, "0")).join(" "),
      ]);
    } else if (m.class === "block") {
      list.push(["wall", `${this.trace.us(this.value(i, 0)).toFixed(3)}us`]);
    } else if (m.class === "enter" || m.class === "leave") {
      list.push(["function", this.trace.func((this.value(i, 0) & ~1) >>> 0)]);
    } else if (m.class === "range") {
      list.push(["", this.value(i, 0) ? "begins" : "ends"]);
    } else {
      m.fields.forEach((f, n) => list.push([f.name, this.format(f, this.value(i, n))]));
      for (let n = 0; m.fields.length === 0 && n < m.words; n++) {
        list.push(["value", String(this.value(i, n))]);
      }
    }
    return list;
  }

  context(i) {
    return this.irq[i] !== 0
      ? this.trace.irq(this.irq[i] - 1)
      : this.thread[i] !== 0
        ? this.trace.thread(this.thread[i])
        : "";
  }

  /** @returns {number} the second thread that an event refers to, or 0 */
  other(i) {
    const m = this.meaning(i);
    const n =
      m.role === ROLE.SWITCH || m.role === ROLE.WAKE
        ? 1
        : m.role >= ROLE.SENT && m.role <= ROLE.IPC_SHORT
          ? 0
          : m.role === ROLE.GIVE
            ? 2
            : -1;
    return n < 0 ? 0 : this.value(i, n);
  }

  /** @returns {{name: string, file: string, line: number}[]|undefined} the frames of an event's stack */
  stack(i) {
    return this.stacks.get(i)?.reduce((list, place) => {
      const [address, places] = this.trace.detail.frames[place];
      for (const [name, file, line] of places) {
        list.push({ name: name ?? `0x${address.toString(16)}`, file, line, address });
      }
      return list;
    }, []);
  }
}

/** @returns {Promise<number[]>} the numbers of the events that a filter chooses, from the engine */
export async function chosenEvents(trace, filter) {
  const columns = new Columns(await fromFrames(await trace.recording.chosen(filter, trace.reads)).get("chosen")),
    list = [];
  for (let at = 0; columns.at < columns.bytes.length; ) {
    at += columns.signed();
    list.push(at);
  }
  return list;
}
