// SPDX-License-Identifier: BSD-2-Clause
// Record from a board's serial port, in browsers with Web Serial. The page shows what has come, once a second.
import { button, h, save } from "./dom.js";

const EVERY_MS = 1000;
const RATES = [115200, 230400, 460800, 921600, 1000000, 2000000];

export class Serial {
  /** @param {import("./open.js").Opener} opener */
  constructor(opener) {
    this.opener = opener;
    this.chunks = [];
    this.bytes = 0;
    this.rate = h("select", { "aria-label": "Baud rate" }, ...RATES.map((r) => h("option", { value: r }, `${r} baud`)));
    this.start = button("Record from a serial port", "Choose a port and record", () => this.record());
    this.control = navigator.serial ? h("span", {}, this.start, " ", this.rate) : h("span");
  }

  async record() {
    const { opener } = this,
      elf = opener.programs[opener.programs.length - 1];
    if (!elf) {
      opener.say("Drop the ELF file of the program on the board first.");
      return;
    }
    try {
      this.port = await navigator.serial.requestPort();
      await this.port.open({ baudRate: Number(this.rate.value) });
    } catch (e) {
      opener.say(`The port can't be opened: ${e.message}`);
      return;
    }
    this.running = true;
    this.stop = button("Stop recording", "Stop, and save the recording to a file", () => this.end());
    document.querySelector("header").append(this.stop);
    this.timer = setInterval(() => this.show(elf), EVERY_MS);
    this.reader = this.port.readable.getReader();
    try {
      for (let r = await this.reader.read(); !r.done; r = await this.reader.read()) {
        this.chunks.push(r.value);
        this.bytes += r.value.length;
      }
    } catch (e) {
      opener.say(`The port was lost: ${e.message}`);
    }
    clearInterval(this.timer);
    await this.show(elf);
  }

  /** Show what has come since the last time. */
  async show(elf) {
    if (this.busy || this.bytes === (this.shown ?? 0)) {
      return;
    }
    this.busy = true;
    this.shown = this.bytes;
    const before = this.opener.sections.recordings.get(0);
    try {
      await this.opener.take("serial.spoor", new Blob(this.chunks), { name: elf.name, data: elf }, 0);
      await before?.close();
    } catch (e) {
      this.opener.say(e.message); // no header has come yet
    }
    this.busy = false;
  }

  async end() {
    this.stop.remove();
    await this.reader?.cancel();
    await this.port?.close().catch(() => {});
    save("serial.spoor", "application/octet-stream", new Blob(this.chunks));
  }
}
