// SPDX-License-Identifier: BSD-2-Clause
// A section of a page or of an answer: deflated; in a page in base64, too, in pieces that the browser's parser reads
// one by one.

/** The data is truncated, damaged, or has another format. */
export class BadData extends Error {}

/** A section of equal lengths isn't compressed.
 * @typedef {{name: string, raw: number, packed: number, pieces?: string[], bytes?: Uint8Array}} Section */

/** @param {string} name of the section, for messages @param {string} text @returns {Uint8Array} */
export function fromBase64(name, text) {
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
    throw new BadData(`section ${name} is not base64: the file was changed or truncated`);
  }
}

/** @param {Uint8Array[]} list */
export function joined(list) {
  const all = new Uint8Array(list.reduce((sum, bytes) => sum + bytes.length, 0));
  let at = 0;
  for (const bytes of list) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/** @param {Blob} packed @returns {ReadableStream<Uint8Array>} */
function inflated(packed) {
  return packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
}

function undeflatable() {
  throw new BadData("can't be decompressed: the file was changed or truncated");
}

/** @param {Uint8Array} packed @param {number} raw length of the result @returns {Promise<Uint8Array>} */
export async function inflate(packed, raw) {
  const out = new Uint8Array(raw);
  let used = 0;
  try {
    const reader = inflated(new Blob([packed])).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (used + next.value.length > raw) {
        throw new BadData(`has more than ${raw} bytes`);
      }
      out.set(next.value, used);
      used += next.value.length;
    }
  } catch (e) {
    if (e instanceof BadData) {
      throw e;
    }
    undeflatable();
  }
  checkLength(used, raw);
  return out;
}

function checkLength(is, wanted) {
  if (is !== wanted) {
    throw new BadData(`has ${is} bytes of ${wanted}: the file was truncated`);
  }
}

/** Name the section in the message of a failure. @template T @param {() => Promise<T>} does @returns {Promise<T>} */
async function named(section, does) {
  try {
    return await does();
  } catch (e) {
    throw e instanceof BadData ? new BadData(`section ${section.name} ${e.message}`) : e;
  }
}

/** @param {Section} section @returns {Promise<Uint8Array>} */
export async function unpack(section) {
  const packed = section.bytes ?? joined(section.pieces.map((text) => fromBase64(section.name, text)));
  return named(section, () => {
    checkLength(packed.length, section.packed);
    return section.packed === section.raw ? packed : inflate(packed, section.raw);
  });
}

/** Unpack a long section, without having all of it in memory. @param {Section} section @param {Blob} packed */
export function unpackBlob(section, packed) {
  return named(section, async () => {
    checkLength(packed.size, section.packed);
    if (section.packed === section.raw) {
      return packed;
    }
    const blob = await new Response(inflated(packed)).blob().catch(undeflatable);
    checkLength(blob.size, section.raw);
    return blob;
  });
}
