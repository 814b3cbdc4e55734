// SPDX-License-Identifier: BSD-2-Clause
// Decode a section: base64, deflate, then columns of varints (host/report/page/section.h).

/** The data is truncated, damaged, or has another format. */
export class BadData extends Error {}

/** @param {string} text @returns {Uint8Array} */
export function fromBase64(text) {
  try {
    if (Uint8Array.fromBase64) {
      return Uint8Array.fromBase64(text);
    }
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) {
      bytes[i] = binary.charCodeAt(i);
    }
    return bytes;
  } catch {
    throw new BadData("is not base64: the file was changed or truncated");
  }
}

/** @param {Uint8Array} packed @param {number} raw length of the result @returns {Promise<Uint8Array>} */
export async function inflate(packed, raw) {
  const out = new Uint8Array(raw);
  let used = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (used + next.value.length > raw) {
        throw new BadData(`has more than ${raw} bytes`);
      }
      out.set(next.value, used);
      used += next.value.length;
    }
  } catch (e) {
    throw e instanceof BadData ? e : new BadData("can't be decompressed: the file was changed or truncated");
  }
  if (used !== raw) {
    throw new BadData(`has ${used} bytes of ${raw}: the file was truncated`);
  }
  return out;
}

const TASK_MS = 20;
let since = 0;

/** Let the browser handle its events if the page has computed for long. */
export async function breathe() {
  if (performance.now() - since > TASK_MS) {
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
}

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
