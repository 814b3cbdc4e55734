// SPDX-License-Identifier: BSD-2-Clause
// The worker of a page: answers queries with the engine, so that the page never waits. client.js has the other side.
import { Engine } from "./engine.js";
import { fromBase64, unpack, unpackBlob } from "./packed.js";

/** @type {Engine} */
let engine;
/** The engine's handles by the page's, which stay when the worker is started anew. @type {Map<number, number>} */
const handles = new Map();
/** Pieces of sections that will be opened, by the sections' names. @type {Map<string, Blob[]>} */
const pieces = new Map();
const EVERY_MS = 100;

/** By name, with the parameters of client.js. */
const CALLS = {
  start: async ({ module }) => {
    engine = new Engine(await WebAssembly.compile(await unpack(module)));
  },
  piece: ({ of, text }) => {
    pieces.set(of, [...(pieces.get(of) ?? []), new Blob([fromBase64(of, text)])]);
  },
  open: async ({ handle, name, data, program, rate }) => {
    const unpacked = { data: await fileOf(data), program: program && { ...program, data: await fileOf(program.data) } };
    handles.set(handle, engine.open(name, unpacked.data, unpacked.program, rate));
    return unpacked;
  },
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

/** @returns {Promise<Blob>} a file that was dropped on the page, or is a section of it */
async function fileOf(data) {
  if (data instanceof Blob) {
    return data;
  }
  const packed = new Blob(pieces.get(data.name) ?? []);
  pieces.delete(data.name);
  return unpackBlob(data, packed);
}

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

async function answer({ id, call, args }) {
  try {
    if (engine) {
      follow(id, args);
    }
    const result = await CALLS[call](args),
      messages = engine.messages;
    const buffers = result instanceof Uint8Array ? [result.buffer] : [];
    postMessage({ id, result, messages }, { transfer: buffers });
  } catch (e) {
    postMessage({ id, error: { message: e.message, status: e.status ?? 0 } });
  }
}

/** One after the other. */
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
