// SPDX-License-Identifier: BSD-2-Clause
// Why a filter chooses no event: names in it that the recording doesn't have, with similar ones that it has. The engine
// itself reports unknown events and fields.
import { similarEntries } from "./search.js";

const OWN_FIELDS = ["event", "thread", "other", "irq", "cpu", "time", "wall", "function"];
const COMPARISON = /([\w.]+)\s*(==|=(?!~))\s*("[^"]*"|'[^']*'|[\w.\-:/\u0080-\uffff]+)/g;

/** @param {string[]} names */
function similar(names, text) {
  const list = names.map((name) => ({ kind: "", name, does: () => {} }));
  return similarEntries(list, text)[0]?.name;
}

/** The names that the recording has, by the kind that their fields have. */
function namesOf(trace) {
  return {
    event: [...trace.ids.values()].map((m) => m.name),
    thread: [...trace.threads.values()].map((t) => t.name),
    ptr: [...trace.pointers.values()].map((p) => p.name),
    irq: [...trace.lines.values()],
    function: [...trace.functions.values()].map((f) => f.name),
  };
}

/** Fields of events with the kinds of their values: "thread", "ptr" and others. */
function fieldsOf(trace) {
  const fields = new Map(OWN_FIELDS.map((name) => [name, new Set([name])]));
  fields.get("other").add("thread");
  for (const f of [...trace.ids.values()].flatMap((m) => m.fields)) {
    fields.set(f.name, (fields.get(f.name) ?? new Set()).add(f.format));
  }
  return fields;
}

/** @param {import("../data/trace.js").Trace} trace @returns {string} a hint, or "" */
export function filterHint(trace, filter) {
  const names = namesOf(trace),
    fields = fieldsOf(trace),
    text = filter.trim();
  if (/^[\w.\-:/]+$/.test(text) && !fields.has(text)) {
    const field = { event: "event", thread: "thread", ptr: "object", irq: "irq", function: "function" },
      kind = Object.keys(names).find((k) => names[k].includes(text));
    return kind ? `${text} is a name: write ${field[kind]}==${text}.` : "";
  }
  for (const [, field, , quoted] of text.matchAll(COMPARISON)) {
    const value = quoted.replace(/^["']|["']$/g, ""),
      kinds = field === "event" ? [] : (fields.get(field) ?? []);
    const known = [...kinds].flatMap((k) => names[k] ?? []);
    if (known.length > 0 && !/^[\d-]/.test(value) && !/[*?]/.test(value) && !known.includes(value)) {
      const other = similar(known, value);
      return `Nothing that ${field} can be is called "${value}"${other ? `; ${other}?` : "."}`;
    }
  }
  return "";
}
