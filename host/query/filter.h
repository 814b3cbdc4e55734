/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The language of --where, which chooses events and intervals:
 *
 *     event=~sync_* && object==raw_blocks && (thread=filter || irq) && wall>50us
 *
 * `spoor help filters` describes it; known.h has the names, and filter_nth_sign() the operators. A name alone
 * is true if there is such a value. A value is a number, a time with ns, us, ms or s, or text. Text with
 * characters other than letters, digits and _ . * ? - : / must be in quotes.
 */
#ifndef QUERY_FILTER_H
#define QUERY_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct filter;

/** A value to compare, in all forms that it has. */
struct filter_value {
    bool known;
    bool has_number, has_ns;
    int64_t number;
    int64_t ns;       /**< a time or duration */
    const char *text; /**< or NULL */
};

/** @return the value of a name; not `known` if there is none */
typedef struct filter_value (*filter_look_up)(void *arg, const char *name);

/**
 * @param wrong  set to a message that shows the place, if the text isn't a filter
 * @return NULL after an error
 */
struct filter *filter_parse(const char *text, const char **wrong);

/** @return the `n`-th operator, or NULL @param help  set to a sentence about it; NULL: it is an alias */
const char *filter_nth_sign(unsigned n, const char **help);

/** A comparison of a filter. */
struct filter_part {
    const char *name;
    const char *value;
    const char *sign; /**< "=", "=~" or "!=", which name a value; NULL: another operator */
    const struct node *node;
};

/** Call `call` for each comparison, until it returns false. @return whether all returned true */
bool filter_each(const struct filter *f, bool (*call)(void *arg, const struct filter_part *part), void *arg);

/** @return whether the comparison names this value, to include or to exclude it */
bool filter_part_names(const struct filter_part *part, const struct filter_value *value);

bool filter_matches(const struct filter *f, filter_look_up look_up, void *arg);

void filter_free(struct filter *f);

#endif
