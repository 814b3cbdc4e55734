// SPDX-License-Identifier: BSD-2-Clause
// The page of a history: a line for each metric, and the picture of the one that is chosen.
import { unpack } from "../../report/web/engine/packed.js";
import { expand, levels, marks, niceSteps, path, show } from "./course.js";

const WIDE = 960,
  HIGH = 220,
  LEFT = 70,
  SMALL = [160, 24];
const $ = (selector) => /** @type {any} */ (document.querySelector(selector));

function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

async function readData() {
  const first = $("script[data-section=history]"),
    pieces = [first.textContent];
  for (let at = first.nextElementSibling; at?.matches("[data-more]"); at = at.nextElementSibling) {
    pieces.push(at.textContent);
  }
  const { raw, packed } = first.dataset;
  const bytes = await unpack({ name: "history", raw: Number(raw), packed: Number(packed), pieces });
  const data = JSON.parse(new TextDecoder().decode(bytes));
  for (const metric of data.metrics) {
    metric.values = expand(metric.averages);
    metric.levels = levels(
      metric.values,
      metric.moves.map((m) => m[0]),
    );
  }
  return data;
}

const day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");
const short = (commit) => (/^[0-9a-f]{12,}$/.test(commit) ? commit.slice(0, 10) : commit);

function picture(data, metric, choose) {
  const { values } = metric,
    steps = niceSteps(values),
    [low, high] = [steps[0], steps[steps.length - 1]];
  const y = (v) => HIGH - 20 - ((v - low) / (high - low || 1)) * (HIGH - 30),
    x = (n) => LEFT + ((n + 0.5) / values.length) * (WIDE - LEFT - 10);
  const svg = element("svg:svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    width: "100%",
    role: "img",
    tabindex: 0,
    "aria-label": `${metric.name}: ${show(values[values.length - 1])} ${metric.unit} now`,
  });
  for (const step of steps) {
    svg.append(
      element("svg:line", { class: "axis", x1: LEFT, x2: WIDE - 10, y1: y(step), y2: y(step) }),
      element("svg:text", { x: LEFT - 6, y: y(step) + 4, "text-anchor": "end" }, show(step, steps[1] - steps[0])),
    );
  }
  for (const n of marks(values.length)) {
    const anchor = n === 0 ? "start" : n === values.length - 1 ? "end" : "middle";
    svg.append(element("svg:text", { x: x(n), y: HIGH - 4, "text-anchor": anchor }, day(data.runs[n][1]).slice(0, 10)));
  }
  for (const level of metric.levels.filter((l) => l.value !== null)) {
    const ends = { x1: x(level.from - 0.5), x2: x(level.to - 0.5), y1: y(level.value), y2: y(level.value) };
    svg.append(element("svg:line", { class: "level", ...ends }));
  }
  svg.append(element("svg:path", { class: "line", d: path(values, x, y) }));
  for (const [run, kind] of metric.moves) {
    const value = values[run] ?? values[run - 1];
    svg.append(
      element("svg:circle", { cx: x(run), cy: y(value), r: 4, fill: `var(--${kind === "shrank" ? "good" : "bad"})` }),
    );
  }
  const cursor = element("svg:line", { class: "axis", y1: 0, y2: HIGH - 20, visibility: "hidden" });
  svg.append(cursor);
  let at = values.length - 1;
  const go = (n) => {
    at = Math.max(0, Math.min(values.length - 1, n));
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
    cursor.setAttribute("visibility", "visible");
    choose(at);
  };
  svg.addEventListener("pointermove", (e) => {
    const box = svg.getBoundingClientRect();
    go(Math.floor((((e.clientX - box.left) / box.width) * WIDE - LEFT) / ((WIDE - LEFT - 10) / values.length)));
  });
  svg.addEventListener("keydown", (e) => {
    const moves = metric.moves.map((m) => m[0]).sort((a, b) => a - b);
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: values.length - 1,
      PageUp: moves.findLast((m) => m < at) ?? 0,
      PageDown: moves.find((m) => m > at) ?? values.length - 1,
    }[e.key];
    if (to !== undefined) {
      go(to);
      e.preventDefault();
    }
  });
  return svg;
}

