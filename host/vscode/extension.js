// SPDX-License-Identifier: BSD-2-Clause
// The extension for VS Code: shows recordings in the page of `spoor viewer`, and runs `spoor record`. It needs no other
// package, and sends nothing.
const vscode = require("vscode");
const { Editor } = require("./editor");
const { record } = require("./record");

exports.activate = (context) => {
  const editor = new Editor(context);
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(Editor.TYPE, editor, {
      webviewOptions: { retainContextWhenHidden: true, enableFindWidget: false },
    }),
    vscode.commands.registerCommand("spoor.chooseProgram", (uri) => editor.chooseProgram(uri)),
    vscode.commands.registerCommand("spoor.record", () => record(editor)),
  );
};
