// SPDX-License-Identifier: BSD-2-Clause
// Test the report page's data and model code without a browser: what pictures need must agree with the tool, and
// damaged data must be reported.
//
//     node data.mjs FOLDER SPOOR STORY ENGINE ELF…    a .trace file must be next to each ELF file; prints TAP
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BadData, Columns } from "../../../host/report/web/data/bytes.js";
import { inflate } from "../../../host/report/web/engine/packed.js";
import { Events } from "../../../host/report/web/data/events.js";
import { culprit, messages, Part } from "../../../host/report/web/data/part.js";
import { HAS, Profile, profileOfHead } from "../../../host/report/web/data/profile.js";
import { Pyramid, Columns as Shares } from "../../../host/report/web/data/pyramid.js";
import { fromFrames, Sections } from "../../../host/report/web/data/sections.js";
import { Lane, readTrace } from "../../../host/report/web/data/trace.js";
import { VIEW } from "../../../host/report/web/engine/engine.js";
import { cell, duration, tickStep, time } from "../../../host/report/web/model/format.js";
import { Rows } from "../../../host/report/web/model/rows.js";
import { parseTopology } from "../../../host/report/web/model/topology.js";
import { Store } from "../../../host/report/web/model/store.js";
import { nameColour, STATE_COLOURS, THEMES } from "../../../host/report/web/render/colour.js";
import { layered } from "../../../host/report/web/render/layered.js";
import { check, DirectEngine, end, openPage, recordingOf, sectionsOf, Tool, traceOf } from "./page.mjs";

const [folder, spoor, story, module, ...elfs] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(folder, { recursive: true });
const tool = new Tool(spoor, folder),
  engine = new DirectEngine(module),
  run = (...words) => tool.run(...words),
  open = (...words) => openPage(tool, engine, ...words);

/** The numbers of a column of a section: each is the difference to the one before. */
function steps(bytes) {
  const columns = new Columns(bytes),
    list = [];
  for (let at = 0; columns.at < bytes.length; list.push(at)) {
    at += columns.signed();
  }
  return list;
}

async function checkRecording(elf) {
  const { name, words } = recordingOf(elf),
    { trace } = await open(...words),
    events = await trace.loadEvents();
  for (const filter of [
    "event=sched_switch && reason=preempted",
    "event=~sync_* && object==raw_blocks",
    "irq=tick",
    "!(cpu==0) || time>0.2s",
    "next=filter",
    "reason",
  ]) {
    const answer = await fromFrames(await trace.recording.chosen(filter)).get("chosen"),
      mine = steps(answer).map((i) => `${trace.begin + events.time[i]} ${events.cpu[i]} ${events.name(i)}`);
    const theirs = (run("dump", "--json", "--where", filter, ...words) ?? "")
      .split("\n")
      .filter((l) => l.startsWith('{"type":"event"'))
      .map((l) => JSON.parse(l))
      .filter((e) => e.event !== "stack" && e.event !== "thread_name")
      .map((e) => `${e.cycles} ${e.cpu} ${e.event}`);
    check(
      `${name}: ${filter} chooses the tool's events`,
      JSON.stringify(mine) === JSON.stringify(theirs),
      `${mine.length} ${theirs.length} ${mine.slice(0, 3)} | ${theirs.slice(0, 3)}`,
    );
  }
  check(
    `${name}: slices of a lane don't overlap`,
    trace.rows.every((r) => r.lanes.every((l) => l.start.every((t, i) => i === 0 || t >= l.end(i - 1)))),
  );
  check(
    `${name}: times don't decrease`,
    events.time.every((t, i) => i === 0 || t >= events.time[i - 1]),
  );
  check(
    `${name}: each stack belongs to an event`,
    [...events.stacks].every(([i, frames]) => i < events.n && frames.length > 0),
  );
  const waits = profileOfHead(await fromFrames(await trace.recording.view(VIEW.WAITS)).head(0)),
    lanes = trace.rows.filter((r) => r.kind === "thread").map((r) => r.lanes[0]);
  let waited = 0;
  for (const lane of lanes) {
    for (let i = 0; i < lane.n; i++) {
      waited += trace.shapes.state[lane.shape[i]] === 3 ? trace.us(lane.dur[i]) : 0;
    }
  }
  check(
    `${name}: the profile of waits has the time of all waits that are drawn`,
    Math.abs(waits.all / 1000 - waited) < 1 && waited > 0,
    `${waits.all / 1000} ${waited}`,
  );
  for (const row of JSON.parse(`[${(run("stats", "latency", "--json", ...words) ?? "").trim().split("\n")}]`)) {
    const number = [...trace.threads].find(([, t]) => t.name === row.thread)?.[0],
      lane = trace.lane("thread", number),
      i = lane?.at(trace.fromAxis(row.max_at_s * 1e9 + 1)) ?? -1,
      by = i >= 0 ? culprit(trace, number, lane.start[i], lane.end(i)) : null;
    if (i >= 0 && row.delayed_by) {
      check(
        `${name}: what delayed ${row.thread} most is the tool's`,
        by !== null && by[0] === row.delayed_by && Math.abs(trace.us(by[1]) - row.delayed_us) < 0.01,
        `${by} ${JSON.stringify(row)}`,
      );
    }
  }
  return { trace, events };
}

