/* SPDX-License-Identifier: BSD-2-Clause */
/* A part of a history on a screen: rows, a stretch of time, a cursor, two markers. Independent of the
 * terminal. */
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
    unsigned column; /**< the cursor's column */
    size_t row;      /**< the cursor's row, an index in `shown` */
    bool chosen;     /**< the slice at `chosen_from` is described, not the longest one of the cell */
    uint64_t chosen_from;
    uint64_t mark[2];
    bool marked[2];
    bool ascii, blocks; /**< `blocks`: rows of blocks are shown */
};

/** A cell: its sign, and a colour from 1 to 7, or 0 for none. */
struct view_cell {
    char text[4];
    uint8_t colour;
};

/** Choose and sort the rows again, after the history has new ones. */
void view_arrange(struct view *v);

/** Make the cells of a row. @param cells  `columns` of them */
void view_row(const struct view *v, const struct history_row *r, struct view_cell *cells);

/** @return the row under the cursor, or NULL */
const struct history_row *view_cursor_row(const struct view *v);

/** @return the time in the middle of the cursor's column */
uint64_t view_cursor_time(const struct view *v);

/** Append a row's name; describe the cell under the cursor: thread, reason, object, length, waker. */
void view_name(const struct view *v, const struct history_row *r, struct out *o);
void view_describe(const struct view *v, struct out *o);

/** Append the difference of the markers: time, cycles, switches. Appends nothing unless both are set. */
void view_difference(const struct view *v, struct out *o);

/** Move and zoom, within the ends of the history. @param by  1 is the whole width @param factor  below 1
 * zooms in */
void view_pan(struct view *v, double by);
void view_zoom(struct view *v, double factor);
void view_fit(struct view *v);

/** Show a time in the cursor's column. */
void view_go(struct view *v, uint64_t time);

/** Go to a slice of the cursor's row, and choose it. */
void view_choose(struct view *v, const struct history_slice *s);

#endif
