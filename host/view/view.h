/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of a history on a screen: rows, a stretch of time, a cursor, two markers. Without a terminal. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include <base/out.h>
#include <model/history.h>

struct view {
    struct history *history;
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    uint32_t hz;
    uint32_t *shown; /**< rows of the history, in their order on the screen */
    size_t shown_count, shown_room;
    uint64_t from, to; /**< cycles on the screen */
    unsigned columns;
    unsigned column; /**< the cursor … */
    size_t row;      /**< … and its row among the shown ones */
    bool chosen; /**< the words are on the slice that begins at `chosen_from`, not on the cell's longest */
    uint64_t chosen_from;
    uint64_t mark[2];
    bool marked[2];
    bool ascii, blocks; /**< blocks' rows are shown */
};

/** A cell: its sign, and a colour from 1 to 7, or 0. */
struct view_cell {
    char text[4];
    uint8_t colour;
};

/** Choose and order the rows again: after new ones came. */
void view_arrange(struct view *v);

/** Make the cells of a row. @param cells  `columns` of them */
void view_row(const struct view *v, const struct history_row *r, struct view_cell *cells);

/** @return the row under the cursor, or NULL */
const struct history_row *view_cursor_row(const struct view *v);

/** @return the time in the middle of the cursor's column */
uint64_t view_cursor_time(const struct view *v);

/** Append a row's name; and words on the cell under the cursor: its thread, reason, object, length, waker. */
void view_name(const struct view *v, const struct history_row *r, struct out *o);
void view_describe(const struct view *v, struct out *o);

/** Append the difference of the markers: time, cycles, switches. Nothing without both. */
void view_difference(const struct view *v, struct out *o);

/** Move and zoom; the history's ends are the limits. @param by  1 is the whole width; @param factor below 1:
 * nearer */
void view_pan(struct view *v, double by);
void view_zoom(struct view *v, double factor);
void view_fit(struct view *v);

/** Show a time in the cursor's column. */
void view_go(struct view *v, uint64_t time);

/** Go to a slice of the cursor's row, and choose it. */
void view_choose(struct view *v, const struct history_slice *s);

#endif
