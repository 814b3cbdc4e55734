// SPDX-License-Identifier: BSD-2-Clause
// Saved views: in the page's address, in files, in the page itself.
import { h, save } from "./dom.js";

const WRITE_MS = 250;

export class Session {
  /** @param {() => string} name of the files @param {(text: string) => void} warn of what can't be read */
  constructor(store, name, warn) {
    this.store = store;
    this.name = name;
    this.warn = warn;
  }

  /** Take the view of the address, otherwise the one built into the page; follow the address and dropped files. */
  begin() {
    const given = document.getElementById("spoor-session")?.textContent.trim();
    this.take(
      this.store.fromHash(location.hash) ??
        (given
          ? this.store.fromSession(new TextDecoder().decode(Uint8Array.from(atob(given), (c) => c.charCodeAt(0))))
          : null),
    );
    this.store.on(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.writeAddress(), WRITE_MS);
    });
    addEventListener("hashchange", () => this.hash !== location.hash && this.take(this.store.fromHash(location.hash)));
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      this.read(e.dataTransfer?.files[0]);
    });
  }

  /** @param {string|null} wrong what the store couldn't read */
  take(wrong) {
    if (wrong) {
      this.warn(wrong);
    }
  }

  async read(file) {
    if (file) {
      this.take(this.store.fromSession(await file.text()));
    }
  }

  writeAddress() {
    try {
      history.replaceState(null, "", this.store.hash() || location.pathname + location.search);
    } catch {
      // A browser may refuse links of files.
    }
    this.hash = location.hash;
  }

  save() {
    save(`${this.name()}.session.json`, "application/json", this.store.session(this.name()));
  }

  load() {
    const input = h("input", {
      type: "file",
      accept: ".json,application/json",
      onchange: () => this.read(input.files[0]),
    });
    input.click();
  }
}
