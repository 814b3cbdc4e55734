#!/usr/bin/env node
// SPDX-License-Identifier: BSD-2-Clause
// Stands in for QEMU with a Raspberry Pi Pico: runs npm's rp2040js, an independent emulator, with
// the options that scripts/run-qemu passes. It counts cycles, while QEMU counts instructions.
//
//   scripts/rp2040.js -serial WHERE [-serial WHERE] [-icount shift=0[,sleep=off]] -kernel FILE.elf
//   scripts/rp2040.js --version     print the version of rp2040js; fails if it isn't installed
//
// WHERE is stdio, mon:stdio (Ctrl-] quits) or file:PATH. With sleep=off, waiting takes no time.
const fs = require("node:fs");
const path = require("node:path");

const CYCLE_NS = 8; // 125 MHz
const BYTE_NS = 86806; // one byte at 115200 baud
const AIRCR = 0xd0c;
const AIRCR_SYSRESETREQ = 0x05fa0004;
const SYS_EXIT_EXTENDED = 0x20;
const BKPT_SEMIHOSTING = 0xab;
const ESCAPE = 0x1d; // Ctrl-]

function fail(text) {
  fs.writeSync(2, `rp2040: ${text}\n`);
  process.exit(2);
}

// The folder of global npm packages of this node, or of Debian's npm.
function emulator() {
  const own = path.join(path.dirname(process.execPath), "../lib/node_modules");
  try {
    const entry = require.resolve("rp2040js", { paths: [own, "/usr/local/lib/node_modules", "/usr/lib/node_modules"] });
    const { version } = JSON.parse(fs.readFileSync(path.join(path.dirname(entry), "../../package.json")));
    return { ...require(entry), version };
  } catch {
    return fail("rp2040js is missing: npm install --global rp2040js");
  }
}

function options(words) {
  const found = { serial: [], kernel: "", exact: false };
  for (let n = 0; n < words.length; n++) {
    if (words[n] === "-serial") {
      found.serial.push(words[++n]);
    } else if (words[n] === "-kernel") {
      found.kernel = words[++n];
    } else if (words[n] === "-icount") {
      found.exact = words[++n].includes("sleep=off");
    } else if (["-display", "-monitor", "-echr", "-semihosting-config"].includes(words[n])) {
      n++; // QEMU's options without effect here
    } else {
      fail(`unknown option ${words[n]}`);
    }
  }
  return found.kernel ? found : fail("no -kernel FILE.elf");
}

// Copy the segments of a 32-bit ELF file to their load addresses.
function load(file, mcu) {
  const elf = fs.readFileSync(file);
  if (elf.length < 52 || elf.readUInt32BE(0) !== 0x7f454c46) {
    fail(`${file}: not an ELF file`);
  }
  const headers = elf.readUInt32LE(28);
  for (let n = 0; n < elf.readUInt16LE(44); n++) {
    const at = headers + n * elf.readUInt16LE(42);
    const [type, offset, , address, bytes] = [0, 4, 8, 12, 16].map((field) => elf.readUInt32LE(at + field));
    if (type === 1 && bytes > 0) {
      const memory = address < 0x20000000 ? mcu.flash : mcu.sram;
      memory.set(elf.subarray(offset, offset + bytes), address & 0xffffff);
    }
  }
}

// Output of a serial port, written at the end of each step.
function sink(where) {
  if (where === undefined || where === "none") {
    return { put() {}, flush() {} };
  }
  const file = where.startsWith("file:")
    ? fs.openSync(where.slice(5), "w")
    : where.endsWith("stdio")
      ? 1
      : fail(`no serial port ${where}`);
  let bytes = [];
  return {
    put: (byte) => bytes.push(byte),
    flush() {
      for (let left = Buffer.from(bytes); left.length > 0; ) {
        try {
          left = left.subarray(fs.writeSync(file, left));
        } catch (error) {
          if (error.code !== "EAGAIN") {
            process.exit(1); // nobody reads
          }
        }
      }
      bytes = [];
    },
  };
}

