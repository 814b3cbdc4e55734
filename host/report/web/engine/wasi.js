// SPDX-License-Identifier: BSD-2-Clause
// The system calls of WebAssembly programs (WASI preview 1), as far as the engine and the tool use them. The files come
// from a Files object: Memory for a page. It is our own, since the page must work
// without a package manager, and node's own module can't take Windows' paths.

/** Numbers of WASI. */
export const ERRNO = { OK: 0, ACCES: 2, BADF: 8, EXIST: 20, INVAL: 28, IO: 29, ISDIR: 31, NOENT: 44, NOSYS: 52 };
ERRNO.NOTDIR = 54;
ERRNO.NOTEMPTY = 55;
/** Of a handle; 0 is a pipe or something else without a place. */
export const TYPE = { CHARACTER: 2, FOLDER: 3, FILE: 4 };
const CREATE = 1,
  DIRECTORY = 2,
  EXCLUSIVE = 4,
  TRUNCATE = 8,
  APPEND = 1,
  RIGHT_READ = 2n,
  RIGHT_WRITE = 64n;
// The C library takes a device without a place, whose rights lack these, for a terminal.
const ALL_RIGHTS = 0xffffffffffffffffn,
  RIGHTS_OF_PLACE = (1n << 2n) | (1n << 5n);

/** A failure with a number of WASI. */
export class WasiError extends Error {
  constructor(errno) {
    super(`errno ${errno}`);
    this.errno = errno;
  }
}

/** The end of a program. */
export class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/**
 * An open file.
 * @typedef {object} Handle
 * @property {number} type TYPE.…
 * @property {boolean} [terminal]
 * @property {bigint} [dev] with `ino`: whether two files are the same
 * @property {bigint} [ino]
 * @property {bigint} [mtime] when it was changed, in ns since 1970
 * @property {() => number} size
 * @property {(into: Uint8Array, at: number|null) => number} read null: at the place of a pipe
 * @property {(bytes: Uint8Array, at: number|null) => number} write
 * @property {(size: number) => void} [resize]
 * @property {() => string[]} [list]
 * @property {() => void} close
 */

/** Bytes of a browser's file that are loaded at once. */
const CHUNK = 1 << 20;

/** A file in memory, or of a browser, of which only the parts that are read are loaded. */
export class MemoryFile {
  /** @param {Uint8Array|Blob} data */
  constructor(data) {
    this.type = TYPE.FILE;
    this.data = data;
    this.blob = !(data instanceof Uint8Array);
    this.chunk = null;
    this.chunkAt = 0;
  }

  size() {
    return this.blob ? this.data.size : this.data.length;
  }

  read(into, at) {
    const end = Math.min(at + into.length, this.size());
    if (end <= at) {
      return 0;
    }
    into.set(this.blob ? this.load(at, end) : this.data.subarray(at, end));
    return end - at;
  }

  /** Bytes of the browser's file. */
  load(at, end) {
    if (this.chunk === null || at < this.chunkAt || end > this.chunkAt + this.chunk.length) {
      const part = this.data.slice(at, Math.max(end, at + CHUNK));
      this.chunk = new Uint8Array(new FileReaderSync().readAsArrayBuffer(part));
      this.chunkAt = at;
    }
    return this.chunk.subarray(at - this.chunkAt, end - this.chunkAt);
  }

  write() {
    throw new WasiError(ERRNO.ACCES);
  }

  close() {}
}

/** Files by name, which can be read only. */
export class Memory {
  constructor() {
    this.files = new Map();
  }

  /** @param {string} name @param {Uint8Array|Blob} data */
  add(name, data) {
    this.files.set(name, data);
  }

  open(path) {
    const data = this.files.get(path);
    if (data === undefined) {
      throw new WasiError(ERRNO.NOENT);
    }
    return new MemoryFile(data);
  }

  stat(path) {
    return this.open(path);
  }
}

/** A stream to which text is written. @param {(bytes: Uint8Array) => void} take */
export const output = (take) => ({
  type: TYPE.CHARACTER,
  size: () => 0,
  read: () => 0,
  write: (bytes) => {
    take(bytes);
    return bytes.length;
  },
  close: () => {},
});

/** A stream from which nothing is read. */
export const nothing = {
  type: TYPE.CHARACTER,
  size: () => 0,
  read: () => 0,
  write: (bytes) => bytes.length,
  close() {},
};

