// SPDX-License-Identifier: BSD-2-Clause
// The worker of a page: answers queries with the engine, so that the page never waits. client.js has the other side.
import { Engine } from "./engine.js";

/** @type {Engine} */
let engine;
/** The engine's handles by the page's, which stay when the worker is started anew. @type {Map<number, number>} */
const handles = new Map();
const EVERY_MS = 100;

/** By name, with the parameters of client.js. */
const CALLS = {
  start: ({ module }) => {
    engine = new Engine(new WebAssembly.Module(module));
  },
  open: ({ handle, name, data, program, rate }) => void handles.set(handle, engine.open(name, data, program, rate)),
  formats: () => engine.formats(),
  close: ({ handle }) => {
    engine.close(handles.get(handle));
    handles.delete(handle);
  },
  table: ({ handle, name, part, thread }) => engine.table(handles.get(handle), name, part, thread),
  tableText: ({ handle, name, part, form }) => engine.tableText(handles.get(handle), name, part, form),
  instances: ({ handle, part }) => engine.instances(handles.get(handle), part),
  chosen: ({ handle, part, filter }) => engine.chosen(handles.get(handle), part, filter),
  view: ({ handle, view, part, limit }) => engine.view(handles.get(handle), view, part, limit),
  export: ({ handle, format, part }) => engine.export(handles.get(handle), format, part),
};

/** Tell the page how much of a recording was read, if all of it is. */
function follow(id, { part }) {
  let last = performance.now();
  engine.progress = (share) => {
    const now = performance.now();
    if (now - last > EVERY_MS && !part?.range) {
      last = now;
      postMessage({ id, share });
    }
  };
}

self.onmessage = ({ data: { id, call, args } }) => {
  try {
    if (engine) {
      follow(id, args);
    }
    const result = CALLS[call](args),
      messages = engine.messages;
    const buffers = result instanceof Uint8Array ? [result.buffer] : [];
    postMessage({ id, result, messages }, { transfer: buffers });
  } catch (e) {
    postMessage({ id, error: { message: e.message, status: e.status ?? 0 } });
  }
};
