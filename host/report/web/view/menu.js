// SPDX-License-Identifier: BSD-2-Clause
// A menu of commands at a button, by the ARIA pattern: arrow keys move in it, Escape closes it.
import { h } from "./dom.js";

/**
 * Open a menu below a button. @param {HTMLElement} at @param {[string, () => void][]} items
 * @param {() => void} closed called when it closed, e.g. to move the focus
 */
export function openMenu(at, label, items, closed = () => at.focus()) {
  let open = true;
  const close = () => {
    if (open) {
      open = false;
      document.removeEventListener("pointerdown", outside, true);
      list.remove();
      closed();
    }
  };
  const outside = (e) => list.contains(e.target) || close();
  const list = h(
    "div",
    {
      role: "menu",
      class: "menu",
      "aria-label": label,
      onkeydown: (e) => {
        const all = [...list.children],
          now = all.indexOf(document.activeElement);
        const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[e.key];
        e.stopPropagation();
        if (to !== undefined) {
          all.at(to % all.length).focus();
          e.preventDefault();
        } else if (e.key === "Escape" || e.key === "Tab") {
          close();
          e.preventDefault();
        }
      },
    },
    ...items.map(([name, does]) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          tabindex: -1,
          onclick: () => {
            close();
            does();
          },
        },
        name,
      ),
    ),
  );
  document.body.append(list);
  const box = at.getBoundingClientRect(),
    top = box.bottom + list.offsetHeight > innerHeight ? Math.max(0, box.top - list.offsetHeight) : box.bottom;
  list.style.left = `${Math.max(0, Math.min(box.left, innerWidth - list.offsetWidth - 4))}px`;
  list.style.top = `${top}px`;
  document.addEventListener("pointerdown", outside, true);
  list.firstElementChild.focus();
}
