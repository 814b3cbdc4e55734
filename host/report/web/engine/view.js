// SPDX-License-Identifier: BSD-2-Clause
/** What the page can draw; enum libspoor_view. */
export const VIEW = { PAGE: 0, TIMELINE: 1, CALLS: 2, STACKS: 3, WAITS: 4 };