async function checkProfile(name, ...words) {
  const { head, trace } = await open(...words);
  const p = profileOfHead(head ?? (await fromFrames(await trace.recording.view(VIEW.CALLS)).head(0)));
  const out = (view) =>
    run("profile", "--view", view, "--json", ...words)
      ?.trim()
      .split("\n")
      .filter(Boolean)
      .map((l) => JSON.parse(l));
  const sections = new Set(p.frames.filter((f) => f.kind === 0 && !f.name.startsWith("0x")).map((f) => f.section));
  check(
    `${name}: functions have their section`,
    p.frames.length > 0 && [...sections].join() === (words.includes("--elf") ? ".text" : ""),
    [...sections].join(),
  );
  const key = (r, n) => r[n] ?? r[`${n}_us`];
  const flat = p
    .flat()
    .filter((v) => p.frames[v.frame].kind === 0)
    .map((v) =>
      [
        p.frames[v.frame].name,
        (p.has & HAS.CALLS) !== 0 ? v.calls : null,
        p.value(v.self).toFixed(2),
        p.value(v.total).toFixed(2),
      ].join(),
    )
    .sort();
  const theirs = out("flat")
    .filter((r) => !r.function.startsWith("<cycle"))
    .map((r) => [r.function, r.calls, Number(key(r, "self")).toFixed(2), Number(key(r, "total")).toFixed(2)].join())
    .sort();
  check(
    `${name}: flat values are equal to the tool's`,
    JSON.stringify(flat) === JSON.stringify(theirs),
    `${flat.filter((f) => !theirs.includes(f)).slice(0, 3)} | ${theirs.filter((f) => !flat.includes(f)).slice(0, 3)}`,
  );
  const arcs = p
      .arcRows()
      .map((r) => [r[0], r[1], r[2], r[3].toFixed(2)].join())
      .sort(),
    calls = out("calls")
      .map((r) => [r.caller, r.callee, r.calls, Number(key(r, "total")).toFixed(2)].join())
      .sort();
  check(
    `${name}: arcs are equal to the tool's`,
    JSON.stringify(arcs) === JSON.stringify(calls),
    `${arcs.slice(0, 3)} | ${calls.slice(0, 3)}`,
  );
  if (p.isTree) {
    const tree = p
        .treeRows()
        .map((r) => [r[0], r[1], r[3].toFixed(2), r[4].toFixed(2)].join())
        .sort(),
      wanted = out("tree")
        .map((r) => [r.depth, r.function, Number(key(r, "self")).toFixed(2), Number(key(r, "total")).toFixed(2)].join())
        .sort();
    check(
      `${name}: the tree is equal to the tool's`,
      JSON.stringify(tree) === JSON.stringify(wanted),
      `${tree.slice(0, 3)} | ${wanted.slice(0, 3)}`,
    );
    const sum = p.flat().reduce((s, v) => s + v.self, 0);
    check(
      `${name}: exclusive values add up to the root`,
      Math.abs(sum - p.all) < 1e-6 * Math.max(1, p.all),
      `${sum} ${p.all}`,
    );
    check(
      `${name}: transforms keep the total`,
      ["recursion", "invert", "folder"].every(
        (kind) => Math.abs(p.transformed({ kind }).all - p.all) < 1e-6 * Math.max(1, p.all),
      ),
    );
  }
}

