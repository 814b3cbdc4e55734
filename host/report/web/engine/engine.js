// SPDX-License-Identifier: BSD-2-Clause
// The engine (libspoor, compiled to WebAssembly): opens recordings and answers queries. All calls are synchronous; a
// page makes them in a worker (worker.js).
import { toInstances, toRows } from "./answers.js";
import { joined } from "./packed.js";
import { Memory, Wasi } from "./wasi.js";

export { VIEW } from "./view.js";

/** A query that failed: `status` 1: the recording contradicts itself, 2: unreadable, 3: an event is missing. */
export class EngineError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "EngineError";
    this.status = status;
  }
}

export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.wasi = new Wasi({ open: (path) => this.files.open(path), stat: (path) => this.files.stat(path) });
    this.files = new Memory(); // of the recording that is asked, so that messages and exports have plain names
    /** @type {Map<number, Memory>} by handle */
    this.opened = new Map();
    this.chunks = [];
    this.messages = [];
    /** Called with the share of the recording that was read. @type {(share: number) => void} */
    this.progress = () => {};
    this.wasi.onread = (file, at) => file.data === this.files.recording && this.progress(at / file.size());
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: this.wasi.imports,
      spoor: {
        write: (at, n) => this.chunks.push(this.wasi.bytes(at, n).slice()),
        message: (at) => this.messages.push(this.string(at)),
      },
    });
    this.calls = instance.exports;
    this.wasi.attach(instance);
    this.calls._initialize();
  }

  string(at) {
    const all = new Uint8Array(this.wasi.memory.buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }

  /** Call `use` with copies of strings in the engine's memory. @param {(string|null|undefined)[]} strings */
  withStrings(strings, use) {
    const places = strings.map((s) => {
      if (s === null || s === undefined) {
        return 0;
      }
      const bytes = new TextEncoder().encode(`${s}\0`),
        at = this.calls.alloc(bytes.length);
      this.wasi.bytes(at, bytes.length).set(bytes);
      return at;
    });
    try {
      return use(...places);
    } finally {
      places.filter((at) => at !== 0).forEach((at) => this.calls.free(at));
    }
  }

  /** Run a query about a recording. @returns {Uint8Array} its answer */
  answer(handle, query) {
    this.files = this.opened.get(handle);
    this.chunks = [];
    this.messages = [];
    const status = query();
    if (status !== 0) {
      throw new EngineError(this.string(this.calls.error()), status);
    }
    const all = joined(this.chunks);
    this.chunks = [];
    return all;
  }

  /**
   * Open a recording, a pack or a profile of another tool.
   * @param {string} name @param {Uint8Array|Blob} data
   * @param {{name: string, data: Uint8Array|Blob}|null} program its ELF file
   * @returns {number} a handle
   */
  open(name, data, program = null, rate = 0) {
    const elf = program && (program.name === name ? `program/${name}` : program.name);
    this.files = new Memory();
    this.files.add(name, data);
    this.files.recording = data;
    if (program) {
      this.files.add(elf, program.data);
    }
    this.messages = [];
    const handle = this.withStrings([name, elf], (path, elfPath) => this.calls.open(path, elfPath, rate));
    if (handle === 0) {
      throw new EngineError(this.string(this.calls.error()), 2);
    }
    this.opened.set(handle, this.files);
    return handle;
  }

  close(handle) {
    this.calls.close(handle);
    this.opened.delete(handle);
  }

  /** @returns {string[]} the formats of export() */
  formats() {
    const names = [];
    for (let at = this.calls.format_name(0); at !== 0; at = this.calls.format_name(names.length)) {
      names.push(this.string(at));
    }
    return names;
  }

  /** @typedef {{range?: string|null, where?: string|null, recording?: number}} Part see libspoor.h */

  /**
   * @param {Part} part @param {string|null} thread of the table "critical-path"
   * @returns {any[]} the rows of `spoor stats NAME --json`
   */
  table(handle, name, part = {}, thread = null) {
    return toRows(this.tableText(handle, name, part, 0, thread));
  }

  /** @param {number} form 0: JSON, 1: CSV, 2: text */
  tableText(handle, name, part, form, thread = null) {
    return this.withStrings([name, part.range, part.where, thread], (n, range, where, t) =>
      this.answer(handle, () => this.calls.table(handle, n, range, where, part.recording ?? 0, form, t)),
    );
  }

  /** @returns {Uint8Array} lines of JSON */
  events(handle, part = {}, first = 0, most = 0) {
    return this.withStrings([part.range, part.where], (range, where) =>
      this.answer(handle, () => this.calls.events(handle, range, where, part.recording ?? 0, first, most)),
    );
  }

  /** The instances that a part chooses, as columns. */
  instances(handle, part) {
    return toInstances(this.tableText(handle, "instances", part, 1));
  }

  /** @returns {Uint8Array} a frame with the numbers of the events that a filter chooses */
  chosen(handle, part, filter) {
    return this.withStrings([part.range, part.where, filter], (range, where, f) =>
      this.answer(handle, () => this.calls.chosen(handle, range, where, part.recording ?? 0, f)),
    );
  }

  export(handle, format, part = {}) {
    return this.withStrings([format, part.range, part.where], (f, range, where) =>
      this.answer(handle, () => this.calls.export(handle, f, range, where, part.recording ?? 0)),
    );
  }

  /** @param {number} view VIEW.… @returns {Uint8Array} frames for data/sections.js */
  view(handle, view, part = {}, limit = 0) {
    return this.withStrings([part.range, part.where], (range, where) =>
      this.answer(handle, () => this.calls.view(handle, view, range, where, part.recording ?? 0, limit)),
    );
  }
}
