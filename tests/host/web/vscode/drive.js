// SPDX-License-Identifier: BSD-2-Clause
// Runs the extension for VS Code under the stub: reads a line of JSON for each step, and answers with what happened.
//
//     node drive.js FOLDER        the folder has extension/, and the stub as node_modules/vscode
const path = require("node:path");
const readline = require("node:readline");

const folder = path.resolve(process.argv[2]);
const { Uri, stub } = require(path.join(folder, "node_modules/vscode"));
const { state, note, Emitter } = stub;
const memory = new Map();

require(path.join(folder, "extension/extension.js")).activate({
  extensionUri: Uri.file(path.join(folder, "extension")),
  subscriptions: [],
  workspaceState: { get: (key) => memory.get(key), update: async (key, value) => memory.set(key, value) },
});

/** A webview as VS Code has it: a Buffer in a message would become an object with a list of numbers. */
function makeWebview(messages) {
  let html = "";
  return {
    onDidReceiveMessage: messages.event,
    get html() {
      return html;
    },
    set html(text) {
      html = text;
      note("html", text);
    },
    postMessage: async (message) => {
      const plain = (_, value) =>
        value?.constructor === Uint8Array && value.byteLength === value.buffer.byteLength
          ? { base64: Buffer.from(value.buffer).toString("base64") }
          : value;
      note("message", JSON.parse(JSON.stringify(message, plain)));
    },
  };
}

let panel, received, disposed;

const STEPS = {
  /** Open a recording, and let the page send its first message. */
  open: async ({ file }) => {
    await disposed?.fire();
    received = new Emitter();
    disposed = new Emitter();
    panel = { active: true, webview: makeWebview(received), onDidDispose: disposed.event };
    const provider = state.providers.get("spoor.recording"),
      document = provider.openCustomDocument(Uri.file(file));
    await provider.resolveCustomEditor(document, panel);
    note("options", panel.webview.options);
    await received.fire({ type: "ready" });
  },
  /** A message from the page. */
  page: ({ message }) => received.fire(message),
  command: ({ name }) => state.commands.get(name)(),
  forget: () => memory.clear(),
};

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { step, ...given } = JSON.parse(line);
    Object.assign(state, { settings: {}, answers: {}, ...given, happened: [] });
    await STEPS[step](given);
    console.log(JSON.stringify(state.happened));
  }
}

main();
