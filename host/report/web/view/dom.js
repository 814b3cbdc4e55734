// SPDX-License-Identifier: BSD-2-Clause
// Create elements. Text from a recording must be inserted as text, never as HTML.

/**
 * Create an element.
 * @param {string} tag @param {object} [props] attributes; `text`, `style`; listeners are onclick and so on
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

/** Nodes for a text in which commands are between backticks. */
export const marked = (text) => text.split("`").map((part, i) => (i % 2 ? h("code", { text: part }) : part));

/** A button. Its name is the label if that is a word, else the title. */
export function button(label, title, onclick, props = {}) {
  const name = /\p{L}{2}/u.test(label) ? null : title;
  return h("button", { type: "button", title, "aria-label": name, onclick, ...props }, label);
}

/** Fade the right edge of an element, and show a hint after it, while it has more columns than are visible. */
export function scrollHint(element) {
  const hint = h("p", { class: "sideways", text: "More columns: scroll sideways →", hidden: true });
  const look = () => {
    const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
    element.classList.toggle("faded", rest > 2);
    hint.hidden = element.scrollWidth - element.clientWidth <= 2;
  };
  element.addEventListener("scroll", look);
  new ResizeObserver(look).observe(element);
  return hint;
}

/** @returns {boolean} whether the page is used by touch */
export const isTouch = () => matchMedia("(hover: none)").matches;

/** Tabs that follow the ARIA pattern: arrow keys move between them, and only the selected one can be reached by Tab. */
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

/** Offer a text as a download. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The theme for a setting of "auto", "light" or "dark". @returns {"light"|"dark"} */
export function themeOf(setting) {
  if (setting !== "auto") {
    return setting;
  }
  const kind = document.body.dataset.vscodeThemeKind; // "vscode-high-contrast-light": the theme of an editor
  return (kind ? !kind.endsWith("light") : matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
}
