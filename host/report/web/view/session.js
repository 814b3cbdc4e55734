// SPDX-License-Identifier: BSD-2-Clause
// Saved views: in the page's URL, in files, or built into the page.
import { h, save } from "./dom.js";

const WRITE_MS = 250;

export class Session {
  /** @param {() => string} name returns the name for files @param {(text: string) => void} warn shows an error */
  constructor(store, name, warn) {
    this.store = store;
    this.name = name;
    this.warn = warn;
    /** @type {(files: File[]) => void} takes dropped recordings */
    this.onFiles = () => {};
  }

  /** Load the view in the URL, else the one built into the page. Then follow changes of the URL, and dropped files. */
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
    this.follow();
  }

  /** Take files that are dropped on the page. */
  follow() {
    if (this.follows) {
      return;
    }
    this.follows = true;
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      const files = [...(e.dataTransfer?.files ?? [])];
      if (files.every((f) => f.name.endsWith(".json"))) {
        this.read(files[0]);
      } else {
        this.onFiles(files);
      }
    });
  }

  /** Show the store's error, if any. @param {string|null} wrong */
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
      // Some browsers don't allow this for pages opened from files.
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
