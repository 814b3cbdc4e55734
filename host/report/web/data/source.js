// SPDX-License-Identifier: BSD-2-Clause
// Where a page's data come from: the engine, which reads the recording in the page; `spoor serve`; or the page itself,
// for a profile of another tool.
import { Recording, ServerEngine, VIEW, WorkerEngine } from "../engine/client.js";
import { BadData } from "./bytes.js";

/**
 * Open the recordings of a page, and add what the timeline draws to its sections.
 * @param {import("./sections.js").Sections} sections
 * @returns {Promise<Map<number, Recording>>} by number
 */
export async function openRecordings(sections) {
  const indices = sections.indices("open"),
    recordings = new Map();
  if (indices.length === 0) {
    return recordings;
  }
  const engine = new WorkerEngine(await sections.get("engine"), new TextDecoder().decode(await sections.get("worker")));
  for (const index of indices) {
    const given = await sections.head(index, "open"),
      data = await sections.get(`${index}-recording`),
      program = sections.has(`${index}-program`)
        ? { name: given.program ?? "program", data: await sections.get(`${index}-program`) }
        : null;
    ["recording", "program"].forEach((kind) => sections.drop(`${index}-${kind}`));
    try {
      recordings.set(index, await openRecording(engine, sections, index, given, data, program));
    } catch (e) {
      throw new BadData(`${given.file}: ${e.message}`);
    }
  }
  return recordings;
}

/** Open one recording. @returns {Promise<Recording>} */
export async function openRecording(engine, sections, index, given, data, program) {
  const handle = await engine.open(given.file, data, program, given.rate_hz),
    recording = new Recording(engine, handle, given);
  sections.addAnswer(await recording.view(VIEW.TIMELINE, null, null, given.limit), index);
  recording.given = given;
  return recording;
}

/** The recording of a live page. */
export function liveRecording(head) {
  return new Recording(new ServerEngine(), 0, { range: head.range, where: head.where });
}
