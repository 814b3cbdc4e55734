/* SPDX-License-Identifier: BSD-2-Clause */
/* Filters applied to records and intervals. */
#ifndef QUERY_MATCH_H
#define QUERY_MATCH_H

#include <query/filter.h>
#include <model/intervals.h>

/** The context of a record or interval. */
struct choice {
    const struct filter *filter;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct follow *follow; /**< in the state that is shown with the record */
    uint32_t hz;
};

bool choose_item(const struct choice *c, const struct spoor_item *item);

/** The verdicts on the last records of each CPU except stacks, one bit each. Bit 0 is the last record. */
struct choose_recent {
    uint64_t verdicts[SPOOR_CPUS_MAX];
};

/** The same for all records of a recording, in their order: a stack inherits the verdict of its event.
 * `follow` must have taken a stack before. */
bool choose_next(struct choose_recent *r, const struct choice *c, const struct spoor_item *item);
bool choose_interval(const struct choice *c, const struct interval *i);

#endif
