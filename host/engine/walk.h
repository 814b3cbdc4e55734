/* SPDX-License-Identifier: BSD-2-Clause */
/* A walk over the items of a recording, in their order: all of them, each with whether a range and a filter
 * choose it. */
#ifndef ENGINE_WALK_H
#define ENGINE_WALK_H

#include <query/match.h>
#include <query/range.h>

/** `input`, `range_text` and `where` must be set. */
struct walk {
    struct input *input;
    const char *range_text, *where;
    struct follow *follow; /**< in the state that is shown with the item */
    struct filter *filter; /**< or NULL */
    struct range range;
    uint64_t took; /**< chosen records */
};

/** Prepare. @return STATUS_OK, or another status after setting the fault of the input */
int walk_open(struct walk *w);

/**
 * Walk.
 *
 * @param take  is called for each item; returns false to end the walk
 * @return STATUS_OK at the end of the input or of the walk; another status after a failure
 */
int walk_run(struct walk *w, bool (*take)(void *arg, const struct spoor_item *item, bool chosen), void *arg);

/** Check that something was there to be chosen. @return STATUS_OK, or another status after a report or a
 * fault */
int walk_check(struct walk *w);

void walk_close(struct walk *w);

#endif
