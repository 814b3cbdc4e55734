// SPDX-License-Identifier: BSD-2-Clause
// Entry point: read the page's data and build the views. The static tables move into the views' screens.
import { BadData } from "./data/bytes.js";
import { Sections } from "./data/sections.js";
import { hasEngine } from "./data/source.js";
import { App } from "./view/app.js";
import { h } from "./view/dom.js";
import { follow } from "./view/host.js";
import { Opener } from "./view/open.js";

function sectionsOfPage() {
  const map = new Map();
  let last;
  for (const e of document.querySelectorAll("script[data-section], script[data-more]")) {
    const { section, raw, packed } = e.dataset;
    if (section) {
      last = { name: section, raw: Number(raw), packed: Number(packed), pieces: [] };
      map.set(section, last);
    }
    last?.pieces.push(e.textContent);
    e.remove();
  }
  return new Sections(map);
}

/** Show an error above the static tables, which stay visible. */
function showError(message) {
  document.querySelector("main")?.before(h("p", { class: "bad notice", role: "alert", text: message }));
}

async function start() {
  try {
    const app = new App();
    window.spoorTest = app.test;
    const sections = sectionsOfPage(),
      opener = new Opener(app, sections);
    if (hasEngine(sections)) {
      app.opener = opener;
    }
    if (sections.has("engine") && sections.indices().length === 0 && sections.indices("open").length === 0) {
      opener.show();
      follow(opener);
    } else {
      await app.open(sections);
    }
  } catch (e) {
    document.body.classList.remove("app");
    showError(
      e instanceof BadData
        ? `The interactive views can't be drawn: ${e.message}.`
        : `The interactive views can't be drawn because of a bug in this page: ${e.message}`,
    );
    window.spoorTest = { ready: true, failed: e.message, stack: e.stack };
  }
}

start();
