// SPDX-License-Identifier: BSD-2-Clause
// Elements. Text of a recording goes in as text only.

/**
 * @param {string} tag @param {object} [props] attributes; on…: listeners; class, text
 * @param {...(Node|string|null)} children @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (key.startsWith("on")) {
      e.addEventListener(key.slice(2), value);
    } else if (key === "text") {
      e.textContent = value;
    } else if (key === "style") {
      Object.assign(e.style, value);
    } else {
      e.setAttribute(key, value === true ? "" : value);
    }
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** Text with `commands` in it, as nodes. */
export const marked = (text) => text.split("`").map((part, i) => (i % 2 ? h("code", { text: part }) : part));

export function button(label, title, onclick, props = {}) {
  return h("button", { type: "button", title, "aria-label": title, onclick, ...props }, label);
}

/** Tabs by the rules of ARIA: arrows move, one is in the order of focus. */
export function tabs(label, list, chosen, choose) {
  const items = list.map(({ id, name, why }) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-selected": String(id === chosen),
        tabindex: id === chosen ? 0 : -1,
        title: why ?? null,
        "aria-disabled": why ? "true" : null,
        onclick: () => choose(id),
      },
      name,
    ),
  );
  return h(
    "div",
    {
      role: "tablist",
      "aria-label": label,
      class: "tabs",
      onkeydown: (e) => {
        const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
        if (step !== 0) {
          e.preventDefault();
          e.stopPropagation();
          const next = list[(list.findIndex((i) => i.id === chosen) + step + list.length) % list.length].id;
          choose(next);
          document.getElementById(`tab-${next}`)?.focus();
        }
      },
    },
    ...items,
  );
}

export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @returns {"light"|"dark"} */
export function themeOf(setting) {
  return setting === "auto" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : setting;
}