function checkTransforms() {
  const p = new Profile("samples", HAS.TREE),
    f = (n) => p.frameOf(0, n);
  for (const [path, n] of [
    ["main a b", 5],
    ["main a a b", 3],
    ["main c", 2],
    ["main c b", 7],
  ]) {
    p.self[p.path(path.split(" ").map(f))] += n;
  }
  p.sum();
  const total = (q, name) => q.flat()[q.frameNamed(name)]?.total,
    self = (q, name) => q.flat()[q.frameNamed(name)]?.self;
  check(
    "recursive calls count once",
    total(p, "a") === 8 && self(p, "b") === 15 && total(p, "main") === 17,
    JSON.stringify(p.flat()),
  );
  check("focus keeps the paths from a function", p.transformed({ kind: "focus", name: "c" }).all === 9);
  check("merge adds a function to its callers", self(p.transformed({ kind: "merge", name: "b" }), "c") === 9);
  check("drop removes the paths through a function", p.transformed({ kind: "drop", name: "b" }).all === 2);
  check("recursion collapses repeated frames", p.transformed({ kind: "recursion" }).height === 3);
  check("invert makes leaves roots", p.transformed({ kind: "invert" }).children[0].length === 2);
  const { callers, callees } = p.sandwich("a");
  check(
    "sandwich has the callers and the callees",
    callees.all === 8 && callers.all === 8 && callers.children[0].length === 1,
    `${callees.all} ${callers.all}`,
  );
}

// ---------------------------------------------------------------- drawing without a canvas

function checkPyramid() {
  const n = 50000,
    lane = new Lane(n),
    classes = Uint8Array.from([1, 2, 3]);
  let seed = 7,
    t = 0;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  for (let i = 0; i < n; i++) {
    t += Math.floor(random() * 40);
    lane.start[i] = t;
    lane.dur[i] = random() < 0.001 ? 60000 : Math.floor(random() * 90);
    lane.shape[i] = Math.floor(random() * 3);
    t += lane.dur[i];
  }
  const pyramid = new Pyramid(lane, classes),
    columns = new Shares(700);
  for (const [from, to] of [
    [0, t],
    [t * 0.3, t * 0.31],
    [t * 0.5, t * 0.5 + 5000],
    [-t, 2 * t],
  ]) {
    const sums = [0, 0, 0, 0],
      exact = [0, 0, 0, 0],
      px = 700 / (to - from);
    columns.fill(
      pyramid,
      from,
      to,
      (i, left, right) => (sums[classes[lane.shape[i]]] += Math.max(0, Math.min(700, right) - Math.max(0, left))),
    );
    for (let x = 0; x < 700; x++) {
      if (columns.touched[x]) {
        sums[1] += columns.full[x];
        sums[2] += columns.dots[x];
        sums[3] += columns.line[x];
      }
    }
    for (let i = 0; i < n; i++) {
      exact[classes[lane.shape[i]]] += Math.max(0, Math.min(to, lane.end(i)) - Math.max(from, lane.start[i])) * px;
    }
    check(
      `the shares of columns are those of the slices, ${Math.round(from)} to ${Math.round(to)}`,
      [1, 2, 3].every((k) => Math.abs(sums[k] - exact[k]) < 2.5 + exact[k] * 0.005),
      `${sums} ${exact}`,
    );
  }
  check(
    "at() finds the slice at a time",
    [1, 77, 4999].every((i) => lane.dur[i] === 0 || lane.at(lane.start[i]) === i) && lane.at(-5) === -1,
  );
}

