// SPDX-License-Identifier: BSD-2-Clause
// Opens source lines. An ELF file has the paths of the machine that compiled it, so a file may be elsewhere here.
const vscode = require("vscode");

/** The parts of a path, without those that name no folder. */
const partsOf = (file) => file.split(/[/\\]/).filter((part) => !["", ".", ".."].includes(part));

/** @returns {number} how many of the last parts of two paths are equal */
function common(a, b) {
  let n = 0;
  while (n < Math.min(a.length, b.length) && a[a.length - 1 - n] === b[b.length - 1 - n]) {
    n++;
  }
  return n;
}

async function exists(uri) {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<vscode.Uri[]>} the file; else those of its name that have most of its last folders */
async function locate(file) {
  const isAbsolute = /^(\/(?!\/)|[A-Za-z]:[/\\])/.test(file), // not "//server/file", which would contact the server
    parts = partsOf(file),
    folders = vscode.workspace.workspaceFolders ?? [];
  const exact = isAbsolute
    ? [vscode.Uri.file(file)]
    : folders.map((folder) => vscode.Uri.joinPath(folder.uri, ...parts));
  for (const uri of exact) {
    if (await exists(uri)) {
      return [uri];
    }
  }
  const name = parts[parts.length - 1].replace(/[*?{}[\]!]/g, "?"),
    all = await vscode.workspace.findFiles(`**/${name}`),
    fit = (uri) => common(partsOf(uri.path), parts),
    most = Math.max(...all.map(fit));
  return all.filter((uri) => fit(uri) === most);
}

/** @param {string} file as in the ELF file @param {number} line from 1; 0: unknown */
async function openLine(file, line) {
  const found = await locate(file);
  if (found.length === 0) {
    vscode.window.showWarningMessage(`${file} isn't in the workspace. Open the folder with the program's source.`);
    return;
  }
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
    picked = items.length > 1 ? await vscode.window.showQuickPick(items, { title: `Source of ${file}` }) : items[0];
  if (picked) {
    const at = new vscode.Position(Math.max(0, line - 1), 0);
    await vscode.window.showTextDocument(picked.uri, {
      viewColumn: vscode.ViewColumn.Beside,
      selection: new vscode.Range(at, at),
    });
  }
}

exports.openLine = openLine;
