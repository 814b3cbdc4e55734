/* SPDX-License-Identifier: BSD-2-Clause */
/* Searching the timeline of `spoor tui`. */
#ifndef COMMANDS_TUI_SEARCH_H
#define COMMANDS_TUI_SEARCH_H

#include <view/view.h>
#include <query/match.h>

/**
 * Find the next match after the cursor, in time; of those at one time the first row's.
 *
 * @param row  set to its row among the shown ones
 * @return the slice, or NULL when there is none
 */
const struct history_slice *tui_find(const struct view *v, const struct choice *c, size_t *row);

#endif
