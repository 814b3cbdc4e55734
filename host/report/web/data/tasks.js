// SPDX-License-Identifier: BSD-2-Clause
// Long computations in short tasks, so that the browser draws and handles its events in between.

const TASK_MS = 20;
/** Elements that are computed between two looks at the clock. */
const PART = 8192;
let since = 0;

/** Let the browser handle its events if the page has computed for long. */
export async function breathe() {
  if (performance.now() - since > TASK_MS) {
    await nextTask();
    since = performance.now();
  }
}

/** Browsers delay timers that set timers, by 4 ms. */
const nextTask = globalThis.scheduler?.postTask
  ? () => globalThis.scheduler.postTask(() => {})
  : () => new Promise((done) => setTimeout(done));

/**
 * Call a function for consecutive parts of `n` elements.
 * @param {(from: number, to: number) => void} does
 */
export async function inParts(n, does) {
  for (let from = 0; from < n; from += PART) {
    does(from, Math.min(n, from + PART));
    await breathe();
  }
}