export class Wasi {
  /**
   * @param {object} files opens paths, which begin without a slash
   * @param {{args?: string[], env?: string[], streams?: Handle[]}} options
   */
  constructor(files, { args = [], env = [], streams = [nothing, nothing, nothing] } = {}) {
    this.files = files;
    this.args = args;
    this.env = env;
    /** @type {({handle: Handle, at: number, append: boolean, preopened?: boolean}|null)[]} */
    this.fds = streams.map((handle) => ({ handle, at: 0, append: false }));
    this.fds.push({
      handle: { type: TYPE.FOLDER, size: () => 0, close() {} },
      at: 0,
      append: false,
      preopened: true,
    });
    this.memory = null;
    /** Called before a read from a place of a file. @type {(file: Handle, at: number) => void} */
    this.onread = () => {};
    this.imports = this.makeImports();
  }

  /** @param {WebAssembly.Instance} instance */
  attach(instance) {
    this.memory = instance.exports.memory;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, n) {
    return new Uint8Array(this.memory.buffer, at, n);
  }

  text(at, n) {
    return new TextDecoder().decode(this.bytes(at, n).slice());
  }

  fd(n) {
    const found = this.fds[n];
    if (!found) {
      throw new WasiError(ERRNO.BADF);
    }
    return found;
  }

