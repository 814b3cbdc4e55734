/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One pass over a recording of a file, or over a range of it: through the reader, follow and intervals to the
 * command. All commands except dump and check use it.
 */
#ifndef QUERY_PASS_H
#define QUERY_PASS_H

#include <query/match.h>
#include <query/input.h>
#include <model/intervals.h>
#include <query/range.h>

/** The part of a recording that a command reads. */
struct pass_options {
    const char *range, *where;
    uint64_t recording;
};

struct pass {
    struct input *input;
    const struct pass_options *options;
    struct intervals *intervals;
    void *arg;
    /* Callbacks of the command; any may be NULL. Items are those with a time, and names. */
    void (*early)(struct pass *p, const struct spoor_item *item); /**< for items before the range */
    void (*every)(
        struct pass *p,
        const struct spoor_item *item); /**< for items in the range, even if --where excludes them */
    void (*before)(struct pass *p,
                   const struct spoor_item *item); /**< for chosen items, in the state before the item */
    void (*after)(struct pass *p,
                  const struct spoor_item *item); /**< for chosen items, in the state after the item */
    void (*followed)(struct pass *p,
                     const struct spoor_item *item); /**< as `every`, in the state after the item */
    void (*interval)(struct pass *p, const struct interval *i);
    bool whole; /**< read from the beginning of the file, to know all states and counts at the beginning of
                   the range */
    int *error; /**< an errno that ends the pass unless it is 0; or NULL */

    struct filter *filter;
    struct range range;
    uint32_t hz;         /**< of the recording */
    uint64_t begin, end; /**< the first and the last time, in cycles, or the ends of the range */
    bool began;
    struct choose_recent chosen;
    uint64_t took;     /**< chosen records and intervals */
    uint64_t left_out; /**< those that the range or the filter excluded */
};

/** @return STATUS_OK, or another status after setting the fault of the input. The intervals stay open until
 * pass_close(). */
int pass_run(struct pass *p);

/** Report how much the range or the filter excluded, if there is one. */
void pass_report_left_out(struct pass *p);

void pass_close(struct pass *p);

#endif
