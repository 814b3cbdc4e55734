// SPDX-License-Identifier: BSD-2-Clause
// The program around the page, if that is an editor (host/vscode): it has the files to open, and opens source lines.
// In a browser there is no such program: files are dropped or chosen, and places in the source are text. The messages:
//
//   {type: "ready"}                          to the host: the page can open files
//   {type: "files", files: [{name, bytes}]}  from the host: open them, as if they were dropped on the page
//   {type: "say", text}                      from the host: why there are none
//   {type: "line", file, line}               to the host: open a source line
import { h, themeOf } from "./dom.js";

const host = window.acquireVsCodeApi?.() ?? null;

/** The page is in an editor, which chooses the files. */
export const inEditor = host !== null;

/** Open what the host sends, instead of files that are chosen. @param {import("./open.js").Opener} opener */
export function follow(opener) {
  if (host === null) {
    return;
  }
  document.documentElement.dataset.theme = themeOf("auto");
  opener.element.replaceChildren(opener.words);
  addEventListener("message", ({ data }) => {
    if (data.type === "files") {
      opener.add(data.files.map(({ name, bytes }) => new File([bytes], name)));
    } else if (data.type === "say") {
      opener.say(data.text);
    }
  });
  host.postMessage({ type: "ready" });
}

/**
 * A text about a place in the source: a link if there is a host to open it.
 * @param {string} place "file:line" @returns {Node|string}
 */
export function sourceLink(place, text = place) {
  const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? [];
  if (host === null || file === undefined) {
    return text;
  }
  const open = (e) => {
    e.stopPropagation(); // the row of a table may have another link
    host.postMessage({ type: "line", file, line: Number(line) });
  };
  return h("button", { type: "button", class: "to", title: "Open the source", onclick: open }, text);
}
