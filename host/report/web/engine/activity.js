// SPDX-License-Identifier: BSD-2-Clause
// What the engines are doing: the calls that have no answer yet. The page shows those that take long.

/** @typedef {{words: string, begin: number, share: number|null, cancel: (() => void)|null}} Call
 *  words: "Reading run.spoor"; begin: in ms; share: of the recording that was read; null: unknown */

class Activity {
  constructor() {
    /** @type {Set<Call>} */
    this.calls = new Set();
    this.listener = () => {};
  }

  /** @returns {Call} */
  begin(words, cancel = null) {
    const call = { words, begin: performance.now(), share: null, cancel };
    this.calls.add(call);
    this.listener();
    return call;
  }

  /** @param {Call} call */
  end(call) {
    this.calls.delete(call);
    this.listener();
  }
}

/** Of the page. */
export const activity = new Activity();
