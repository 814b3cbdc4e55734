// SPDX-License-Identifier: BSD-2-Clause
// The command "Spoor: Record": asks what to record, runs `spoor record` in a terminal, and opens what it wrote.
const { execFile } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");

const SOURCES = "/dev/ttyUSB0 --baud 1000000, or tcp:localhost:4444, or --qemu mps2-an385";

/** @returns {Promise<string|null>} why a tool doesn't run, or null */
function failure(tool, cwd) {
  return new Promise((done) => execFile(tool, ["--version"], { cwd }, (e) => done(e && (e.code ?? e.message))));
}

/** Run a task. @returns {Promise<number|undefined>} its exit status; undefined if its terminal was closed */
function run(task) {
  return new Promise((done, refuse) => {
    const ended = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name === task.name) {
        ended.dispose();
        done(exitCode);
      }
    });
    vscode.tasks.executeTask(task).then(undefined, refuse);
  });
}

/** The answers of a user, who may also cancel. */
async function ask(editor, folder) {
  const { workspaceState } = editor.context,
    last = workspaceState.get("record") ?? { source: "", lines: "trace_stream on" };
  const title = "Spoor: Record",
    source = await vscode.window.showInputBox({
      title,
      prompt: "What to record, with options of `spoor record`",
      placeHolder: SOURCES,
      value: last.source,
      ignoreFocusOut: true,
    });
  const program = source && (await editor.programs.choose("The ELF file of the program that runs"));
  const lines =
    program &&
    (await vscode.window.showInputBox({
      title,
      prompt: "Lines to type at the target's shell, with ; between them. None: it records until Ctrl-C",
      value: last.lines,
      ignoreFocusOut: true,
    }));
  if (lines === undefined || !program) {
    return null;
  }
  await workspaceState.update("record", { source, lines });
  const file = await vscode.window.showSaveDialog({
    title: "Where to write the recording",
    defaultUri: vscode.Uri.file(path.join(folder, "run.spoor")),
    filters: { Recordings: ["spoor"] },
  });
  return file ? { source, program, lines, file } : null;
}

/** The arguments of the tool. In QEMU, the program is what is recorded. */
function argumentsOf({ source, program, lines, file }) {
  const words = source.trim().split(/\s+/),
    isQemu = words.some((word) => /^(-q|--qemu)/.test(word)),
    typed = lines.split(";").map((line) => line.trim());
  return [
    "record",
    ...words,
    ...(isQemu ? [program.fsPath] : ["--elf", program.fsPath]),
    "--output",
    file.fsPath,
    ...(lines.trim() ? ["--", ...typed.filter(Boolean)] : []),
  ];
}

/** @param {import("./editor").Editor} editor */
async function record(editor) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? os.homedir(),
    name = vscode.workspace.getConfiguration("spoor").get("path"),
    tool = /[/\\]/.test(name) ? path.resolve(folder, name) : name,
    wrong = await failure(tool, folder);
  if (wrong) {
    const settings = "Open Settings",
      text = `${name} can't be run (${wrong}). Install the tool, or set spoor.path to where it is.`;
    if ((await vscode.window.showErrorMessage(text, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "spoor.path");
    }
    return;
  }
  const given = await ask(editor, folder);
  if (given === null) {
    return;
  }
  const { file, program } = given,
    task = new vscode.Task(
      { type: "process" },
      vscode.workspace.workspaceFolders ? vscode.TaskScope.Workspace : vscode.TaskScope.Global,
      `record ${path.basename(file.fsPath)}`,
      "Spoor",
      new vscode.ProcessExecution(tool, argumentsOf(given), { cwd: folder }),
    );
  const begin = Date.now(),
    status = await run(task);
  if (status) {
    vscode.window.showWarningMessage(`spoor record ended with status ${status}. Its terminal has the reason.`);
  }
  try {
    const { mtime } = await vscode.workspace.fs.stat(file);
    if (mtime < begin - 1000) {
      return; // a file from before
    }
  } catch {
    return;
  }
  await editor.programs.keep(file, program);
  await editor.show(file);
}

exports.record = record;
