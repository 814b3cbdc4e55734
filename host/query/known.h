/* SPDX-License-Identifier: BSD-2-Clause */
/* The names in a filter, compared with those of the program and of the recording. */
#ifndef QUERY_KNOWN_H
#define QUERY_KNOWN_H

#include <model/follow.h>
#include <query/filter.h>
#include <read/reader.h>

/** A name in filters that isn't a field of an event. */
struct known_field {
    const char *name;
    bool records; /**< records have it, not intervals alone */
    const char *help;
};

/** @return the `n`-th name, those of records first; or NULL */
const struct known_field *known_nth_field(unsigned n);

/**
 * Parse a filter, and refuse names of fields that there are not.
 *
 * @param elf        its events have the fields; NULL: nothing is refused
 * @param intervals  intervals are chosen, too. Otherwise events that the program hasn't are refused as well
 * @param wrong      set to a message, of an error
 * @return NULL after an error
 */
struct filter *known_filter(const char *text, const struct spoor_elf *elf, bool intervals,
                            const char **wrong);

/**
 * Report each thread, interrupt, CPU and event that a filter asks for and that there isn't, with those that
 * there are.
 *
 * @return whether there are all
 *
 * Context: at the end of the input.
 */
bool known_check(const struct filter *f, const struct spoor_reader *r, const struct spoor_elf *elf,
                 const struct follow *follow, const struct spoor_report *report);

/** Report that there is no thread of that name, with those that there are. @return whether there is one */
bool known_thread(const char *name, const struct spoor_reader *r, const struct spoor_report *report);

#endif
