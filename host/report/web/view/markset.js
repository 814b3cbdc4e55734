// SPDX-License-Identifier: BSD-2-Clause
// Settings of the marks of each event: whether they are drawn, their colour, and how far they are moved.
import { nameColour } from "../render/colour.js";
import { button, h } from "./dom.js";

/** A colour as in a colour field. @param {[number, number, number]} colour */
const hex = (colour) => `#${colour.map((v) => v.toString(16).padStart(2, "0")).join("")}`;

/** The colour of an event's mark. @param {Object<string, {off?: boolean, colour?: string}>} marks the setting */
export function markColour(marks, name) {
  const given = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(marks?.[name]?.colour ?? "");
  return given ? given.slice(1).map((part) => parseInt(part, 16)) : nameColour(name);
}

/** How far an event's marks are moved, in ns. */
export function markOffset(marks, name) {
  const offset = marks?.[name]?.offset;
  return Number.isFinite(offset) ? offset : 0;
}

/** The longest way that any marks are moved, in ns. */
export function mostOffset(marks) {
  return Object.keys(marks ?? {}).reduce((most, name) => Math.max(most, Math.abs(markOffset(marks, name))), 0);
}

/** Whether an event's marks are drawn. @param {boolean} derived on the row of the other thread */
export function isMarked(marks, name, derived = false) {
  const one = marks?.[name];
  return one?.off !== true && !(derived && one?.alone === true);
}

/** Whether a recording has marks. @param {string} title as of Rows.titleOf() */
export function hasMarks(state, title) {
  return !state.unmarked?.includes(title);
}

/** A setting for each of several recordings. @param {string[]} titles */
export function recordingMarks(store, titles) {
  const box = (title) =>
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: hasMarks(store.state, title),
        onchange: () => store.toggle("unmarked", title),
      }),
      ` ${title} `,
    );
  return h("p", { class: "line settings", id: "recording-marks" }, "marks of ", ...titles.map(box));
}

/** The settings as a table. @param {string[]} names @param {Set<string>} others events that refer to another thread */
export function markSettings(store, names, others) {
  const change = (name, patch) => {
    const one = { ...store.state.marks[name], ...patch };
    store.set({ marks: { ...store.state.marks, [name]: one } });
  };
  const row = (name) => {
    const colour = h("input", {
      type: "color",
      value: hex(markColour(store.state.marks, name)),
      "aria-label": `Colour of ${name}`,
      oninput: (e) => change(name, { colour: e.target.value }),
    });
    const offset = h("input", {
      type: "number",
      step: "any",
      class: "offset",
      value: markOffset(store.state.marks, name) / 1e3,
      "aria-label": `Offset of ${name} in us`,
      onchange: (e) => change(name, { offset: (Number(e.target.value) || 0) * 1e3 }),
    });
    const both = h("input", {
      type: "checkbox",
      class: "both",
      checked: store.state.marks[name]?.alone !== true,
      "aria-label": `${name} on the row of the other thread, too`,
      onchange: (e) => change(name, { alone: !e.target.checked }),
    });
    return h(
      "tr",
      {},
      h(
        "td",
        { class: "t" },
        h(
          "label",
          {},
          h("input", {
            type: "checkbox",
            checked: isMarked(store.state.marks, name),
            onchange: (e) => change(name, { off: !e.target.checked }),
          }),
          ` ${name}`,
        ),
      ),
      h("td", {}, colour),
      h("td", {}, offset),
      h("td", {}, others.has(name) ? both : ""),
    );
  };
  const body = h("tbody", {}, ...names.map(row));
  return h(
    "details",
    { class: "marksettings" },
    h("summary", { text: "Marks of events" }),
    h(
      "p",
      { class: "line" },
      button("Reset", "Draw all marks, in their own colours and places", () => {
        store.set({ marks: {} });
        body.replaceChildren(...names.map(row));
      }),
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["event", "colour", "offset us", "on the other thread, too"].map((t) =>
            h("th", { scope: "col", class: "t", text: t }),
          ),
        ),
      ),
      body,
    ),
  );
}