async function checkByHand() {
  const e = new Events({ ids: new Map([[3, { id: 3, words: 2, fields: [{ format: "i32" }, { format: "u32" }] }]]) }, 1);
  e.id = Uint16Array.of(3);
  await e.readValues(new Columns(Uint8Array.of(9, 9)));
  check("signed values are decoded", e.value(0, 0) === -5 && e.value(0, 1) === 9, [...e.values]);
}

function checkColours() {
  const light = ([r, g, b]) =>
    [r, g, b]
      .map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  for (const [name, theme] of Object.entries(THEMES)) {
    const worst = Math.min(...Array.from({ length: 400 }, (_, i) => contrast(nameColour(`thread ${i}`), theme.on)));
    check(`${name}: text on slices has a contrast of at least 4.5`, worst >= 4.5, worst);
    check(
      `${name}: text, faint text and wait labels have a contrast of at least 4.5`,
      ["text", "faint", "waitText"].every((k) => contrast(theme[k], theme.back) >= 4.5),
      ["text", "faint", "waitText"].map((k) => contrast(theme[k], theme.back)),
    );
  }
  // Three kinds of colour blindness (Machado et al., severity 1). States also differ by pattern.
  const kinds = [
    [
      [0.152, 1.053, -0.205],
      [0.115, 0.786, 0.099],
      [-0.004, -0.048, 1.052],
    ],
    [
      [0.367, 0.861, -0.228],
      [0.28, 0.673, 0.047],
      [-0.012, 0.043, 0.969],
    ],
    [
      [1.256, -0.077, -0.179],
      [-0.078, 0.931, 0.148],
      [0.005, 0.691, 0.304],
    ],
  ];
  const apart = (m) => {
    const seen = Object.values(STATE_COLOURS).map((c) => m.map((row) => row.reduce((s, v, i) => s + v * c[i], 0)));
    return Math.min(...seen.flatMap((a, i) => seen.slice(i + 1).map((b) => Math.hypot(...a.map((v, k) => v - b[k])))));
  };
  check(
    "the colours of states can be told apart with colour blindness",
    kinds.every((m) => apart(m) > 25),
    kinds.map(apart),
  );
}

