/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nests the slices of rows. Complete events are mostly written when they end, so that the inner one
 * precedes the outer one in the file.
 */
#include <stdlib.h>
#include <base/sort.h>
#include <base/vector.h>
#include "slices.h"

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_row_and_begin(const void *a, const void *b)
{
    const struct slice *one = a, *two = b;

    return one->row != two->row ? compare(one->row, two->row) : compare(one->from, two->from);
}

/* The outer slice first. */
static int by_row_and_length(const void *a, const void *b)
{
    int order = by_row_and_begin(a, b);

    return order != 0 ? order : compare(((const struct slice *)b)->to, ((const struct slice *)a)->to);
}

static int by_time(const void *a, const void *b)
{
    return compare(((const struct slice_edge *)a)->time, ((const struct slice_edge *)b)->time);
}

/* Give each slice that begins by an event of its own the end that belongs to it. Remove the ends.
 * @return the number of slices */
static size_t match_ends(struct slice *s, size_t count, struct slice_edges *edges)
{
    uint32_t top = SLICE_NONE, row = SLICE_NONE;
    size_t kept = 0;

    sort_stable(s, count, sizeof *s, by_row_and_begin);
    for (size_t n = 0; n < count; n++) {
        struct slice slice = s[n];

        top = slice.row == row ? top : SLICE_NONE;
        row = slice.row;
        if (slice.name != SLICE_NONE) {
            slice.around = top;
            top = slice.is_begin ? (uint32_t)kept : top;
            s[kept++] = slice;
        } else if (top != SLICE_NONE) {
            s[top].to = slice.from;
            top = s[top].around;
        } else {
            edges->unbegun++;
        }
    }
    return kept;
}

static void add(struct slice_edges *edges, int64_t time, const struct slice *s, bool enters)
{
    if (!VECTOR_GROW(edges->list, edges->count)) {
        edges->failed = true;
        return;
    }
    edges->list[edges->count++] = (struct slice_edge){time, s->row, s->name, enters};
}

/* Leave the innermost open slice, unless it never ends. @return the one around it */
static uint32_t leave(struct slice_edges *edges, const struct slice *slices, uint32_t top)
{
    const struct slice *s = &slices[top];

    if (s->to != SLICE_OPEN) {
        add(edges, s->to, s, false);
    }
    return s->around;
}

void slices_nest(struct slice *slices, size_t count, struct slice_edges *edges)
{
    uint32_t top = SLICE_NONE, row = SLICE_NONE;

    count = match_ends(slices, count, edges);
    sort_stable(slices, count, sizeof *slices, by_row_and_length);
    for (size_t n = 0; n < count; n++) {
        struct slice *s = &slices[n];

        while (top != SLICE_NONE && (s->row != row || slices[top].to <= s->from)) {
            top = leave(edges, slices, top);
        }
        row = s->row;
        s->around = top;
        edges->unended += s->to == SLICE_OPEN;
        if (top != SLICE_NONE && s->to > slices[top].to) {
            edges->overlapping += s->to != SLICE_OPEN;
            s->to = slices[top].to;
        }
        add(edges, s->from, s, true);
        top = (uint32_t)n;
    }
    while (top != SLICE_NONE) {
        top = leave(edges, slices, top);
    }
    if (!edges->failed) {
        sort_stable(edges->list, edges->count, sizeof *edges->list, by_time);
    }
}
