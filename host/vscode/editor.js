// SPDX-License-Identifier: BSD-2-Clause
// The editor of recordings: the page in a webview. host/report/web/view/host.js has the page's side of the messages.
const path = require("node:path");
const vscode = require("vscode");
const { Programs } = require("./programs");
const { openLine } = require("./source");

const MB = 1 << 20;
/** The editor keeps several copies of a file while it passes it to the page. */
const MOST_MB = 512;

const nameOf = (uri) => path.posix.basename(uri.path);

/** A file as the page takes it. The copy is a plain array: VS Code can't pass a Buffer to a webview. */
const fileOf = ({ uri, bytes }) => ({ name: nameOf(uri), bytes: new Uint8Array(bytes) });

/** One open recording. */
class Viewer {
  constructor(editor, uri, panel) {
    this.editor = editor;
    this.uri = uri;
    this.panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.onDidReceiveMessage((message) => this.take(message));
    this.load();
  }

  /** Load the page, which then asks for its files. The page's own content policy has all that it needs. */
  load() {
    this.panel.webview.html = "";
    this.panel.webview.html = this.editor.page;
  }

  async take({ type, file, line }) {
    if (type === "ready") {
      await this.send();
    } else if (type === "line") {
      await openLine(file, line);
    }
  }

  say(text) {
    return this.panel.webview.postMessage({ type: "say", text });
  }

  async send() {
    const { uri } = this;
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MOST_MB * MB) {
        const part = `Choose a part of it with \`spoor cut\`, or show it in a browser with \`spoor serve\`.`;
        await this.say(`${nameOf(uri)} has ${Math.ceil(size / MB)} MB, but the editor takes ${MOST_MB} MB. ${part}`);
        return;
      }
      const recording = { uri, bytes: await vscode.workspace.fs.readFile(uri) },
        isPack = uri.path.endsWith(".spoorpack"),
        program = isPack ? null : await this.editor.programs.of(recording);
      if (isPack || program) {
        const files = (isPack ? [recording] : [program, recording]).map(fileOf);
        await this.panel.webview.postMessage({ type: "files", files });
      } else {
        await this.askProgram();
      }
    } catch (e) {
      await this.say(`${nameOf(uri)} can't be opened: ${e.message}`);
    }
  }

  async askProgram() {
    const choose = "Choose ELF File",
      none = `No ELF file in the workspace has the build ID of ${nameOf(this.uri)}.`,
      text = `${none} Choose the ELF file of its program.`;
    await this.say(text);
    if ((await vscode.window.showWarningMessage(text, choose)) === choose) {
      await this.chooseProgram();
    }
  }

  async chooseProgram() {
    const { programs } = this.editor,
      program = await programs.choose(`The ELF file of ${nameOf(this.uri)}`, this.uri);
    if (program) {
      await programs.keep(this.uri, program);
      this.load();
    }
  }
}

class Editor {
  static TYPE = "spoor.recording";

  constructor(context) {
    this.context = context;
    this.programs = new Programs(context.workspaceState);
    /** Open recordings, by URI. @type {Map<string, Viewer>} */
    this.viewers = new Map();
  }

  openCustomDocument(uri) {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor({ uri }, panel) {
    if (this.page === undefined) {
      const file = vscode.Uri.joinPath(this.context.extensionUri, "page.html");
      this.page = Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
    }
    this.viewers.set(uri.toString(), new Viewer(this, uri, panel));
    panel.onDidDispose(() => this.viewers.delete(uri.toString()));
  }

  /** @param {vscode.Uri} [uri] the recording; the active one, if the command was typed */
  async chooseProgram(uri) {
    const viewer = uri ? this.viewers.get(uri.toString()) : [...this.viewers.values()].find((v) => v.panel.active);
    await viewer?.chooseProgram();
  }

  /** Show a recording that was made just now. */
  async show(uri) {
    const viewer = this.viewers.get(uri.toString());
    await vscode.commands.executeCommand("vscode.openWith", uri, Editor.TYPE);
    viewer?.load(); // it has an older recording of this name
  }
}

exports.Editor = Editor;