function checkModel() {
  check(
    "durations are formatted in ns, us or s",
    duration(84200) === "84.200 us" && duration(5) === "5 ns" && duration(1.5e9) === "1.500 s",
  );
  check(
    "times have as many digits as the step needs",
    time(1.0005e9, 1e5) === "1.0005 s" && time(2500, 10) === "2.50 us",
  );
  check(
    "ticks are 1, 2 or 5 times a power of ten apart",
    tickStep(1000, 10) === 100 && tickStep(1001, 10) === 200 && tickStep(7, 7) === 1,
  );
  check(
    "cells are formatted by type",
    cell(null, "us") === "–" && cell(1.5, "us") === "1.500" && cell(3, "number") === "3",
  );
  check(
    "a topology is parsed",
    JSON.stringify(parseTopology("little=0-1 big=2,3")) ===
      '[{"name":"little","cpus":[0,1],"groups":[]},{"name":"big","cpus":[2,3],"groups":[]}]',
  );
  const levels = (list) => list.map((g) => (g.groups.length > 0 ? [g.name, levels(g.groups)] : [g.name, g.cpus]));
  check(
    "a topology has levels",
    JSON.stringify(levels(parseTopology("n0=(a=0,1 b=2) n1=3-4", 5))) ===
      '[["n0",[["a",[0,1]],["b",[2]]]],["n1",[3,4]]]',
  );
  for (const [text, words] of [
    ["0-1 x", '"x"'],
    ["a=", '"a="'],
    ["a=(0 1", 'no ")"'],
    ["0) 1", 'without "("'],
    ["x=9", "CPU 9"],
    ["0-2 2-3", "CPU 2 twice"],
  ]) {
    let wrong = "";
    try {
      parseTopology(text, 4);
    } catch (e) {
      wrong = e.message;
    }
    check(`the topology ${text} is refused`, wrong.includes(words), wrong);
  }
  const kept = new Map(),
    storage = { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v) },
    store = new Store(storage),
    other = new Store(storage);
  store.set({
    screen: "events",
    filter: "a=b",
    sel: { from: 1, to: 2, rows: ["0/thread/3"] },
    a: 5,
    pins: ["filter"],
    notes: [{ from: 1, to: 2, text: "<b>" }],
    added: [
      { kind: "path", row: "filter", from: 1, to: 2 },
      { kind: "activations", row: "idle", from: null, to: null },
    ],
  });
  check(
    "a link restores the state",
    other.fromHash(store.hash()) === null && other.hash() === store.hash() && other.state.filter === "a=b",
    other.hash(),
  );
  check("settings persist", new Store(storage).state.pins.join() === "filter");
  const third = new Store();
  check(
    "a saved view restores the state",
    third.fromSession(store.session("x")) === null && third.session("x") === store.session("x"),
  );
  for (const [text, part] of [
    ["{", "not valid JSON"],
    ['{"spoor_session":9}', "format 9"],
    ['{"spoor_session":1,"sel":{"from":"x"}}', '"sel" has an invalid value'],
    ['{"spoor_session":1,"pins":[1]}', '"pins"'],
    ['{"spoor_session":1,"added":[{"kind":"path","row":"filter","from":1,"to":null}]}', '"added"'],
    ["null", "format unknown"],
  ]) {
    check(`saved view ${text} is rejected`, third.fromSession(text)?.includes(part), third.fromSession(text));
  }
  check("a rejected saved view changes nothing", third.session("x") === store.session("x"));
  check("an invalid link is rejected", third.fromHash("#%7Bx") !== null && third.fromHash("#top") === null);
  const nodes = [1, 2, 3, 4].map((id) => ({ id, w: 50, h: 20 })),
    { places } = layered(nodes, [
      { from: 1, to: 2 },
      { from: 1, to: 3 },
      { from: 3, to: 4 },
      { from: 4, to: 1 },
      { from: 2, to: 2 },
    ]);
  check(
    "a graph with a cycle has layers",
    places.size === 4 &&
      places.get(2).y === places.get(3).y &&
      places.get(4).y > places.get(3).y &&
      Math.abs(places.get(2).x - places.get(3).x) >= 50,
    JSON.stringify([...places]),
  );
}

// ---------------------------------------------------------------- damage

/** The message of a failure. */
async function failure(read) {
  try {
    await read();
    return "";
  } catch (e) {
    return e instanceof BadData ? e.message : `another error: ${e.stack}`;
  }
}

