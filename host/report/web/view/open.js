// SPDX-License-Identifier: BSD-2-Clause
// Opens files that are dropped on the page or chosen: recordings with their ELF files, packs, profiles of other tools,
// saved views. Nothing leaves the page: the engine reads the files in a worker.
import { openRecording } from "../data/source.js";
import { VIEW } from "../engine/view.js";
import { button, h, save } from "./dom.js";
import { inEditor } from "./host.js";
import { Serial } from "./serial.js";

const ELF = "\x7fELF";

async function begins(file, n) {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, n).arrayBuffer()));
}

const stem = (name) => name.replace(/\.[^.]*$/, "");

export class Opener {
  /** @param {import("./app.js").App} app @param {import("../data/sections.js").Sections} sections */
  constructor(app, sections) {
    this.app = app;
    this.sections = sections;
    /** ELF files, and recordings that wait for theirs. @type {File[]} */
    this.programs = [];
    this.waiting = [];
    this.input = h("input", { type: "file", multiple: true, id: "open-files", hidden: true });
    document.body.append(this.input);
    this.input.addEventListener("change", () => this.add([...this.input.files]));
    this.words = h("p", { class: "hint", role: "status" });
    this.serial = new Serial(this);
    app.session.onFiles = (files) => this.add(files);
  }

  /** Show the empty viewer. */
  show() {
    this.element = h(
      "section",
      { class: "opener" },
      h("h2", { text: "Open a recording" }),
      h("p", { text: "Drop a recording and its ELF file here, a pack, or a profile of another tool:" }),
      h(
        "p",
        {},
        h("code", {
          text: "run.spoor + firmware.elf · run.spoorpack · run.SVDat · ctf.zip · trace.dat · gmon.out · perf.data",
        }),
      ),
      h(
        "p",
        {},
        button("Choose files", "Choose files to open", () => this.choose()),
        " ",
        this.serial.control,
      ),
      this.words,
      h("p", { class: "hint", text: "The files stay on this machine: this page has no network access." }),
    );
    document.querySelector("main").replaceChildren(this.element);
    this.app.session.follow();
    this.app.test.ready = true;
  }

  choose() {
    this.input.value = "";
    this.input.click();
  }

  /** Say what is missing or wrong: in the empty viewer, or above the views. */
  say(text) {
    this.words.textContent = text;
    if (!this.element?.isConnected && text) {
      this.app.warn(text);
    }
  }

  /** @param {File[]} files */
  async add(files) {
    for (const file of files) {
      if (file.name.endsWith(".json")) {
        await this.app.session.read(file);
      } else if ((await begins(file, 4)) === ELF) {
        this.programs.push(file);
      } else {
        this.waiting.push(file);
      }
    }
    const list = this.waiting;
    this.waiting = [];
    for (const file of list) {
      await this.open(file);
    }
    if (this.programs.length > 0 && list.length === 0 && files.length > 0) {
      this.say("The program is known. Drop its recording, too.");
    }
  }

  /**
   * The ELF files that a recording may be of, the likeliest first: of the same name, then the newest, then those of the
   * recordings in the page.
   * @returns {{name: string, data: Blob}[]}
   */
  programsOf(file) {
    const newest = this.programs.map((p) => ({ name: p.name, data: p })).reverse(),
      isOf = (p) => stem(p.name) === stem(file.name),
      open = [...this.sections.recordings.values()].map((r) => r.engine.opened?.get(r.handle)?.program).filter(Boolean);
    return [...newest.filter(isOf), ...newest.filter((p) => !isOf(p)), ...open];
  }

  async open(file, [program = null, ...others] = this.programsOf(file)) {
    this.words.textContent = `Reading ${file.name} …`;
    try {
      await this.take(file.name, file, program);
      this.say("");
    } catch (e) {
      const isOfAnother = /recorded with another program/.test(e.message);
      if (isOfAnother && others.length > 0) {
        await this.open(file, others);
        return;
      }
      if (program === null && e.status === 2 && /--elf|program that ran/.test(e.message)) {
        this.waiting.push(file);
        this.say(`${file.name} is a recording. Drop the ELF file of its program, too.`);
      } else if (isOfAnother && !inEditor) {
        this.waiting.push(file);
        this.say(`${e.message}. Drop the ELF file of its own program.`);
      } else {
        this.say(e.message);
      }
    }
  }

  /** Open a file, or replace what has the number `index`. @param {Blob|Uint8Array} data */
  async take(name, data, program, index = this.sections.next) {
    const { app, sections } = this,
      first = app.data.heads.length === 0;
    if (!first && app.data.rows === null) {
      throw new Error(`${name}: this page shows a profile, to which nothing can be added. Open a page of its own`);
    }
    await openRecording(sections, index, { file: name }, data, program, first ? VIEW.PAGE : VIEW.TIMELINE);
    if (!first) {
      await app.replace(sections);
      return;
    }
    const text = async (part) => new TextDecoder().decode(await sections.get(`page-${part}`));
    document.title = await text("title");
    document.querySelector("header h1").textContent = document.title;
    document.querySelector(".lead").textContent = await text("lead");
    document.querySelector("main").innerHTML = await text("body"); // the engine escapes what is in the files
    await app.open(sections);
  }

  /** Save a recording in another tool's format. @param {import("../engine/client.js").Recording} recording */
  static async export(recording, file, format) {
    save(`${stem(file)}.${format}`, "application/octet-stream", await recording.export(format));
  }
}
