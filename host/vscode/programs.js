// SPDX-License-Identifier: BSD-2-Clause
// The ELF files of recordings. A recording's headers have the build ID of its program (docs/wire-format.md); the ELF
// file has it in a note.
const vscode = require("vscode");

const NAMES = "*.{elf,axf,out}";
const HEADER = 1;
const SHT_NOTE = 7;
const NT_GNU_BUILD_ID = 3;

/** Decode a frame, which has no zeros (COBS). */
function decoded(frame) {
  const packet = [];
  for (let at = 0; at < frame.length; at += frame[at]) {
    const end = at + frame[at];
    packet.push(...frame.subarray(at + 1, end));
    if (frame[at] < 255 && end < frame.length) {
      packet.push(0);
    }
  }
  return Buffer.from(packet);
}

/** @param {Buffer} recording @returns {Buffer[]} its header packets */
function headersOf(recording) {
  const list = [];
  for (let at = 0; at < recording.length; ) {
    const zero = recording.indexOf(0, at),
      end = zero < 0 ? recording.length : zero;
    if (recording[at + 1] === HEADER && end - at <= 251) {
      list.push(decoded(recording.subarray(at, end)));
    }
    at = end + 1;
  }
  return list;
}

/** @param {Buffer} elf @returns {Buffer|null} */
function buildIdOf(elf) {
  if (elf.toString("latin1", 0, 6) !== "\x7fELF\x01\x01") {
    return null; // not a 32-bit little-endian ELF file
  }
  const word = (at) => elf.readUInt32LE(at),
    padded = (n) => (n + 3) & ~3;
  try {
    for (let n = 0; n < elf.readUInt16LE(48); n++) {
      const section = word(32) + n * elf.readUInt16LE(46),
        end = word(section + 16) + word(section + 20);
      for (let at = word(section + 16); word(section + 4) === SHT_NOTE && at + 12 <= end; ) {
        const id = at + 12 + padded(word(at)),
          bytes = word(at + 4);
        if (word(at + 8) === NT_GNU_BUILD_ID && elf.toString("latin1", at + 12, id) === "GNU\0") {
          return elf.subarray(id, id + bytes);
        }
        at = id + padded(bytes);
      }
    }
  } catch (e) {
    if (!(e instanceof RangeError)) {
      throw e;
    }
  }
  return null; // it has none, or is damaged
}

async function read(uri) {
  return { uri, bytes: Buffer.from(await vscode.workspace.fs.readFile(uri)) };
}

/** @returns {Promise<vscode.Uri[]>} ELF files by their names: first those beside a file, if one is given */
async function found(near) {
  const { findFiles } = vscode.workspace,
    beside = near ? await findFiles(new vscode.RelativePattern(vscode.Uri.joinPath(near, ".."), NAMES)) : [],
    all = [...beside, ...(await findFiles(`**/${NAMES}`))];
  return [...new Map(all.map((uri) => [uri.toString(), uri])).values()];
}

/** The setting spoor.program. */
function ofSetting(uri) {
  const name = vscode.workspace.getConfiguration("spoor", uri).get("program"),
    folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return !name
    ? null
    : folder && !/^([/\\]|\w:)/.test(name)
      ? vscode.Uri.joinPath(folder, name)
      : vscode.Uri.file(name);
}

class Programs {
  /** @param {vscode.Memento} memory keeps which ELF files were chosen */
  constructor(memory) {
    this.memory = memory;
  }

  /**
   * @param {{uri: vscode.Uri, bytes: Uint8Array}} recording
   * @returns {Promise<{uri: vscode.Uri, bytes: Buffer}|null>} its ELF file: the chosen one, else the one with its build
   *   ID, else that of the setting. Whether it is the right one is for the page to judge
   */
  async of({ uri, bytes }) {
    const chosen = this.memory.get(uri.toString());
    if (chosen) {
      try {
        return await read(vscode.Uri.parse(chosen));
      } catch {
        // It was deleted.
      }
    }
    const headers = headersOf(Buffer.from(bytes));
    for (const file of await found(uri)) {
      const program = await read(file),
        id = buildIdOf(program.bytes);
      if (id?.length > 0 && headers.some((header) => header.includes(id))) {
        return program;
      }
    }
    const set = ofSetting(uri);
    return set && (await read(set));
  }

  /** Ask for an ELF file. @returns {Promise<vscode.Uri|undefined>} */
  async choose(title, near) {
    const list = await found(near),
      browse = { label: "Browse …" },
      items = list.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
    const picked = list.length > 0 ? await vscode.window.showQuickPick([...items, browse], { title }) : browse;
    return picked === browse ? (await vscode.window.showOpenDialog({ title, openLabel: "Choose" }))?.[0] : picked?.uri;
  }

  /** Remember the ELF file of a recording. */
  keep(uri, program) {
    return this.memory.update(uri.toString(), program.toString());
  }
}

exports.Programs = Programs;
