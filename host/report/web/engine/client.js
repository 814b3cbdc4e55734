// SPDX-License-Identifier: BSD-2-Clause
// The page's side of the engine: asks the worker (WorkerEngine) or `spoor serve` (ServerEngine). Both answer the same
// queries; a Recording is one open file with the part that the page is about.
import { activity } from "./activity.js";
import { toInstances, toRows } from "./answers.js";
import { VIEW } from "./view.js";

/** A query that failed; `status` as in engine.js. */
export class QueryError extends Error {
  constructor({ message, status }) {
    super(message);
    this.status = status;
  }
}

/** The engine in a worker. */
export class WorkerEngine {
  /** @param {import("./packed.js").Section} module the WebAssembly code @param {string} source the worker's script */
  constructor(module, source) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.count = 0;
    this.handles = 0;
    /** What is open, by handle. @type {Map<number, any>} */
    this.opened = new Map();
    this.start();
  }

  start() {
    /** Calls without an answer, by number. */
    this.waiting = new Map();
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => this.settle(data);
    this.worker.onerror = (e) => this.fail(e.message || "the worker can't be started");
    this.call("start", { module: this.module }).catch((e) => this.fail(`the engine can't be started: ${e.message}`));
  }

  /** End what the engine is doing: all calls fail. The recordings stay open. */
  cancel() {
    this.worker.terminate();
    this.refuse("cancelled");
    this.start();
    for (const [handle, given] of this.opened) {
      this.call("open", { handle, ...given }).catch((e) => this.fail(e.message));
    }
  }

  settle({ id, result, error, messages, share }) {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) {
      return; // all calls were refused
    }
    if (share !== undefined) {
      waiting.activity.share = share;
      return;
    }
    this.waiting.delete(id);
    activity.end(waiting.activity);
    if (error) {
      waiting.refuse(new QueryError(error));
    } else {
      this.messages = messages;
      waiting.done(result);
    }
  }

  refuse(message) {
    for (const waiting of this.waiting.values()) {
      activity.end(waiting.activity);
      waiting.refuse(new QueryError({ message, status: 0 }));
    }
    this.waiting.clear();
  }

  fail(message) {
    this.broken = message;
    this.refuse(message);
  }

  /** @param {string} words what the call does @returns {Promise<any>} */
  call(call, args, words = "Computing") {
    return new Promise((done, refuse) => {
      if (this.broken) {
        refuse(new QueryError({ message: this.broken, status: 0 }));
        return;
      }
      const id = this.count++;
      this.waiting.set(id, { done, refuse, activity: activity.begin(words, () => this.cancel()) });
      this.worker.postMessage({ id, call, args });
    });
  }

  /**
   * @typedef {Blob|import("./packed.js").Section} File
   * @param {File} data @param {{name: string, data: File}|null} program @returns {Promise<number>} a handle
   */
  async open(name, data, program = null, rate = 0) {
    const handle = this.handles++;
    await this.send(data);
    await this.send(program?.data);
    const sent = program && { ...program, data: unsent(program.data) },
      given = { name, data: unsent(data), program: sent, rate },
      unpacked = await this.call("open", { handle, ...given }, `Reading ${name}`);
    this.opened.set(handle, { ...given, ...unpacked });
    return handle;
  }

  /** Send a section's pieces one by one: copying all of them would block the page. @param {File|undefined} file */
  async send(file) {
    for (const text of file?.pieces ?? []) {
      await this.call("piece", { of: file.name, text });
    }
  }

  close(handle) {
    this.opened.delete(handle);
    return this.call("close", { handle });
  }
}

/** What remains of a file when its pieces were sent. */
function unsent(file) {
  return file.pieces ? { ...file, pieces: null } : file;
}

