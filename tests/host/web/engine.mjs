// SPDX-License-Identifier: BSD-2-Clause
// Test the engine in WebAssembly against the tool: the same tables, events, exports and messages, byte for byte; and
// that damaged files end a query with a message, never with a trap.
//
//     node engine.mjs FOLDER SPOOR STORY ENGINE ELF…    a .trace file must be next to each ELF file; prints TAP
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Engine, EngineError, VIEW } from "../../../host/report/web/engine/engine.js";
import { check, end, recordingOf, Tool } from "./page.mjs";

const [folder, spoor, story, module, ...elfs] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(folder, { recursive: true });
const tool = new Tool(spoor, folder),
  engine = new Engine(new WebAssembly.Module(readFileSync(module))),
  FORMS = [["--json"], ["--csv"], []];
const TABLES = [...tool.run("tables").matchAll(/^\| `([\w-]+)` \|/gm)]
  .map((m) => m[1])
  .filter((name, i, all) => all.indexOf(name) === i && tool.answer(folder, "help", name).status === 0);
const FORMATS = [...tool.run("export", "--help").matchAll(/^ {2}([a-z][\w.-]*) {2,}\S/gm)].map((m) => m[1]);

/** Run a query. @returns {{status: number, bytes: Buffer, text: string}} as the tool answers */
function ask(query) {
  try {
    return { status: 0, bytes: Buffer.from(query()), text: "" };
  } catch (e) {
    if (!(e instanceof EngineError)) {
      throw e;
    }
    return { status: e.status, bytes: Buffer.alloc(0), text: e.message };
  }
}

/** The reason of the tool's failure, without what only a command says. */
function reason(stderr) {
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  return last.replace(/^spoor: /, "").replace(/; see \S+ [\w-]+ --help$/, "");
}

function difference(a, b) {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  const from = Math.max(0, (at < 0 ? Math.min(a.length, b.length) : at) - 60);
  const here = (x) => x.subarray(from, from + 160);
  return `${a.length} and ${b.length} bytes, from ${from}: ${here(a)} | ${here(b)}`;
}

/** Compare an answer with the tool's. @returns {string} what differs; "" if nothing does */
function compare(mine, theirs) {
  if (mine.status !== theirs.status) {
    return `status ${mine.status} (${mine.text}), and the tool's is ${theirs.status} (${theirs.stderr})`;
  }
  if (mine.status !== 0) {
    return mine.text === reason(theirs.stderr) ? "" : `${mine.text} | ${reason(theirs.stderr)}`;
  }
  return mine.bytes.equals(theirs.stdout) ? "" : difference(mine.bytes, theirs.stdout);
}

/** Open a recording from memory. The tool runs in its folder, so that both have the same names in messages. */
function open(file, elf = null) {
  const data = (path) => new Uint8Array(readFileSync(path));
  return engine.open(basename(file), data(file), elf && { name: basename(elf), data: data(elf) });
}

