// SPDX-License-Identifier: BSD-2-Clause
// The tooltip for the slice or event under the pointer.
import { describe, sliceName } from "../../model/describe.js";
import { time } from "../../model/format.js";
import { h } from "../dom.js";

const line = (name, value) => h("div", { text: `${name} ${value}` });

export function sliceWords({ trace, row, track, i }) {
  const title = `${row.label}: ${sliceName(trace, row, track, i)}`,
    facts = describe(trace, row, track, i).filter(([name, value]) => name !== "cycles" && !title.includes(value));
  return [h("b", { text: title }), ...facts.slice(0, 6).map(([name, value]) => line(name, value))];
}

/** @param {import("../../data/events.js").Events} e */
export function markWords(e, { event, derived }, { hoverFrom, hoverFrames }) {
  const context = e.context(event),
    last = hoverFrom + hoverFrames,
    stack = e.stack(event) ?? [];
  const list = [
    h("b", { text: e.name(event) }),
    h("div", {
      text: `${time(e.trace.toAxis(e.time[event]))} on CPU ${e.cpu[event]}, context ${context || "unknown"}`,
    }),
    ...e.fields(event).map(([name, value]) => line(name, value)),
  ];
  if (derived) {
    const from = context || `CPU ${e.cpu[event]}`;
    list.push(
      h("div", { class: "from", text: `recorded by ${from}; also shown here because it refers to this thread` }),
    );
  }
  for (const f of stack.slice(hoverFrom, last)) {
    list.push(h("div", { class: "frame", text: `${f.name}${f.file ? ` (${f.file}:${f.line})` : ""}` }));
  }
  if (stack.length > last) {
    list.push(h("div", { class: "from", text: `${stack.length - last} more: click to show all` }));
  }
  return list;
}

/**
 * Place a tooltip next to a point of the canvas, inside the element around the canvas, and not on the row from `y` to
 * `bottom`.
 */
export function placeTip(tip, element, canvas, x, y, bottom) {
  const outer = element.getBoundingClientRect(),
    inner = canvas.getBoundingClientRect(),
    left = Math.min(inner.left - outer.left + x + 14, outer.width - tip.offsetWidth - 6),
    below = inner.top - outer.top + bottom + 6,
    above = inner.top - outer.top + y - tip.offsetHeight - 6,
    high = tip.offsetHeight;
  tip.style.left = `${Math.max(0, left)}px`;
  tip.style.top = `${below + high > outer.height && above > 0 ? above : below}px`;
}