async function checkDamage(elf) {
  const path = join(folder, "damage.html");
  tool.make("report", "-o", path, ...recordingOf(elf).words);
  const message = (change) =>
    failure(async () => {
      const { map } = sectionsOf(path);
      change(map);
      await traceOf(engine, new Sections(map));
    });
  const cut = (name, to) => (map) => {
    const section = map.get(name);
    section.pieces = [to(section.pieces[0])];
  };
  check("whole data is read", (await message(() => {})) === "");
  for (const name of ["0-open", "0-recording"]) {
    check(
      `${name}: a missing section is named`,
      (await message((map) => map.delete(name))).includes(`${name} is missing`),
    );
  }
  for (const name of ["0-recording", "0-program"]) {
    check(
      `${name}: a truncated section is named`,
      (await message(cut(name, (t) => t.slice(0, 400)))).includes(`${name} has`),
    );
    check(
      `${name}: text that isn't base64 is detected`,
      (await message(cut(name, (t) => `!!!!${t.slice(4)}`))).includes(name),
    );
    check(
      `${name}: changed bytes are detected`,
      (await message(cut(name, (t) => `${t.slice(0, 80)}${"/w".repeat(300)}${t.slice(680)}`))).includes(name),
    );
  }
  const { deflateRawSync } = await import("node:zlib");
  const head = JSON.stringify({ schema: 99 }),
    packed = deflateRawSync(Buffer.from(head));
  check(
    "an unknown schema is named",
    (
      await message((map) =>
        map.set("0-open", {
          name: "0-open",
          raw: head.length,
          packed: packed.length,
          pieces: [packed.toString("base64")],
        }),
      )
    ).includes("format 99"),
  );
  // What the engine answers is checked, too: `spoor serve` sends it.
  const whole = sectionsOf(path),
    answer = await (await traceOf(engine, whole)).recording.view(VIEW.TIMELINE);
  let random = 12345,
    survived = 0,
    detected = 0;
  for (let round = 0; round < 200; round++) {
    const section = ["cpu", "irq", "thread", "block", "shapes", "events"][round % 6],
      m = await failure(async () => {
        const sections = fromFrames(answer.slice()),
          { bytes } = sections.map.get(`0-${section}`);
        random = (random * 1103515245 + 12345) % 2147483648;
        if (bytes.length > 0) {
          bytes[random % bytes.length] ^= 1 + (random % 255);
        }
        const own = await sections.head(0);
        const trace = await readTrace(sections, 0, Object.assign(own, { offset_ns: 0, rate: 1 }));
        await trace.loadEvents();
      });
    survived += !m.startsWith("another error");
    detected += m !== "";
    if (m.startsWith("another error")) {
      console.log(`# ${section}: ${m.slice(0, 300)}`);
    }
  }
  check("damaged data throws nothing but BadData", survived === 200 && detected > 20, `${survived} ${detected}`);
  const c = new Columns(Uint8Array.from([0x80]));
  let thrown = "";
  try {
    c.one();
  } catch (e) {
    thrown = e.message;
  }
  check("an unterminated number is rejected", thrown === "ends too early", thrown);
  check(
    "a truncated frame is rejected",
    (() => {
      try {
        fromFrames(new TextEncoder().encode("0-head 5 9\nabc"));
      } catch (e) {
        return e instanceof BadData;
      }
      return false;
    })(),
  );
  const frame = (raw, body) => fromFrames(Buffer.concat([Buffer.from(`0-head ${raw} ${body.length}\n`), body]));
  const plain = Buffer.from(JSON.stringify({ schema: 1, name: "x" })),
    deflated = deflateRawSync(plain);
  check("a deflated frame is read", (await frame(plain.length, deflated).head(0)).name === "x");
  check("a frame of equal lengths isn't deflated", (await frame(plain.length, plain).head(0)).name === "x");
  check(
    "less data than the given length is rejected",
    await inflate(deflateRawSync(Buffer.from("hello")), 9).then(
      () => false,
      (e) => e.message.includes("5 bytes of 9"),
    ),
  );
  check(
    "more data than the given length is rejected",
    await inflate(deflateRawSync(Buffer.from("hello")), 3).then(
      () => false,
      (e) => e instanceof BadData,
    ),
  );
}

