// SPDX-License-Identifier: BSD-2-Clause
// For tests of the report's code in node: results in TAP, the tool, and pages whose recordings the engine reads.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Sections } from "../../../host/report/web/data/sections.js";
import { readTrace } from "../../../host/report/web/data/trace.js";
import { Recording } from "../../../host/report/web/engine/client.js";
import { Engine, VIEW } from "../../../host/report/web/engine/engine.js";

let number = 0;

/** Print the result of a check. */
export function check(name, ok, why = "") {
  console.log(`${ok ? "ok" : "not ok"} ${++number} ${name}`);
  if (!ok) {
    console.log(`# ${String(why).replaceAll("\n", " ").slice(0, 1500)}`);
  }
}

/** Print the plan. */
export function end() {
  console.log(`1..${number}`);
}

/** A recording of an image: its files, and the arguments that open it. */
export function recordingOf(elf) {
  const file = elf.replace(/\.elf$/, ".trace");
  return { name: `${basename(dirname(elf))}/${basename(elf, ".elf")}`, file, elf, words: ["--elf", elf, file] };
}

/** The tool. Status 3 means that the recording lacks the events. */
export class Tool {
  constructor(spoor, folder) {
    this.spoor = spoor;
    this.folder = folder;
  }

  /** @returns {string|null} its output; null if the recording lacks the events */
  run(...words) {
    const { status, stdout, stderr } = this.answer(this.folder, ...words);
    if (status !== 0 && status !== 3) {
      throw new Error(`spoor ${words.join(" ")}: ${stderr}`);
    }
    return status === 0 ? stdout.toString() : null;
  }

  /** @returns {{status: number, stdout: Buffer, stderr: string}} */
  answer(cwd, ...words) {
    const { status, stdout, stderr } = spawnSync(this.spoor, words, { cwd, maxBuffer: 1 << 30, timeout: 100000 });
    return { status, stdout, stderr: stderr.toString() };
  }

  make(...words) {
    execFileSync(this.spoor, words, { stdio: "ignore" });
  }
}

/** The engine in this thread, called as the page calls the one in its worker. */
export class DirectEngine {
  constructor(path) {
    this.engine = new Engine(new WebAssembly.Module(readFileSync(path)));
  }

  async open(name, data, program, rate) {
    return this.engine.open(name, data, program, rate);
  }

  async call(call, { handle, part, name, format, filter, view, limit }) {
    const more = { table: [name, part], view: [view, part, limit], chosen: [part, filter], export: [format, part] };
    return this.engine[call](handle, ...(more[call] ?? [part]));
  }
}

export function sectionsOf(path) {
  const map = new Map();
  let last;
  for (const m of readFileSync(path, "utf8").matchAll(
    /data-(?:section="([^"]*)" data-raw="(\d+)" data-packed="(\d+)"|more)>([^<]*)</g,
  )) {
    if (m[1] !== undefined) {
      last = { name: m[1], raw: Number(m[2]), packed: Number(m[3]), pieces: [] };
      map.set(m[1], last);
    }
    last.pieces.push(m[4]);
  }
  return new Sections(map);
}

/** Open the first recording of a page, as data/source.js does with a worker. */
export async function traceOf(engine, sections) {
  const given = await sections.head(0, "open"),
    data = await sections.get("0-recording"),
    program = sections.has("0-program")
      ? { name: given.program ?? "program", data: await sections.get("0-program") }
      : null,
    recording = new Recording(engine, await engine.open(given.file, data, program, given.rate_hz), given);
  sections.addAnswer(await recording.view(VIEW.TIMELINE, null, null, given.limit), 0);
  const head = await sections.head(0);
  const trace = await readTrace(sections, 0, Object.assign(head, { offset_ns: given.offset_ns, rate: given.rate }));
  trace.recording = recording;
  return trace;
}

/** Make a page, and read it. @returns {Promise<{sections: Sections, head?: any, trace?: any}>} */
export async function openPage(tool, engine, ...words) {
  const path = join(tool.folder, "page.html");
  tool.make("report", "-o", path, ...words);
  const sections = sectionsOf(path);
  return sections.indices("open").length > 0
    ? { sections, trace: await traceOf(engine, sections) }
    : { sections, head: await sections.head(0) };
}
