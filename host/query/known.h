/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks that the names in a filter exist in the program and in the recording. */
#ifndef QUERY_KNOWN_H
#define QUERY_KNOWN_H

#include <model/follow.h>
#include <query/filter.h>
#include <read/reader.h>

/** A name in filters that isn't a field of an event. */
struct known_field {
    const char *name;
    bool records; /**< records have it; otherwise only intervals */
    const char *help;
};

/** @return the `n`-th name, those of records first; or NULL */
const struct known_field *known_nth_field(unsigned n);

/**
 * Parse a filter, and refuse unknown names of fields.
 *
 * @param elf        the program, whose events have the fields; NULL: nothing is refused
 * @param intervals  the filter chooses intervals as well. If not, unknown events are refused too
 * @param wrong      set to a message, after an error
 * @return NULL after an error
 */
struct filter *known_filter(const char *text, const struct spoor_elf *elf, bool intervals,
                            const char **wrong);

/**
 * Report each thread, interrupt, CPU and event in a filter that doesn't exist, with those that do. Must be
 * called at the end of the input.
 *
 * @return whether all exist
 */
bool known_check(const struct filter *f, const struct spoor_reader *r, const struct spoor_elf *elf,
                 const struct follow *follow, const struct spoor_report *report);

/** Report an unknown name of a thread, with those that exist. @return whether the thread exists */
bool known_thread(const char *name, const struct spoor_reader *r, const struct spoor_report *report);

#endif
