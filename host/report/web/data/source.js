// SPDX-License-Identifier: BSD-2-Clause
// Where a page's data come from: the engine, which reads the recording in the page; `spoor serve`; or the page itself,
// for a profile of another tool.
import { Recording, ServerEngine, VIEW, WorkerEngine } from "../engine/client.js";
import { BadData } from "./bytes.js";
import { fromFrames } from "./sections.js";
import { chosenEvents } from "./events.js";
import { readLanes, readPart } from "./trace.js";

/** Intervals that are in the page at once, as for `spoor report`. */
const LIMIT = 500000;

/**
 * Open the recordings of a page, and add what the timeline draws to its sections.
 * @param {import("./sections.js").Sections} sections
 * @returns {Promise<Map<number, Recording>>} by number
 */
export async function openRecordings(sections) {
  const indices = sections.indices("open");
  for (const index of indices) {
    const given = await sections.head(index, "open");
    sections.drop(`${index}-open`);
    if (sections.has(`${index}-head`)) {
      openLater(sections, index, given);
      continue;
    }
    try {
      const { data, program } = filesOf(sections, index, given);
      await openRecording(sections, index, given, data, program);
    } catch (e) {
      throw new BadData(`${given.file}: ${e.message}`);
    }
  }
  return sections.recordings;
}

/** The recording in the page, and its program, packed. */
function filesOf(sections, index, given) {
  const data = sections.take(`${index}-recording`),
    program = sections.has(`${index}-program`)
      ? { name: given.program ?? "program", data: sections.take(`${index}-program`) }
      : null;
  return { data, program };
}

/** Open a recording whose overview is in the page. The page is drawn meanwhile, and its queries wait. */
function openLater(sections, index, given) {
  const engine = engineOf(sections),
    { data, program } = filesOf(sections, index, given),
    handle = engine.then((e) => e.open(given.file, data, program, given.rate_hz ?? 0));
  sections.recordings.set(index, recordingOf(engine, handle, given));
}

function recordingOf(engine, handle, given) {
  const recording = new Recording(engine, handle, given);
  return Object.assign(recording, { limit: given.limit ?? LIMIT, given });
}

/** Whether the page has an engine, so that it can open files. */
export function hasEngine(sections) {
  return sections.engine !== null || sections.has("engine");
}

/** The page's engine, started at its first use. @returns {Promise<WorkerEngine>} */
export function engineOf(sections) {
  sections.engine ??= startEngine(sections);
  return sections.engine;
}

async function startEngine(sections) {
  const worker = new TextDecoder().decode(await sections.get("worker"));
  sections.drop("worker");
  return new WorkerEngine(sections.take("engine"), worker);
}

/**
 * Open a recording, and add what is drawn to the sections.
 * @param {number} index its number in the page
 * @param {{file: string, rate_hz?: number, limit?: number, range?: string|null, where?: string|null}} given
 * @param {number} view VIEW.PAGE to get the static tables, too
 */
export async function openRecording(sections, index, given, data, program, view = VIEW.TIMELINE) {
  const engine = await engineOf(sections),
    handle = await engine.open(given.file, data, program, given.rate_hz ?? 0),
    recording = recordingOf(engine, handle, given);
  try {
    sections.addAnswer(await recording.view(view, null, null, recording.limit), index);
  } catch (e) {
    recording.close().catch(() => {}); // the reason why it can't be read is more important
    throw e;
  }
  sections.recordings.set(index, recording);
  return recording;
}

/**
 * Read another part of a recording in detail.
 * @param {import("./trace.js").Trace} trace
 * @param {{from: number, to: number}} range in ns since the target's start
 */
export async function readRange(trace, range) {
  const { recording } = trace,
    answer = await recording.view(VIEW.TIMELINE, range, null, recording.limit);
  await readPart(trace, fromFrames(answer), range);
}

/** Read the start of a recording in detail, of which the page has an overview only. */
export async function readStart(trace) {
  const { recording, head } = trace,
    range = recording.base.range ? null : { from: 0, to: trace.nsAfter(head.start_upto) },
    sections = fromFrames(await recording.view(VIEW.TIMELINE, range, null, recording.limit)),
    { events, stacks } = await sections.head(0);
  Object.assign(head, { events, events_left_out: head.events_left_out - events, stacks });
  await readPart(trace, sections, null);
}

/** Find the slices and events of a recording's detail that a filter chooses. */
export async function readPicked(trace, filter) {
  const { detail, recording, reads } = trace,
    { n } = await trace.loadEvents(),
    answer = await recording.view(VIEW.TIMELINE, reads, filter, recording.limit),
    lanes = await readLanes(trace, fromFrames(answer)),
    events = new Uint8Array(n);
  (await chosenEvents(trace, filter)).forEach((i) => (events[i] = 1));
  return { detail, lanes, events };
}

/** The recording of a live page. */
export function liveRecording(head) {
  return new Recording(new ServerEngine(), 0, { range: head.range, where: head.where });
}
