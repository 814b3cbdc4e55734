/* SPDX-License-Identifier: BSD-2-Clause */
/* Search of the timeline of `spoor tui`. */
#ifndef COMMANDS_TUI_SEARCH_H
#define COMMANDS_TUI_SEARCH_H

#include <view/view.h>
#include <query/match.h>

/**
 * Find the next match in time after the cursor. Of matches at the same time, take the first row.
 *
 * @param row  set to the index of its row among the shown rows
 * @return the slice, or NULL if there is none
 */
const struct history_slice *tui_find(const struct view *v, const struct choice *c, size_t *row);

#endif
