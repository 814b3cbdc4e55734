// SPDX-License-Identifier: BSD-2-Clause
// Stands in for VS Code's module "vscode", as far as host/vscode uses it: files of the disk, answers of a user that are
// given before, real processes for tasks. What the extension does is kept in `happened`. Names are those of the API.
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const state = { folder: "", settings: {}, answers: {}, happened: [], providers: new Map(), commands: new Map() };
const note = (what, value) => state.happened.push({ what, value });

/** @returns the next answer of a kind, undefined as if the user pressed Escape */
async function answer(kind, asked) {
  note(kind, asked);
  return state.answers[kind]?.shift();
}

class Uri {
  constructor(file) {
    Object.assign(this, { scheme: "file", path: file, fsPath: file });
  }
  static file = (file) => new Uri(path.posix.normalize(file));
  static parse = (text) => Uri.file(decodeURIComponent(text.replace("file://", "")));
  static joinPath = (uri, ...parts) => Uri.file([uri.path, ...parts].join("/"));
  toString() {
    return `file://${encodeURI(this.path)}`;
  }
}

class RelativePattern {
  constructor(base, pattern) {
    Object.assign(this, { base, pattern });
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class ProcessExecution {
  constructor(program, args, options) {
    Object.assign(this, { program, args, options });
  }
}

class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }
  fire(value) {
    return Promise.all([...this.listeners].map((listener) => listener(value)));
  }
}

/** A glob with the folders, braces, * and ? that the extension uses. */
function matcher(glob) {
  const parts = { "**/": "(.*/)?", "*": "[^/]*", "?": "[^/]", "{": "(", "}": ")", ",": "|" };
  return new RegExp(`^${glob.replace(/\*\*\/|[*?{},]|[.+^$()|[\]\\]/g, (c) => parts[c] ?? `\\${c}`)}$`);
}

const workspace = {
  get workspaceFolders() {
    return state.folder ? [{ uri: Uri.file(state.folder) }] : undefined;
  },
  getWorkspaceFolder: (uri) => workspace.workspaceFolders?.find((f) => uri.path.startsWith(`${f.uri.path}/`)),
  getConfiguration: (section) => ({ get: (name) => state.settings[`${section}.${name}`] }),
  asRelativePath: (uri) => (state.folder ? path.relative(state.folder, uri.fsPath) : uri.fsPath),
  findFiles: async (pattern) => {
    const base = pattern instanceof RelativePattern ? pattern.base.path : state.folder,
      fits = matcher(pattern.pattern ?? pattern);
    const files = base ? fs.readdirSync(base, { recursive: true }).sort() : [];
    return files.filter((name) => fits.test(name)).map((name) => Uri.joinPath(Uri.file(base), name));
  },
  fs: {
    stat: async (uri) => {
      const { size, mtimeMs } = fs.statSync(uri.fsPath);
      return { size, mtime: mtimeMs };
    },
    readFile: async (uri) => fs.readFileSync(uri.fsPath),
  },
};

const window = {
  registerCustomEditorProvider: (type, provider) => state.providers.set(type, provider),
  showInputBox: (options) => answer("input", options.prompt),
  showQuickPick: async (items, { title }) => {
    const label = await answer("pick", { title, labels: items.map((item) => item.label) });
    return items.find((item) => item.label === label);
  },
  showOpenDialog: async ({ title }) => {
    const file = await answer("open", title);
    return file && [Uri.file(file)];
  },
  showSaveDialog: async ({ title }) => {
    const file = await answer("save", title);
    return file && Uri.file(file);
  },
  showWarningMessage: (text) => answer("warning", text),
  showErrorMessage: (text) => answer("error", text),
  showTextDocument: async (uri, { selection }) =>
    note("document", { file: uri.fsPath, line: selection.start.line + 1 }),
};

const commands = {
  registerCommand: (name, run) => state.commands.set(name, run),
  executeCommand: async (name, ...args) => note("command", [name, ...args.map(String)]),
};

const ended = new Emitter();
const tasks = {
  onDidEndTaskProcess: ended.event,
  executeTask: async (task) => {
    const { program, args, options } = task.execution;
    note("task", [program, ...args]);
    spawn(program, args, { ...options, stdio: "ignore" }).on("exit", (exitCode) =>
      ended.fire({ execution: { task }, exitCode }),
    );
  },
};

Object.assign(exports, { Uri, RelativePattern, Position, Range, ProcessExecution, Task });
Object.assign(exports, { workspace, window, commands, tasks, TaskScope: { Global: 1, Workspace: 2 } });
exports.ViewColumn = { Beside: -2 };
exports.stub = { state, note, Emitter };
