// SPDX-License-Identifier: BSD-2-Clause
// The files and streams of node.js, as the system calls of WebAssembly (wasi.js) use them.
import fs from "node:fs";
import { ERRNO, TYPE, WasiError } from "../report/web/engine/wasi.js";
import { toSystem } from "./paths.mjs";

/** The numbers of WASI for the names of node.js. */
const NUMBERS = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EDQUOT: 19,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENXIO: 60,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ESPIPE: 70,
  ETXTBSY: 74,
  EXDEV: 75,
};

/** @returns {number} the errno of WASI for an error of node.js */
export const errnoOf = (error) => NUMBERS[error.code] ?? ERRNO.IO;

/** Call a function of node.js, and translate its errors. */
function call(use) {
  try {
    return use();
  } catch (e) {
    throw e instanceof WasiError || e.code === undefined ? e : new WasiError(errnoOf(e));
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** The same, and wait while a pipe is full or empty: other programs may have set it to not block. */
function callPipe(use) {
  for (let ms = 1; ; ms = Math.min(2 * ms, 50)) {
    try {
      return use();
    } catch (e) {
      if (e.code !== "EAGAIN") {
        throw e;
      }
    }
    Atomics.wait(never, 0, 0, ms);
  }
}

function typeOf(st) {
  return st.isFile() ? TYPE.FILE : st.isDirectory() ? TYPE.FOLDER : st.isCharacterDevice() ? TYPE.CHARACTER : 0;
}

/** All but the size, which changes. */
const describe = (st) => ({ type: typeOf(st), dev: st.dev, ino: st.ino, mtime: st.mtimeNs });

class NodeFile {
  constructor(fd, path) {
    this.fd = fd;
    this.path = path;
    Object.assign(this, describe(fs.fstatSync(fd, { bigint: true })));
  }

  size() {
    return fs.fstatSync(this.fd).size;
  }

  read(into, at) {
    return call(() => callPipe(() => fs.readSync(this.fd, into, 0, into.length, at)));
  }

  write(bytes, at) {
    return call(() => callPipe(() => fs.writeSync(this.fd, bytes, 0, bytes.length, at)));
  }

  resize(size) {
    call(() => fs.ftruncateSync(this.fd, size));
  }

  close() {
    call(() => fs.closeSync(this.fd));
  }
}

/** A folder. Windows can't open one, so it has no descriptor. */
class Folder {
  constructor(path, st) {
    Object.assign(this, describe(st));
    this.path = path;
    this.names = null;
  }

  size() {
    return 0;
  }

  read() {
    throw new WasiError(ERRNO.ISDIR);
  }

  write() {
    throw new WasiError(ERRNO.ISDIR);
  }

  /** The names don't change while they are read in pieces. */
  list() {
    this.names ??= [".", "..", ...call(() => fs.readdirSync(this.path))];
    return this.names;
  }

  close() {}
}

/** Standard input, output or error. */
export class Stream {
  constructor(fd, terminal) {
    this.fd = fd;
    this.terminal = terminal;
    const st = call(() => fs.fstatSync(fd, { bigint: true }));
    // A file of output has a place, which its other writers share: don't set it.
    Object.assign(this, describe(st), fd === 0 ? {} : { type: typeOf(st) === TYPE.FILE ? 0 : typeOf(st) });
    if (terminal) {
      this.type = TYPE.CHARACTER;
    }
  }

  size() {
    return fs.fstatSync(this.fd).size;
  }

  read(into, at) {
    try {
      return callPipe(() => fs.readSync(this.fd, into, 0, into.length, at));
    } catch (e) {
      if (e.code === "EOF") {
        return 0; // the end of a pipe on Windows
      }
      throw e.code === undefined ? e : new WasiError(errnoOf(e));
    }
  }

  write(bytes) {
    return call(() => callPipe(() => fs.writeSync(this.fd, bytes, 0, bytes.length)));
  }

  close() {}
}

export class Files {
  /** @param {boolean} windows */
  constructor(windows) {
    this.windows = windows;
  }

  path(path) {
    return toSystem(path, this.windows);
  }

  open(name, options) {
    const path = this.path(name),
      c = fs.constants;
    return call(() => {
      const st = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
      if (st?.isDirectory() && !options.write && !options.create) {
        return new Folder(path, st);
      }
      if (options.folder) {
        throw new WasiError(st === undefined ? ERRNO.NOENT : ERRNO.NOTDIR);
      }
      const fd = fs.openSync(
        path,
        (options.write ? (options.read ? c.O_RDWR : c.O_WRONLY) : c.O_RDONLY) |
          (options.create ? c.O_CREAT : 0) |
          (options.exclusive ? c.O_EXCL : 0) |
          (options.truncate ? c.O_TRUNC : 0),
        0o666,
      );
      return new NodeFile(fd, path);
    });
  }

  stat(name) {
    return call(() => {
      const st = fs.statSync(this.path(name), { bigint: true });
      return { ...describe(st), size: () => Number(st.size) };
    });
  }

  makeFolder(name) {
    call(() => fs.mkdirSync(this.path(name)));
  }

  removeFolder(name) {
    call(() => fs.rmdirSync(this.path(name)));
  }

  remove(name) {
    call(() => fs.unlinkSync(this.path(name)));
  }

  /** WASI has no permissions, so those of a replaced file are kept here. */
  rename(from, to) {
    const old = fs.statSync(this.path(to), { throwIfNoEntry: false });
    call(() => {
      if (old?.isFile()) {
        fs.chmodSync(this.path(from), old.mode & 0o7777);
      }
      fs.renameSync(this.path(from), this.path(to));
    });
  }
}