/** A range in the middle of a recording, in whole us. */
function middle(file, elf) {
  const text = tool.run("dump", "--json", "--elf", elf, file),
    times = text.matchAll(/^\{"type":"event","cycles":(\d+)/gm);
  const all = [...times].map((m) => Number(m[1])),
    hz = Number(/"hz":(\d+)/.exec(text)[1]),
    us = (share) => Math.round(((all[0] + share * (all.at(-1) - all[0])) / hz) * 1e6);
  return `${us(0.3)}us..${us(0.45)}us`;
}

const FILTER = "cpu==0 && duration > 20us",
  CHOSEN = "event=sched_switch || event=~sync_*";

function checkRecording({ name, file, elf }) {
  const handle = open(file, elf),
    cwd = dirname(file),
    words = ["--elf", basename(elf), basename(file)],
    range = middle(file, elf);
  const parts = [{}, { range }, { where: FILTER }, { range, where: CHOSEN }];
  const options = (part) => Object.entries(part).flatMap(([key, value]) => [`--${key}`, value]);
  let rows = 0;
  for (const part of parts) {
    const given = options(part).join(" ") || "the whole recording";
    for (const [form, more] of FORMS.entries()) {
      const wrong = [];
      for (const table of TABLES) {
        const theirs = tool.answer(cwd, "stats", table, ...more, ...options(part), ...words),
          mine = ask(() => engine.tableText(handle, table, part, form)),
          found = /needs (two events|a thread)$/.test(mine.text) && theirs.status === 2 ? "" : compare(mine, theirs);
        rows += mine.status === 0 && mine.bytes.length > 0;
        if (found) {
          wrong.push(`${table}: ${found}`);
        }
      }
      check(`${name}: all tables ${more[0] ?? "as text"} of ${given} are the tool's`, wrong.length === 0, wrong[0]);
    }
    const path = compare(
      ask(() => engine.tableText(handle, "critical-path", part, 1, "idle")),
      tool.answer(cwd, "stats", "critical-path", "--csv", "--thread", "idle", ...options(part), ...words),
    );
    check(`${name}: the critical path of a thread in ${given} is the tool's`, path === "", path);
    const theirs = tool.answer(cwd, "dump", "--json", ...options(part), ...words);
    // The accounts are those of `spoor check`.
    theirs.stdout = Buffer.from(theirs.stdout.toString().replaceAll(/^\{"type":"account".*\n/gm, ""));
    const found = compare(
      ask(() => engine.events(handle, part)),
      theirs,
    );
    check(`${name}: the events of ${given} are the tool's`, found === "", found);
  }
  check(`${name}: most tables had rows`, rows > 3 * TABLES.length, rows);
  for (const format of FORMATS) {
    const theirs = tool.answer(cwd, "export", "--to", format, ...words);
    const mine = ask(() => engine.export(handle, format));
    const found =
      mine.text === `${format} needs a folder to write to` || mine.text === `there is no format ${format}`
        ? theirs.status === 2
          ? ""
          : `${mine.text}, and the tool's status is ${theirs.status}`
        : compare(mine, theirs);
    check(`${name}: the export ${format} is the tool's`, found === "", found);
  }
  engine.close(handle);
}

/** Each message is the tool's. */
function checkMessages({ file, elf }) {
  const handle = open(file, elf),
    cwd = dirname(file),
    words = ["--elf", basename(elf), basename(file)];
  for (const part of [
    { where: "a<b" },
    { where: "(event=x" },
    { where: "event=nosuch" },
    { where: "" },
    { where: "(".repeat(200) },
    { range: "5..3" },
    { range: "x" },
    { range: "" },
    { range: "100000..100001" },
  ]) {
    const [[key, value]] = Object.entries(part);
    const found = compare(
      ask(() => engine.tableText(handle, "threads", part, 0)),
      tool.answer(cwd, "stats", "threads", "--json", `--${key}`, value, ...words),
    );
    check(`--${key} "${value.slice(0, 20)}": the message is the tool's`, found === "", found);
  }
  const failure = (query) => ask(query).text;
  check("an unknown table is refused", failure(() => engine.table(handle, "nosuch")) === "there is no table nosuch");
  check("an unknown form is refused", failure(() => engine.tableText(handle, "threads", {}, 9)) !== "");
  check("an unknown view is refused", failure(() => engine.view(handle, 99)) === "there is no view 99");
  check("an unknown format is refused", failure(() => engine.export(handle, "nosuch")) === "there is no format nosuch");
  check(
    "the formats that it lists make bytes",
    ["ctf", "ctf-ust", "uftrace"].every((f) => !engine.formats().includes(f)),
  );
  check("after failures queries are answered", ask(() => engine.tableText(handle, "threads", {}, 0)).bytes.length > 0);
  const events = engine.events(handle).toString("utf8");
  const all = new TextDecoder().decode(engine.events(handle)).split("\n"),
    isEvent = (line) => line.startsWith('{"type":"event"'),
    some = new TextDecoder()
      .decode(engine.events(handle, {}, 5, 7))
      .split("\n")
      .filter(isEvent);
  check(
    "some events are those from the given number on",
    some.join() === all.filter(isEvent).slice(5, 12).join() && events.length > 0,
    some,
  );
  engine.close(handle);
}

/** A pack has its program. */
function checkPack({ file, elf }) {
  const pack = join(folder, "packed.spoorpack");
  tool.make("pack", "-o", pack, "--elf", elf, file);
  const handle = open(pack);
  for (const table of ["threads", "blocks", "instances"]) {
    const found = compare(
      ask(() => engine.tableText(handle, table, {}, 1)),
      tool.answer(folder, "stats", table, "--csv", basename(pack)),
    );
    check(`a pack: the table ${table} is the tool's`, found === "", found);
  }
  engine.close(handle);
}

/** A trace.dat of trace-cmd is a recording with its program. */
function checkTraceDat({ file, elf }) {
  tool.make("export", "--to", "trace.dat", "--elf", elf, "-o", join(folder, "trace.dat"), file);
  const handle = open(join(folder, "trace.dat"), null);
  for (const table of ["threads", "irq", "losses"]) {
    const found = compare(
      ask(() => engine.tableText(handle, table, {}, 1)),
      tool.answer(folder, "stats", table, "--csv", "trace.dat"),
    );
    check(`a trace.dat: the table ${table} is the tool's`, found === "", found);
  }
  check("a trace.dat: it has a picture", engine.view(handle, VIEW.TIMELINE).length > 100);
  engine.close(handle);
}

/** Recordings of other tracers: with the program's symbols, and of a folder as one piece. */
function checkForeign({ file, elf }) {
  for (const [format, name] of [
    ["chrome", "chrome.json"],
    ["perfetto", "trace.perfetto"],
  ]) {
    tool.make("export", "--to", format, "--elf", elf, "-o", join(folder, name), file);
  }
  const recorded = new URL("../tool/foreign/freertos.SVDat", import.meta.url).pathname,
    capture = join(folder, "capture.swo");
  writeFileSync(capture, Buffer.from([0, 0, 0, 0, 0, 0x80, 0x0e, 0x0f, 0x10, 0x0e, 0x0f, 0x20]));
  for (const [path, program, table] of [
    [recorded, null, "irq"],
    [capture, elf, "irq"],
    [join(folder, "chrome.json"), null, "functions"],
    [join(folder, "trace.perfetto"), null, "functions"],
  ]) {
    const handle = open(path, program),
      found = compare(
        ask(() => engine.tableText(handle, table, {}, 1)),
        tool.answer(folder, "stats", table, "--csv", ...(program ? ["--elf", program] : []), path),
      );
    check(`${basename(path)}: the table ${table} is the tool's`, found === "", found);
    engine.close(handle);
  }
}

/** Recordings that other kernels' recorders made, with the rate of their times if the file doesn't tell it. */
function checkRecorders() {
  for (const [file, rate] of [
    ["../tool/foreign/threadx.trx", 25000000],
    ["../tool/foreign/tonband.bin", 0],
    ["../tool/foreign/percepio.psf", 0],
    ["../fuzz/foreign/nuttx", 1000000],
  ]) {
    const path = new URL(file, import.meta.url).pathname,
      name = basename(path),
      handle = engine.open(name, new Uint8Array(readFileSync(path)), null, rate);
    for (const table of ["threads", "irq", "waits"]) {
      const found = compare(
        ask(() => engine.tableText(handle, table, {}, 1)),
        tool.answer(folder, "stats", table, "--csv", ...(rate ? ["--rate", `${rate}`] : []), path),
      );
      check(`${name}: the table ${table} is the tool's`, found === "", found);
    }
    check(`${name}: it has a picture`, engine.view(handle, VIEW.TIMELINE).length > 100);
    engine.close(handle);
  }
}

/** Profiles of other tools are read, and exported; they have no tables. */
function checkProfiles({ file, elf }) {
  const here = new URL("../tool/profiles/", import.meta.url).pathname,
    at = (name) => join(folder, name);
  copyFileSync(join(here, "perf.data"), at("perf.data"));
  copyFileSync(join(here, "shares"), at("shares"));
  copyFileSync(elf, at("functions.elf"));
  tool.make("export", "--to", "gmon", "--elf", elf, "-o", at("gmon.out"), file);
  tool.make("export", "--to", "callgrind", "--elf", elf, "-o", at("callgrind.out"), file);
  writeFileSync(at("stacks.folded"), "main;a;b 5\nmain;a;a;b 3\nmain;c 2\n");
  copyFileSync(join(here, "../../fuzz/profiles/embox"), at("embox.txt"));
  for (const [name, program] of [
    ["embox.txt", null],
    ["perf.data", "shares"],
    ["gmon.out", "functions.elf"],
    ["callgrind.out", null],
    ["stacks.folded", null],
  ]) {
    const handle = open(at(name), program && at(program)),
      words = [...(program ? ["--elf", program] : []), name];
    for (const format of ["folded", "callgrind", "speedscope", "pprof"]) {
      const found = compare(
        ask(() => engine.export(handle, format)),
        tool.answer(folder, "export", "--to", format, ...words),
      );
      check(`${name}: the export ${format} is the tool's`, found === "", found);
    }
    const { status, text } = ask(() => engine.table(handle, "threads"));
    check(`${name}: it has no tables`, status === 2 && text.startsWith("tables are of recordings"), text);
    check(
      `${name}: it has no events`,
      ask(() => engine.events(handle)).status === 2 && ask(() => engine.chosen(handle, {}, "cpu==0")).status === 2,
    );
    check(`${name}: it has a picture`, engine.view(handle, VIEW.CALLS).length > 100);
    engine.close(handle);
  }
}

// ---------------------------------------------------------------- damage

let seed = 20240607;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** Ask everything of a damaged file. @returns {string} how it ended, if not with an answer or a message */
function endure(name, data, program) {
  try {
    const handle = ask(() => [engine.open(name, data, program)]);
    if (handle.status !== 0) {
      return "";
    }
    const [at] = [engine.open(name, data, program)];
    for (const query of [
      () => engine.tableText(at, "threads", {}, 0),
      () => engine.tableText(at, "instances", { range: "0.1..0.2" }, 1),
      () => engine.events(at, { where: FILTER }),
      () => engine.chosen(at, {}, "event=sched_switch"),
      () => engine.export(at, "chrome"),
      ...Object.values(VIEW).map((view) => () => engine.view(at, view, {}, 500)),
    ]) {
      ask(query);
    }
    engine.close(at);
    return "";
  } catch (e) {
    return `${e.constructor.name}: ${e.message}`;
  }
}

function checkDamage({ file, elf }) {
  const whole = new Uint8Array(readFileSync(file)).slice(0, 60000),
    code = new Uint8Array(readFileSync(elf)),
    program = { name: "program.elf", data: code },
    wrong = [];
  const flipped = (data, n, below = data.length) => {
    const copy = data.slice();
    for (let i = 0; i < n; i++) {
      copy[random(below)] = random(256);
    }
    return copy;
  };
  const attempts = {
    "a truncated recording": () => ["cut.spoor", whole.slice(0, random(whole.length)), program],
    "a recording with wrong bytes": () => ["wrong.spoor", flipped(whole, 1 + random(40)), program],
    "random bytes": () => ["random", Uint8Array.from({ length: random(3000) }, () => random(256)), program],
    "a truncated program": () => ["good.spoor", whole, { name: "cut.elf", data: code.slice(0, random(code.length)) }],
    "a program with wrong bytes": () => [
      "good.spoor",
      whole,
      { name: "wrong.elf", data: flipped(code, 1 + random(200), random(2) ? code.length : 600) },
    ],
    "a damaged pack": () => ["wrong.spoorpack", flipped(pack, 1 + random(60)), null],
    "a truncated pack": () => ["cut.spoorpack", pack.slice(0, random(pack.length)), null],
    "a damaged perf.data": () => ["perf.data", flipped(perf, 1 + random(30)), null],
    "an empty file": () => ["empty", new Uint8Array(0), program],
  };
  const pack = new Uint8Array(readFileSync(join(folder, "packed.spoorpack"))),
    perf = new Uint8Array(readFileSync(join(folder, "perf.data")));
  for (const [name, make] of Object.entries(attempts)) {
    for (let round = 0; round < (name === "an empty file" ? 1 : 12); round++) {
      const before = seed,
        found = endure(...make());
      if (found) {
        wrong.push(`seed ${before}: ${found}`);
      }
    }
    check(`${name} ends no query with a trap`, wrong.length === 0, wrong[0]);
  }
  for (const share of [0.1, 0.5, 0.77]) {
    const cut = join(folder, "cut.spoor");
    writeFileSync(cut, whole.slice(0, Math.floor(share * whole.length)));
    copyFileSync(elf, join(folder, "cut.elf"));
    const handle = open(cut, join(folder, "cut.elf")),
      found = compare(
        ask(() => engine.tableText(handle, "threads", {}, 0)),
        tool.answer(folder, "stats", "threads", "--json", "--elf", "cut.elf", "cut.spoor"),
      );
    check(`a recording cut at ${100 * share} % has the tool's table`, found === "", found);
    engine.close(handle);
  }
}

/** A recording without a program, and one of a story. */
function checkStory() {
  const made = join(folder, "messages");
  execFileSync(story, [new URL("../tables/messages/story", import.meta.url).pathname, made]);
  const handle = open(`${made}.spoor`, `${made}.elf`),
    found = compare(
      ask(() => engine.tableText(handle, "ipc", {}, 1)),
      tool.answer(folder, "stats", "ipc", "--csv", "--elf", "messages.elf", "messages.spoor"),
    );
  check("messages between threads are the tool's", found === "", found);
  const bare = ask(() => engine.table(open(`${made}.spoor`), "ipc")),
    theirs = tool.answer(folder, "stats", "ipc", "messages.spoor");
  check(
    "without a program the message is the tool's",
    bare.status === theirs.status && bare.text === reason(theirs.stderr),
    `${bare.text} | ${theirs.stderr}`,
  );
}

check("there are tables and formats", TABLES.length > 15 && FORMATS.length > 15, `${TABLES} ${FORMATS}`);
const recordings = elfs.map(recordingOf),
  functions = recordings.find((r) => r.name.includes("functions")) ?? recordings[0];
recordings.forEach(checkRecording);
checkMessages(recordings[0]);
checkPack(recordings[0]);
checkProfiles(functions);
checkTraceDat(functions);
checkForeign(functions);
checkRecorders();
checkStory();
checkDamage(recordings[0]);
end();