  /** Call `each` for the buffers of a list until one isn't filled. @returns {number} the sum */
  vectors(list, count, each) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = this.view.getUint32(list + 8 * i, true),
        n = this.view.getUint32(list + 8 * i + 4, true);
      const done = n === 0 ? 0 : each(this.bytes(at, n), sum);
      sum += done;
      if (done < n) {
        break;
      }
    }
    return sum;
  }

  move(f, list, count, place, call) {
    const moves = place === null && f.handle.type === TYPE.FILE;
    const from = f.append && call === "write" ? f.handle.size() : place === null ? f.at : Number(place);
    if (call === "read") {
      this.onread(f.handle, from);
    }
    const n = this.vectors(list, count, (bytes, done) =>
      f.handle[call](bytes, f.handle.type === TYPE.FILE ? from + done : null),
    );
    if (moves) {
      f.at = from + n;
    }
    return n;
  }

  putStat(at, handle) {
    this.bytes(at, 64).fill(0);
    this.view.setBigUint64(at, BigInt.asUintN(64, handle.dev ?? 0n), true);
    this.view.setBigUint64(at + 8, BigInt.asUintN(64, handle.ino ?? 0n), true);
    this.view.setUint8(at + 16, handle.type);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(handle.size()), true);
    this.view.setBigUint64(at + 48, BigInt.asUintN(64, handle.mtime ?? 0n), true);
  }

  /** Write strings and the list of their addresses. */
  putStrings(list, at, strings) {
    let to = at;
    strings.forEach((s, n) => {
      const bytes = new TextEncoder().encode(`${s}\0`);
      this.view.setUint32(list + 4 * n, to, true);
      this.bytes(to, bytes.length).set(bytes);
      to += bytes.length;
    });
  }

  putSizes(count, size, strings) {
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(
      size,
      strings.reduce((sum, s) => sum + new TextEncoder().encode(s).length + 1, 0),
      true,
    );
  }

  putEntries(fd, buffer, room, cookie, used) {
    const names = this.fd(fd).handle.list();
    let at = 0;
    for (let n = Number(cookie); n < names.length && at < room; n++) {
      const name = new TextEncoder().encode(names[n]),
        entry = new Uint8Array(24 + name.length),
        view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(n + 1), true);
      view.setUint32(16, name.length, true);
      entry.set(name, 24);
      const fits = Math.min(entry.length, room - at);
      this.bytes(buffer + at, fits).set(entry.subarray(0, fits));
      at += fits;
    }
    this.view.setUint32(used, at, true);
  }

  open(path, flags, rights, fdFlags) {
    const handle = this.files.open(path, {
      read: (rights & RIGHT_READ) !== 0n,
      write: (rights & RIGHT_WRITE) !== 0n,
      create: (flags & CREATE) !== 0,
      exclusive: (flags & EXCLUSIVE) !== 0,
      truncate: (flags & TRUNCATE) !== 0,
      folder: (flags & DIRECTORY) !== 0,
    });
    const free = this.fds.indexOf(null);
    const n = free >= 0 ? free : this.fds.length;
    this.fds[n] = { handle, at: 0, append: (fdFlags & APPEND) !== 0 };
    return n;
  }

  makeImports() {
    const seek = (f, offset, whence) => {
      if (f.handle.type !== TYPE.FILE) {
        throw new WasiError(70); // not seekable
      }
      const at = Number(offset) + (whence === 0 ? 0 : whence === 1 ? f.at : f.handle.size());
      if (at < 0) {
        throw new WasiError(ERRNO.INVAL);
      }
      f.at = at;
      return at;
    };
    const calls = {
      args_sizes_get: (count, size) => this.putSizes(count, size, this.args),
      args_get: (list, at) => this.putStrings(list, at, this.args),
      environ_sizes_get: (count, size) => this.putSizes(count, size, this.env),
      environ_get: (list, at) => this.putStrings(list, at, this.env),
      clock_time_get: (_id, _precision, at) =>
        this.view.setBigUint64(
          at,
          BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n,
          true,
        ),
      random_get: (at, n) => void crypto.getRandomValues(this.bytes(at, n)),
      sched_yield: () => {},
      proc_exit: (status) => {
        throw new Exit(status);
      },
      fd_close: (n) => {
        this.fd(n).handle.close();
        this.fds[n] = null;
      },
      fd_fdstat_get: (n, at) => {
        const f = this.fd(n);
        this.bytes(at, 24).fill(0);
        this.view.setUint8(at, f.handle.type);
        this.view.setUint16(at + 2, f.append ? APPEND : 0, true);
        this.view.setBigUint64(at + 8, f.handle.terminal ? ALL_RIGHTS & ~RIGHTS_OF_PLACE : ALL_RIGHTS, true);
        this.view.setBigUint64(at + 16, ALL_RIGHTS, true);
      },
      fd_renumber: (from, to) => {
        this.fd(to).handle.close();
        this.fds[to] = this.fd(from);
        this.fds[from] = null;
      },
      fd_fdstat_set_flags: (n, flags) => {
        this.fd(n).append = (flags & APPEND) !== 0;
      },
      fd_filestat_get: (n, at) => this.putStat(at, this.fd(n).handle),
      fd_filestat_set_size: (n, size) => this.fd(n).handle.resize(Number(size)),
      fd_prestat_get: (n, at) => {
        if (!this.fd(n).preopened) {
          throw new WasiError(ERRNO.BADF);
        }
        this.view.setUint32(at, 0, true);
        this.view.setUint32(at + 4, 1, true);
      },
      fd_prestat_dir_name: (_n, at) => this.view.setUint8(at, 47),
      fd_read: (n, list, count, done) =>
        this.view.setUint32(done, this.move(this.fd(n), list, count, null, "read"), true),
      fd_pread: (n, list, count, place, done) =>
        this.view.setUint32(done, this.move(this.fd(n), list, count, place, "read"), true),
      fd_write: (n, list, count, done) =>
        this.view.setUint32(done, this.move(this.fd(n), list, count, null, "write"), true),
      fd_pwrite: (n, list, count, place, done) =>
        this.view.setUint32(done, this.move(this.fd(n), list, count, place, "write"), true),
      fd_seek: (n, offset, whence, at) => this.view.setBigUint64(at, BigInt(seek(this.fd(n), offset, whence)), true),
      fd_tell: (n, at) => this.view.setBigUint64(at, BigInt(this.fd(n).at), true),
      fd_readdir: (n, buffer, room, cookie, used) => this.putEntries(n, buffer, room, cookie, used),
      fd_sync: () => {},
      path_open: (_n, _look, path, length, flags, rights, _inherits, fdFlags, at) =>
        this.view.setUint32(at, this.open(this.text(path, length), flags, rights, fdFlags), true),
      path_filestat_get: (_n, _flags, path, length, at) => this.putStat(at, this.files.stat(this.text(path, length))),
      path_create_directory: (_n, path, length) => this.files.makeFolder(this.text(path, length)),
      path_remove_directory: (_n, path, length) => this.files.removeFolder(this.text(path, length)),
      path_unlink_file: (_n, path, length) => this.files.remove(this.text(path, length)),
      path_rename: (_n, from, fromLength, _m, to, toLength) =>
        this.files.rename(this.text(from, fromLength), this.text(to, toLength)),
      // Everything is ready at once: there is nothing to wait for.
      poll_oneoff: (from, to, count, done) => {
        for (let i = 0; i < count; i++) {
          this.bytes(to + 32 * i, 32).fill(0);
          this.bytes(to + 32 * i, 8).set(this.bytes(from + 48 * i, 8));
          this.view.setUint8(to + 32 * i + 10, this.view.getUint8(from + 48 * i + 8));
        }
        this.view.setUint32(done, count, true);
      },
    };
    return Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (...args) => {
          try {
            call(...args);
            return ERRNO.OK;
          } catch (e) {
            if (e instanceof WasiError) {
              return e.errno;
            }
            throw e;
          }
        },
      ]),
    );
  }
}
