// SPDX-License-Identifier: BSD-2-Clause
// A filter by ticking events, threads and CPUs in lists.
import { anyFilter } from "../model/picked.js";
import { button, h } from "./dom.js";

/** The names of each list. @param {import("../data/events.js").Events} e */
function namesOf(e) {
  const { trace } = e,
    events = new Set(),
    threads = new Set(),
    cpus = new Set();
  for (let i = 0; i < e.n; i++) {
    events.add(e.id[i]);
    threads.add(e.thread[i]);
    cpus.add(e.cpu[i]);
  }
  threads.delete(0); // no thread
  const sorted = (list) => [...new Set(list)].sort((a, b) => (a < b ? -1 : 1));
  return [
    ["event", "Events", sorted([...events].map((id) => trace.ids.get(id)?.name).filter(Boolean))],
    ["thread", "Threads", sorted([...threads].map((n) => trace.thread(n)))],
    ["cpu", "CPUs", [...cpus].sort((a, b) => a - b).map(String)],
  ];
}

export class Choices {
  /** @param {(filter: string) => void} use called with the filter of what is ticked; "" if nothing is */
  constructor(use) {
    this.use = use;
    this.lists = h("div", { class: "choices" });
    this.element = h("details", {}, h("summary", { text: "Choose from lists" }), this.lists);
  }

  /** Show the names of these events. What was ticked stays. */
  show(e) {
    if (this.events === e) {
      return;
    }
    this.events = e;
    const had = new Set(this.ticked().flatMap(([field, names]) => names.map((name) => `${field} ${name}`)));
    this.lists.replaceChildren(
      ...namesOf(e).map(([field, title, names]) =>
        h(
          "fieldset",
          { "data-field": field },
          h("legend", { text: title }),
          ...names.map((name) =>
            h(
              "label",
              {},
              h("input", {
                type: "checkbox",
                value: name,
                checked: had.has(`${field} ${name}`),
                onchange: () => this.use(anyFilter(this.ticked())),
              }),
              ` ${name}`,
            ),
          ),
        ),
      ),
      button("Clear", "Clear all ticks", () => {
        this.boxes().forEach((box) => (box.checked = false));
        this.use("");
      }),
    );
  }

  boxes(within = this.lists) {
    return [...within.querySelectorAll("input")];
  }

  /** @returns {[string, string[]][]} names by field */
  ticked() {
    const of = (list) =>
      this.boxes(list)
        .filter((box) => box.checked)
        .map((box) => box.value);
    return [...this.lists.querySelectorAll("fieldset")].map((list) => [list.dataset.field, of(list)]);
  }
}
