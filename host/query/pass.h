/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One pass over one recording of a file, or a range of it: reader, follow, intervals, and then the command.
 * All commands but dump and check work so.
 */
#ifndef QUERY_PASS_H
#define QUERY_PASS_H

#include <query/match.h>
#include <query/input.h>
#include <model/intervals.h>
#include <query/range.h>

/** The part of a recording that is asked for. */
struct pass_options {
    const char *range, *where;
    uint64_t recording;
};

struct pass {
    struct input *input;
    const struct pass_options *options;
    struct intervals *intervals;
    void *arg;
    /* The command's; any may be NULL. Items are those with a time, and names. */
    void (*early)(struct pass *p, const struct spoor_item *item); /**< … before the range, with a time */
    void (*every)(struct pass *p, const struct spoor_item *item); /**< … whether --where chooses it or not */
    void (*before)(struct pass *p, const struct spoor_item *item);   /**< … in the state before the item */
    void (*after)(struct pass *p, const struct spoor_item *item);    /**< … in the state after it */
    void (*followed)(struct pass *p, const struct spoor_item *item); /**< … whether it's chosen or not */
    void (*interval)(struct pass *p, const struct interval *i);
    bool whole; /**< read from the file's beginning, to know all states and counts when the range begins */
    int *error; /**< ends the pass when it isn't 0 */

    struct filter *filter;
    struct range range;
    uint32_t hz;         /**< of the recording */
    uint64_t begin, end; /**< the first and the last time, in cycles; of a range its ends */
    bool began;
    struct choose_recent chosen;
    uint64_t took;     /**< records and intervals that were chosen … */
    uint64_t left_out; /**< … and those that the range or the filter left out */
};

/** @return STATUS_OK, or another status; `fault` of the input says why. The intervals stay open until
 * pass_close(). */
int pass_run(struct pass *p);

/** Say how much a range or filter left out; nothing without these. */
void pass_tell_left_out(struct pass *p);

void pass_close(struct pass *p);

#endif
