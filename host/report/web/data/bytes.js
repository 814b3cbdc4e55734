// SPDX-License-Identifier: BSD-2-Clause
// Read the columns of varints in a section (host/report/page/section.h).
import { BadData } from "../engine/packed.js";
import { inParts } from "./tasks.js";

export { BadData };

/** Read consecutive columns. */
export class Columns {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Read one number. @returns {number} */
  one() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 0x80) {
      return byte;
    }
    let value = byte & 0x7f,
      shift = 7;
    for (;;) {
      byte = bytes[this.at++];
      if (byte === undefined) {
        throw new BadData("ends too early");
      }
      value = shift < 28 ? value | ((byte & 0x7f) << shift) : value + (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        return value;
      }
      shift += 7;
    }
  }

  signed() {
    const n = this.one();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }

  /**
   * Read `out.length` numbers into `out`.
   * @template {Float64Array|Uint32Array|Uint16Array|Uint8Array} T
   * @param {T} out @returns {T}
   */
  numbers(out) {
    const bytes = this.bytes,
      n = out.length;
    let at = this.at;
    for (let i = 0; i < n; i++) {
      const byte = bytes[at];
      if (byte < 0x80) {
        out[i] = byte;
        at++;
      } else {
        this.at = at;
        out[i] = this.one();
        at = this.at;
      }
    }
    this.at = at;
    this.check();
    return out;
  }

  /** Read numbers stored as differences into `out`. @param {Float64Array|Uint32Array} out */
  steps(out, before = 0) {
    const bytes = this.bytes,
      n = out.length;
    let at = this.at,
      value = before;
    for (let i = 0; i < n; i++) {
      let step = bytes[at++];
      if (step >= 0x80) {
        const next = bytes[at];
        if (next < 0x80) {
          step = (step & 0x7f) | (next << 7);
          at++;
        } else {
          this.at = at - 1;
          step = this.one();
          at = this.at;
        }
      }
      value += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
      out[i] = value;
    }
    this.at = at;
    this.check();
    return out;
  }

  /** @param {Float64Array} out */
  signedNumbers(out) {
    this.numbers(out);
    for (let i = 0; i < out.length; i++) {
      const n = out[i];
      out[i] = n % 2 === 0 ? n / 2 : -(n + 1) / 2;
    }
    return out;
  }

  /**
   * Read a long column of the form "numbers", "signedNumbers" or "steps" into `out`, in short tasks.
   * @template {Float64Array|Uint32Array|Uint16Array|Uint8Array} T
   * @param {T} out @param {number} before for steps @returns {Promise<T>}
   */
  async long(form, out, before = 0) {
    await inParts(out.length, (from, to) => this[form](out.subarray(from, to), from === 0 ? before : out[from - 1]));
    return out;
  }

  check() {
    if (this.at > this.bytes.length) {
      throw new BadData("ends too early");
    }
  }

  /** @throws {BadData} if bytes are left over */
  end() {
    if (this.at !== this.bytes.length) {
      throw new BadData("has a wrong length");
    }
  }
}
