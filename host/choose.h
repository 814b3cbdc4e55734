/* SPDX-License-Identifier: BSD-2-Clause */
/* Filters applied to records and intervals: their values by name. */
#ifndef CHOOSE_H
#define CHOOSE_H

#include <filter/filter.h>
#include <model/intervals.h>

/** The surroundings of a record or interval. */
struct choice {
    const struct filter *filter;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct follow *follow; /**< in the state that the record is shown with */
    uint32_t hz;
};

bool choose_item(const struct choice *c, const struct spoor_item *item);
bool choose_interval(const struct choice *c, const struct interval *i);

#endif
