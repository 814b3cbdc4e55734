// SPDX-License-Identifier: BSD-2-Clause
// The page comes alive: its data is read, its static tables move into screens, and views draw from one state.
import { BadData } from "./data/bytes.js";
import { Sections } from "./data/sections.js";
import { App } from "./view/app.js";
import { h } from "./view/dom.js";

function sectionsOfPage() {
  const map = new Map();
  for (const e of document.querySelectorAll("script[data-section]")) {
    map.set(e.dataset.section, { raw: Number(e.dataset.raw), packed: Number(e.dataset.packed), text: e.textContent });
    e.remove();
  }
  return new Sections(map);
}

/** A line on the page, never a blank one: the static tables stay. */
function tell(message) {
  document.querySelector("main")?.before(h("p", { class: "bad notice", role: "alert", text: message }));
}

async function start() {
  try {
    const app = new App();
    window.spoorTest = app.test;
    await app.open(sectionsOfPage());
  } catch (e) {
    document.body.classList.remove("app");
    tell(
      e instanceof BadData
        ? `The pictures can't be drawn: ${e.message}.`
        : `The pictures can't be drawn, by a fault of this page: ${e.message}`,
    );
    window.spoorTest = { ready: true, failed: e.message, stack: e.stack };
  }
}

start();
