/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One pass over one recording of a file, or a range of it: reader, follow, intervals, and then the command.
 * All commands but dump and check work so.
 */
#ifndef QUERY_PASS_H
#define QUERY_PASS_H

#include <query/match.h>
#include <cli/cli.h>
#include <model/intervals.h>
#include <query/range.h>

/** The options of such a command. */
struct pass_options {
    const char *range, *where;
    uint64_t recording;
};

/** Their rows in its table. */
#define PASS_OPTIONS(given)                                                                                  \
    {                                                                                                        \
        "range",        'r',        OPTION_TEXT,                                                             \
        &(given).range, "FROM..TO", "this part: 1.5..2 (seconds), 20ms..21ms, ..7us"},                       \
        {"where",        'w',      OPTION_TEXT,                                                              \
         &(given).where, "FILTER", "these only: 'thread=filter && duration>50us' (docs/spoor.md)"},          \
    {                                                                                                        \
        "recording", 0, OPTION_COUNT, &(given).recording, "N",                                               \
            "of a file with several: the N-th, from 1; `spoor info` lists them"                              \
    }

struct pass {
    struct cli *cli;
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

/** @return CLI_OK, or an exit status after a message. The intervals stay open until pass_close(). */
int pass_run(struct pass *p);

/** Say how much a range or filter left out; nothing without these. */
void pass_tell_left_out(struct pass *p);

void pass_close(struct pass *p);

#endif
