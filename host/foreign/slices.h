/* SPDX-License-Identifier: BSD-2-Clause */
/* Slices of rows, as Chrome's and Perfetto's traces have them, in any order: each row's are nested. */
#ifndef FOREIGN_SLICES_H
#define FOREIGN_SLICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLICE_NONE UINT32_MAX
#define SLICE_OPEN INT64_MAX /* a slice without an end */

/* A slice: something that lasts, in a row. Slices of a row are nested. */
struct slice {
    int64_t from, to;
    uint32_t row;
    uint32_t name;   /* SLICE_NONE: the end of the last one that began */
    bool is_begin;   /* its end is an event of its own */
    uint32_t around; /* while they are matched: the slice that it is in */
};

/* A begin or an end of a slice. */
struct slice_edge {
    int64_t time;
    uint32_t row, name;
    bool enters;
};

struct slice_edges {
    struct slice_edge *list;
    size_t count;
    size_t unended, unbegun, overlapping; /* slices that aren't as they should be */
    bool failed;
};

/* Make the edges of slices, in the order of time, each row's nested. The slices are sorted. */
void slices_nest(struct slice *slices, size_t count, struct slice_edges *edges);

#endif
