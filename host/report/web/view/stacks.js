// SPDX-License-Identifier: BSD-2-Clause
// The stack of the selected event, as text or as a list, beside stacks that were kept to compare them.
import { time } from "../model/format.js";
import { button, h } from "./dom.js";
import { sourceLink } from "./host.js";

/** @typedef {{title: string, stack: {name: string, file?: string, line?: number}[]}} Kept */

export class Stacks {
  /** @param {() => void} redraw called after a stack was kept or closed */
  constructor(store, redraw) {
    this.store = store;
    this.redraw = redraw;
    /** @type {Kept[]} */
    this.kept = [];
  }

  /** @param {import("../data/events.js").Events|null} e @param {number|null} event */
  draw(e, event) {
    const stack = (event !== null && e?.stack(event)) || null,
      now = stack && { title: `${e.name(event)} at ${time(e.trace.toAxis(e.time[event]))}`, stack },
      boxes = this.kept.map((kept) => this.box(kept, kept));
    if (now && !this.kept.some((k) => k.title === now.title)) {
      boxes.unshift(this.box(now, null));
    }
    return boxes.length > 0 ? h("div", { class: "stacks" }, ...boxes) : h("span");
  }

  /** @param {Kept|null} kept null: the stack of the selected event */
  box({ title, stack }, kept) {
    const asList = this.store.state.stackAs === "list",
      shown = asList ? list(stack) : text(stack),
      copy = stack.map(words).join("\n");
    return h(
      "div",
      { class: "stackbox" },
      h("p", { class: "hint", text: title }),
      shown,
      h(
        "p",
        { class: "line" },
        button("Copy", "Copy the stack", () => navigator.clipboard?.writeText(copy)),
        " ",
        button(asList ? "As text" : "As list", "Show stacks as text or as a list", () =>
          this.store.set({ stackAs: asList ? "text" : "list" }),
        ),
        " ",
        kept
          ? button("Close", `Close ${title}`, () => {
              this.kept = this.kept.filter((k) => k !== kept);
              this.redraw();
            })
          : button("Keep", "Keep this stack beside the next ones", () => {
              this.kept.push({ title, stack });
              this.redraw();
            }),
      ),
    );
  }
}

const words = (f) => `${f.name}${f.file ? `  ${f.file}:${f.line}` : ""}`;

function place(f) {
  return f.file ? ["  ", sourceLink(`${f.file}:${f.line}`)] : [];
}

function text(stack) {
  const lines = stack.map((f) => [f.name, ...place(f), "\n"]);
  return h("pre", { class: "stack" }, ...lines.flat().slice(0, -1));
}

function list(stack) {
  return h("ol", { class: "stack", start: 0 }, ...stack.map((f) => h("li", {}, f.name, ...place(f))));
}