const opened = [];
for (const elf of elfs) {
  opened.push(await checkRecording(elf));
}
const functions = elfs.find((e) => e.includes("functions"));
await checkProfile("calls of a recording", ...recordingOf(functions).words);
const here = new URL("../tool/profiles/", import.meta.url).pathname;
await checkProfile("perf.data", "--elf", join(here, "shares"), join(here, "perf.data"));
tool.make("export", "--to", "gmon", "--elf", functions, "-o", join(folder, "gmon.out"), recordingOf(functions).file);
await checkProfile("gmon.out", "--elf", functions, join(folder, "gmon.out"));
tool.make(
  "export",
  "--to",
  "callgrind",
  "--elf",
  functions,
  "-o",
  join(folder, "callgrind.out"),
  recordingOf(functions).file,
);
await checkProfile("callgrind.out", join(folder, "callgrind.out"));
writeFileSync(join(folder, "stacks.folded"), "main;a;b 5\nmain;a;a;b 3\nmain;c 2\n");
await checkProfile("folded stacks", join(folder, "stacks.folded"));
checkTransforms();
checkPyramid();
await checkByHand();
checkColours();
checkModel();
// In this story 0 is the highest priority.
async function checkPriorities() {
  const made = join(folder, "down");
  execFileSync(story, [new URL("../tables/inverted-down/story", import.meta.url).pathname, made]);
  const { trace } = await open("--elf", `${made}.elf`, `${made}.spoor`);
  const names = [...trace.threads.values()].sort((a, b) => b.urgency - a.urgency).map((t) => t.name);
  check("threads are sorted by priority if 0 is the highest", names.join() === "high,middle,low", names);
}

/** Each message with a reply is drawn as one. */
async function checkMessages() {
  const made = join(folder, "messages");
  execFileSync(story, [new URL("../tables/messages/story", import.meta.url).pathname, made]);
  const words = ["--elf", `${made}.elf`, `${made}.spoor`],
    { trace } = await open(...words),
    { done } = await messages(new Part(trace), await trace.loadEvents());
  const counts = run("stats", "ipc", "--json", ...words)
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l).count);
  check(
    "the messages with a reply are those of the tool's table",
    done.length > 0 && done.length === counts.reduce((sum, n) => sum + n, 0),
    `${done.length} ${counts}`,
  );
}

check(
  "rows of several recordings are separate",
  (() => {
    const [a, b] = opened.map((o) => o.trace);
    b.index = 1;
    const rows = new Rows([a, b]);
    return (
      rows.all.has("0/trace") &&
      rows.all.has("1/cpu/0") &&
      rows.all.get("0/cpu/0").depth === 1 &&
      rows.all.get("0/cpu/0").parent === "0/trace" &&
      rows.shown({ pins: [], hidden: [], order: [], collapsed: [] }).length === rows.all.size
    );
  })(),
);

/** The waits of a function must be below its frames, in the profile of waits and in that of stacks. */
async function checkSwitched(elf) {
  const { words } = recordingOf(elf),
    { trace } = await open(...words);
  for (const [view, name, atLeast] of [
    [VIEW.WAITS, "waits", 4 * 10e6],
    [VIEW.STACKS, "stacks", 4],
  ]) {
    const p = profileOfHead(await fromFrames(await trace.recording.view(view)).head(0)),
      name_of = (node) => p.frames[p.frame[node]].name,
      path = (node) => (node === 0 ? [] : [...path(p.parent[node]), name_of(node)]);
    const nodes = p.self.map((_, node) => path(node)).map((names, node) => ({ names, self: p.self[node] })),
      below = nodes.filter(({ names }) => names.includes("switched_waits")),
      sum = below.reduce((s, { self }) => s + self, 0);
    check(
      `the profile of ${name} has the stacks of the threads that were switched out`,
      sum >= atLeast &&
        below.every(({ names, self }) => self === 0 || (names[0] === "main" && names.includes("sem_wait"))),
      `${sum} ${JSON.stringify(nodes.filter(({ self }) => self > 0))}`,
    );
  }
}

await checkPriorities();
await checkSwitched(elfs.find((e) => e.includes("switched")));
await checkMessages();
await checkDamage(elfs[0]);
end();
