// SPDX-License-Identifier: BSD-2-Clause
// The package's interface for programs: the engine of the tool, with files by name.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { toRows } from "../report/web/engine/answers.js";
import { Engine, EngineError } from "../report/web/engine/engine.js";

export { EngineError };

let module = null;

/** Read a file. @throws {EngineError} with the tool's words */
function load(path) {
  try {
    return { name: basename(path), data: new Uint8Array(readFileSync(path)) };
  } catch (e) {
    const reason = { ENOENT: "No such file or directory", EACCES: "Permission denied", EISDIR: "Is a directory" };
    throw new EngineError(`${path}: ${reason[e.code] ?? e.message}`, 2);
  }
}

/** A recording, or a profile of another tool. Its methods throw an EngineError if they fail. */
class Recording {
  #engine;
  #open;
  #name;

  constructor(engine, handle, name) {
    this.#engine = engine;
    this.#open = handle;
    this.#name = name;
  }

  get #handle() {
    if (this.#open === 0) {
      throw new EngineError(`${this.#name}: closed`, 2);
    }
    return this.#open;
  }

  /** Damage that the last call skipped, a line each. */
  get messages() {
    return this.#engine.messages;
  }

  /** @returns {object[]} the rows of `spoor stats NAME --json`; `thread`: that of "critical-path" */
  table(name, { thread, ...part } = {}) {
    return this.#engine.table(this.#handle, name, part, thread);
  }

  /** @returns {object[]} lines of `spoor dump --json`: `most` events after the first `first`, and what is between */
  events(part = {}, { first = 0, most = 0 } = {}) {
    return toRows(this.#engine.events(this.#handle, part, first, most));
  }

  /** @returns {Uint8Array} the file that `spoor export --to FORMAT` writes. Formats of folders are refused. */
  export(format, part = {}) {
    return this.#engine.export(this.#handle, format, part);
  }

  close() {
    if (this.#open !== 0) {
      this.#engine.close(this.#open);
      this.#open = 0;
    }
  }
}

/**
 * Open a file.
 * @param {string} path
 * @param {{elf?: string, rate?: number}} options `elf`: the program that ran; `rate`: as --rate
 */
export function open(path, { elf, rate = 0 } = {}) {
  module ??= new WebAssembly.Module(readFileSync(new URL("engine.wasm", import.meta.url)));
  const engine = new Engine(module),
    { name, data } = load(path);
  return new Recording(engine, engine.open(name, data, elf === undefined ? null : load(elf), rate), name);
}
