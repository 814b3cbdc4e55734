// SPDX-License-Identifier: BSD-2-Clause
// The sandwich view: one function, with its callers above and its callees below.
import { FUNCTION } from "../../data/profile.js";
import { h } from "../dom.js";
import { Flame } from "../flame.js";
import { nodeWords } from "./words.js";

export function sandwich(p, { store, say }) {
  const { fn } = store.state,
    names = p
      .flat()
      .filter((v) => p.frames[v.frame].kind === FUNCTION && v.total > 0)
      .sort((a, b) => b.self - a.self)
      .map((v) => p.frames[v.frame].name);
  const name = names.includes(fn) ? fn : names[0],
    box = h("div", { class: "sandwich" });
  box.append(
    h(
      "p",
      { class: "line" },
      h(
        "label",
        {},
        "Function ",
        h(
          "select",
          { onchange: (e) => store.set({ fn: e.target.value }) },
          ...names.slice(0, 500).map((n) => h("option", { selected: n === name }, n)),
        ),
      ),
    ),
  );
  if (name === undefined) {
    return box;
  }
  const { callers, callees } = p.sandwich(name),
    flames = [];
  for (const [title, profile, up] of [
    ["Callers", callers, true],
    ["Callees", callees, false],
  ]) {
    const flame = new Flame(profile, {
      up,
      theme: store.state.theme,
      byWeight: true,
      label: `${title} of ${name}`,
      say,
      choose: (f) => (store.state.fn = f),
      words: (n) => nodeWords(profile, n),
    });
    flames.push(flame);
    box.append(h("h3", { text: title }), flame.element);
  }
  box.draw = () => flames.forEach((f) => f.draw());
  return box;
}