// Bytes typed at standard input, which a port receives one at a time.
function keyboard(where, leave) {
  const typed = [];
  let escaped = false;
  if (where?.startsWith("mon:") && process.stdin.isTTY) {
    process.stdin.setRawMode(true);
  }
  process.stdin.on("data", (bytes) => {
    for (const byte of bytes) {
      if (where?.startsWith("mon:") && (escaped || byte === ESCAPE)) {
        if (escaped && byte === 0x78) {
          leave(0);
        }
        escaped = !escaped;
      } else {
        typed.push(byte);
      }
    }
  });
  process.stdin.on("error", () => {});
  return typed;
}

class Pico {
  constructor(library, given) {
    this.library = library;
    this.given = given;
    this.ports = [sink(given.serial[0]), sink(given.serial[1])];
    this.typed = keyboard(given.serial[0], (status) => this.leave(status));
    this.begun = process.hrtime.bigint();
    this.reset();
  }

  // Reset through the vector table after the 256 bytes of the boot ROM's second stage. The memory
  // keeps its contents.
  reset() {
    const { RP2040 } = this.library;
    const mcu = new RP2040();
    if (this.mcu) {
      mcu.sram.set(this.mcu.sram);
      mcu.clock.tick(this.mcu.clock.nanos);
    }
    this.mcu = mcu;
    mcu.logger = {
      debug() {},
      info() {},
      warn() {},
      error: (part, text) => fs.writeSync(2, `rp2040: ${part}: ${text}\n`),
    };
    load(this.given.kernel, mcu);
    mcu.uart.forEach((uart, n) => {
      uart.onByte = (byte) => this.ports[n].put(byte);
    });
    mcu.onBreak = (number) => this.trap(number);
    const write = mcu.ppb.writeUint32.bind(mcu.ppb);
    mcu.ppb.writeUint32 = (offset, value) => {
      if (offset === AIRCR && value >>> 0 === AIRCR_SYSRESETREQ) {
        this.resets = true;
      } else {
        write(offset, value);
      }
    };
    const { core } = mcu;
    core.VTOR = 0x10000100;
    core.SP = mcu.flashView.getUint32(0x100, true);
    core.PC = mcu.flashView.getUint32(0x104, true) & ~1;
    // At WFI the emulator would take an interrupt masked by PRIMASK, so run() ends the wait
    // instead.
    const check = core.checkForInterrupts.bind(core);
    core.checkForInterrupts = () => !core.waiting && check();
  }

  leave(status) {
    this.ports.forEach((port) => port.flush());
    process.exit(status);
  }

  trap(number) {
    const { core, sramView } = this.mcu;
    const address = (core.registers[1] >>> 0) - 0x20000000;
    if (number === BKPT_SEMIHOSTING && core.registers[0] === SYS_EXIT_EXTENDED) {
      this.leave(sramView.getUint32(address + 4, true) & 0xff);
    }
    core.registers[0] = -1; // no other call is supported
  }

  run(nanos) {
    const { core, clock } = this.mcu;
    const end = clock.nanos + nanos;
    while (clock.nanos < end && !this.resets) {
      if (!core.waiting) {
        clock.tick(core.executeInstruction() * CYCLE_NS);
      } else if (core.pendingInterrupts & core.enabledInterrupts || core.pendingSystick || core.pendingPendSV) {
        core.waiting = false;
        core.interruptsUpdated = true;
      } else {
        clock.tick(Math.max(CYCLE_NS, Math.min(clock.nanosToNextAlarm, end - clock.nanos)));
      }
    }
  }

  step() {
    const { uart, clock } = this.mcu;
    if (this.typed.length > 0 && !uart[0].rxFIFO.full) {
      uart[0].feedByte(this.typed.shift());
    }
    this.run(BYTE_NS);
    this.ports.forEach((port) => port.flush());
    if (this.resets) {
      this.resets = false;
      this.reset();
    }
    const ahead = clock.nanos / 1e6 - Number(process.hrtime.bigint() - this.begun) / 1e6;
    if (!this.given.exact && ahead > 2) {
      setTimeout(() => this.step(), ahead);
    } else {
      setImmediate(() => this.step());
    }
  }
}

const rp2040js = emulator();
if (process.argv[2] === "--version") {
  console.log(rp2040js.version);
} else {
  new Pico(rp2040js, options(process.argv.slice(2))).step();
}
