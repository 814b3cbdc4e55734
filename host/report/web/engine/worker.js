// SPDX-License-Identifier: BSD-2-Clause
// The worker of a page: answers queries with the engine, so that the page never waits. client.js has the other side.
import { Engine } from "./engine.js";

/** @type {Engine} */
let engine;

/** By name, with the parameters of client.js. */
const CALLS = {
  start: ({ module }) => {
    engine = new Engine(new WebAssembly.Module(module));
  },
  open: ({ name, data, program, rate }) => engine.open(name, data, program, rate),
  formats: () => engine.formats(),
  close: ({ handle }) => engine.close(handle),
  table: ({ handle, name, part }) => engine.table(handle, name, part),
  tableText: ({ handle, name, part, form }) => engine.tableText(handle, name, part, form),
  instances: ({ handle, part }) => engine.instances(handle, part),
  chosen: ({ handle, part, filter }) => engine.chosen(handle, part, filter),
  view: ({ handle, view, part, limit }) => engine.view(handle, view, part, limit),
  export: ({ handle, format, part }) => engine.export(handle, format, part),
};

self.onmessage = ({ data: { id, call, args } }) => {
  try {
    const result = CALLS[call](args),
      messages = engine.messages;
    const buffers = result instanceof Uint8Array ? [result.buffer] : [];
    postMessage({ id, result, messages }, { transfer: buffers });
  } catch (e) {
    postMessage({ id, error: { message: e.message, status: e.status ?? 0 } });
  }
};