/** The engine of `spoor serve`, which has one recording. */
export class ServerEngine {
  async call(call, { name = "", view = 0, limit = 0, filter = "", format = "", form = 0, thread = "", part = {} }) {
    const query = new URLSearchParams({ call, view, limit, form });
    for (const [key, value] of Object.entries({ name, filter, format, thread, range: part.range, where: part.where })) {
      if (value) {
        query.set(key, value);
      }
    }
    query.set("token", new URLSearchParams(location.search).get("token") ?? "");
    const bytes = await this.answer(query);
    return call === "table" ? toRows(bytes) : call === "instances" ? toInstances(bytes) : bytes;
  }

  async answer(query) {
    const stop = new AbortController(),
      waiting = activity.begin("Waiting for spoor serve", () => stop.abort());
    try {
      const answer = await fetch(`/query?${query}`, { cache: "no-store", signal: stop.signal });
      if (!answer.ok) {
        throw new QueryError({
          message: (await answer.text()).trim(),
          status: Number(answer.headers.get("Spoor-Status")),
        });
      }
      return new Uint8Array(await answer.arrayBuffer());
    } finally {
      activity.end(waiting);
    }
  }
}

/** Join filters, all of which must match. @param {(string|null|undefined)[]} filters */
export function allOf(...filters) {
  const some = filters.filter((f) => f);
  return some.length === 0 ? null : some.length === 1 ? some[0] : some.map((f) => `(${f})`).join(" && ");
}

/** @typedef {{from: number, to: number}|null} Range ns since the target's start; null: all */

/** An open recording. */
export class Recording {
  /**
   * @param {WorkerEngine|ServerEngine|Promise<WorkerEngine>} engine @param {number|Promise<number>} handle
   * @param {{range?: string|null, where?: string|null, recording?: number}} base the part that the page is about
   */
  constructor(engine, handle, base = {}) {
    this.engine = engine;
    this.handle = handle;
    this.base = base;
    this.isLive = engine instanceof ServerEngine;
    if (handle instanceof Promise) {
      /** The recording is being opened. */
      this.opening = Promise.all([engine, handle]).then(([e, h]) =>
        Object.assign(this, { engine: e, handle: h, opening: null }),
      );
      this.opening.catch(() => {}); // each query tells the reason
    }
  }

  /** Ask the engine, as soon as it has opened the recording. */
  ask(call, args, words) {
    return this.opening
      ? this.opening.then(() => this.ask(call, args, words))
      : this.engine.call(call, { handle: this.handle, ...args }, words);
  }

  /** @param {Range} range @param {string|null} [where] */
  part(range, where = null) {
    return {
      range: range ? `${Math.max(0, Math.round(range.from))}ns..${Math.round(range.to)}ns` : (this.base.range ?? null),
      where: allOf(this.base.where, where),
      recording: this.base.recording ?? 0,
    };
  }

  /**
   * @param {string|null} thread of the table "critical-path"
   * @returns {Promise<any[]>} the rows of `spoor stats NAME`, by column
   */
  table(name, range = null, where = null, thread = null) {
    return this.ask("table", { name, part: this.part(range, where), thread });
  }

  /**
   * @param {string} where the kinds: "kind=block || kind=range"
   * @returns {Promise<ReturnType<typeof toInstances>>} each of them, in ns
   */
  instances(where, range = null, and = null) {
    return this.ask("instances", { part: this.part(range, allOf(where, and)) });
  }

  /** @returns {Promise<Uint8Array>} frames with the numbers of the events that a filter chooses */
  chosen(filter, range = null) {
    return this.ask("chosen", { part: this.part(range), filter });
  }

  /** @param {number} view VIEW.… @returns {Promise<Uint8Array>} frames */
  view(view, range = null, where = null, limit = 0) {
    const args = { view, part: this.part(range, where), limit };
    return this.ask("view", args, `Reading ${this.base.file ?? "the recording"}`);
  }

  /** @returns {Promise<string[]>} the formats of export() */
  formats() {
    return this.ask("formats", {});
  }

  async close() {
    await this.opening;
    return this.engine.close(this.handle);
  }

  /** @returns {Promise<Uint8Array>} the recording in another tool's format */
  export(format, range = null) {
    return this.ask("export", { format, part: this.part(range) }, `Writing ${format}`);
  }
}

export { VIEW };
