// SPDX-License-Identifier: BSD-2-Clause
// The sections of a page or of a response from `spoor serve`. A section is decoded at its first use.
import { BadData, unpack } from "../engine/packed.js";

export const SCHEMA = 1;

export class Sections {
  /** @param {Map<string, import("../engine/packed.js").Section>} map */
  constructor(map) {
    this.map = map;
    this.open = new Map();
    /** @type {Promise<import("../engine/client.js").WorkerEngine>|null} */
    this.engine = null;
    /** @type {Map<number, import("../engine/client.js").Recording>} by number */
    this.recordings = new Map();
    /** @type {Map<number, {head: any, trace?: any, profile?: any}>} what was read already, by number */
    this.known = new Map();
  }

  has(name) {
    return this.map.has(name);
  }

  /** @param {string} name @returns {Promise<Uint8Array>} */
  get(name) {
    if (!this.open.has(name)) {
      this.open.set(name, this.decode(name));
    }
    return this.open.get(name);
  }

  async decode(name) {
    const section = this.packed(name),
      bytes = await unpack(section);
    section.pieces = section.bytes = undefined; // so that it isn't in memory twice
    return bytes;
  }

  packed(name) {
    const section = this.map.get(name);
    if (section === undefined) {
      throw new BadData(`section ${name} is missing: the file was truncated`);
    }
    return section;
  }

  /** Take a section out, packed, for the worker. @returns {import("../engine/packed.js").Section} */
  take(name) {
    const section = this.packed(name);
    this.drop(name);
    return section;
  }

  /** Free a section that is no longer needed. */
  drop(name) {
    this.open.delete(name);
    this.map.delete(name);
  }

  /** @returns {number[]} numbers of the recordings and profiles in the page */
  indices(kind = "head") {
    return [...this.map.keys()]
      .filter((n) => n.endsWith(`-${kind}`))
      .map((n) => parseInt(n, 10))
      .sort((a, b) => a - b);
  }

  /** The number of a recording that is added. */
  get next() {
    return Math.max(-1, ...this.indices(), ...this.indices("open"), ...this.recordings.keys()) + 1;
  }

  /** @returns {Promise<any>} the head of a recording or profile, or what a recording is opened with */
  async head(index, kind = "head") {
    let head;
    try {
      head = JSON.parse(new TextDecoder().decode(await this.get(`${index}-${kind}`)));
    } catch (e) {
      throw e instanceof BadData ? e : new BadData(`section ${index}-${kind} is damaged`);
    }
    if (head.schema !== SCHEMA) {
      throw new BadData(`the data has format ${head.schema}, but this page reads format ${SCHEMA}: make a new report`);
    }
    return head;
  }

  /** Add the sections of an answer of the engine, whose recording has the number 0, under another number. */
  addAnswer(bytes, index) {
    this.known.delete(index);
    for (const [name, section] of frames(bytes)) {
      const here = name.replace(/^0-/, `${index}-`);
      this.open.delete(here);
      this.map.set(here, section);
    }
  }
}

/** Read the frames of an answer. @param {Uint8Array} bytes */
export function fromFrames(bytes) {
  return new Sections(frames(bytes));
}

/** The sections of an answer: "NAME RAW PACKED\n", then the packed bytes. @param {Uint8Array} bytes */
function frames(bytes) {
  const map = new Map();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [name, raw, packed] = new TextDecoder().decode(bytes.subarray(at, end)).split(" ");
    at = end + 1 + Number(packed);
    if (end < 0 || !(at <= bytes.length)) {
      throw new BadData("the response was truncated");
    }
    map.set(name, { name, raw: Number(raw), packed: Number(packed), bytes: bytes.subarray(end + 1, at) });
  }
  return map;
}
