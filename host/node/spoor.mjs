#!/usr/bin/env node
// SPDX-License-Identifier: BSD-2-Clause
// Run the tool, compiled to WebAssembly.
import fs from "node:fs";
import path from "node:path";
import { isatty } from "node:tty";
import { Exit, Wasi, WasiError } from "../report/web/engine/wasi.js";
import { errnoOf, Files, Stream } from "./files.mjs";
import { toProgram, toSystem } from "./paths.mjs";

const windows = process.platform === "win32";

/** As a shell reports a program that wrote to a closed pipe. */
const CLOSED_PIPE = 141;
const EPIPE = 64;

/** Standard output or error. Like other programs, the tool ends without a message if its reader has ended. */
class Output extends Stream {
  write(bytes) {
    try {
      return super.write(bytes);
    } catch (e) {
      throw e instanceof WasiError && e.errno === EPIPE ? new Exit(CLOSED_PIPE) : e;
    }
  }
}

const files = new Files(windows),
  wasi = new Wasi(files, {
    args: ["spoor", ...process.argv.slice(2)],
    env: [`PWD=${toProgram(process.cwd(), windows)}`],
    streams: [new Stream(0, isatty(0)), new Output(1, isatty(1)), new Output(2, isatty(2))],
  });

function cString(at) {
  const all = new Uint8Array(wasi.memory.buffer);
  return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
}

/** @param {number} at a path of the program, relative or not */
function systemPath(at) {
  const text = cString(at);
  return path.resolve(text.startsWith("/") ? toSystem(text.slice(1), windows) : text);
}

function errno(use) {
  try {
    use();
    return 0;
  } catch (e) {
    if (e.code === undefined) {
      throw e;
    }
    return errnoOf(e);
  }
}

/** The imports of host/wasm/posix.c. */
const posix = {
  getpid: () => process.pid,
  access: (at, mode) => errno(() => fs.accessSync(systemPath(at), mode)),
  realpath: (at, to, size) =>
    errno(() => {
      const real = new TextEncoder().encode(`${toProgram(fs.realpathSync(systemPath(at)), windows)}\0`);
      if (real.length > size) {
        throw Object.assign(new Error(), { code: "ENAMETOOLONG" });
      }
      wasi.bytes(to, real.length).set(real);
    }),
};

function run() {
  const module = new WebAssembly.Module(fs.readFileSync(new URL("spoor.wasm", import.meta.url)));
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports, spoor: posix });

  wasi.attach(instance);
  try {
    instance.exports._start();
    return 0;
  } catch (e) {
    if (e instanceof Exit) {
      return e.status;
    }
    throw e;
  }
}

process.exitCode = run();