function detail(data, metric) {
  const box = $("#detail");
  box.hidden = false;
  $("#detail h2").textContent = `${metric.name}, ${metric.unit}${metric.undisturbed ? ", undisturbed visits" : ""}`;
  $("#detail .where").textContent = metric.file ? `${metric.file}:${metric.line}` : "";
  const choose = (n) => {
    const move = metric.moves.find((m) => m[0] === n),
      value = metric.values[n];
    $("#at").textContent =
      `${data.runs[n][0]}  ${day(data.runs[n][1])}: ${value === null ? "none" : `${show(value)} ${metric.unit}`}` +
      `${move ? `, ${move[1]}` : ""}`;
  };
  $("#detail .picture").replaceChildren(picture(data, metric, choose));
  choose(metric.moves.length ? metric.moves[0][0] : metric.values.length - 1);
}

function row(data, metric) {
  const { values } = metric,
    known = values.filter((v) => v !== null),
    [low, high] = [Math.min(...known), Math.max(...known)],
    first = metric.levels.find((l) => l.value !== null).value,
    now = metric.levels[metric.levels.length - 1].value;
  const [w, h] = SMALL,
    x = (n) => ((n + 0.5) / values.length) * w,
    y = (v) => (high > low ? h - 2 - ((v - low) / (high - low)) * (h - 4) : h / 2);
  const small = element(
    "svg:svg",
    { width: w, height: h, "aria-hidden": "true" },
    element("svg:path", { class: "line", d: path(values, x, y) }),
  );
  const change = now === null || !first ? null : (100 * (now - first)) / first;
  const last = metric.moves[0];
  const button = element("button", { type: "button" }, metric.name);
  const made = element(
    "tr",
    {},
    element("td", { class: "t", title: metric.name }, button),
    element("td", {}, small),
    element("td", {}, show(first)),
    element("td", {}, now === null ? "–" : show(now)),
    element("td", { class: "t soft" }, metric.unit),
    element(
      "td",
      { class: change > 0 ? "grew" : change < 0 ? "shrank" : "" },
      change === null
        ? "–"
        : `${change > 0 ? "+" : ""}${change.toFixed(change === 0 ? 0 : Math.abs(change) < 0.1 ? 4 : 2)} %`,
    ),
    element(
      "td",
      { class: "t" },
      last ? `${last[1]} at ${short(data.runs[last[0]][0])}, ${day(data.runs[last[0]][1]).slice(0, 10)}` : "",
    ),
  );
  made.addEventListener("click", () => {
    for (const other of document.querySelectorAll("tr[aria-selected]")) {
      other.removeAttribute("aria-selected");
    }
    made.setAttribute("aria-selected", "true");
    detail(data, metric);
  });
  return made;
}

const ROWS_MAX = 500;

async function main() {
  const data = await readData(),
    form = $("form");
  // What moved last is first, then what costs most.
  data.metrics.sort((a, b) => (b.moves[0]?.[0] ?? -1) - (a.moves[0]?.[0] ?? -1) || b.total - a.total);
  form.moved.checked = data.metrics.some((m) => m.moves.length);
  const update = () => {
    const word = form.find.value.toLowerCase(),
      found = data.metrics.filter(
        (m) => m.name.toLowerCase().includes(word) && (!form.moved.checked || m.moves.length),
      );
    $("tbody").replaceChildren(...found.slice(0, ROWS_MAX).map((m) => row(data, m)));
    $("#shown").textContent =
      `${Math.min(found.length, ROWS_MAX)} of ${data.metrics.length} metrics` +
      `${found.length > ROWS_MAX ? ": type a part of a name" : ""}`;
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (e) => e.preventDefault());
  update();
  if (data.metrics.length) {
    $("tbody tr")?.click();
  }
}

main().catch((e) => {
  $("main").prepend(element("p", { class: "grew", role: "alert" }, `The page can't be shown: ${e.message}`));
});
