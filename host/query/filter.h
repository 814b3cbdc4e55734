/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One language to choose events and intervals, in dump, stats, export, timeline:
 *
 *     event=~sync_* && object==raw_blocks && (thread=filter || irq) && wall>50us
 *
 * Names are event, thread, cpu, irq, time, those of fields, wall of a block; of an interval also name, state,
 * reason, duration. A name alone is true when there is such a value. Operators are = or ==, !=, =~ and !~
 * (with
 * * and ?), <, <=, >, >=; &&, ||, !, and parentheses. A value is a number, perhaps with ns, us, ms or s; or a
 * text, in quotes where it has other characters than letters, digits, _ . * ? - : /.
 */
#ifndef QUERY_FILTER_H
#define QUERY_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct filter;

/** A value to compare: any of its forms may be there. */
struct filter_value {
    bool known;
    bool has_number, has_ns;
    int64_t number;
    int64_t ns;       /**< of a time or duration */
    const char *text; /**< or NULL */
};

/** @return the value of a name; not known when there is none of that name. */
typedef struct filter_value (*filter_look_up)(void *arg, const char *name);

/**
 * @param wrong  set to a message that shows the place, when the text is no filter
 * @return NULL after an error
 */
struct filter *filter_parse(const char *text, const char **wrong);

/** @return the `n`-th operator of comparisons, or NULL @param help  set to a sentence; NULL: another one's
 * alias */
const char *filter_nth_sign(unsigned n, const char **help);

/** A comparison of a filter. */
struct filter_part {
    const char *name;
    const char *value;
    const char *sign; /**< "=", "=~" or "!=", which name a value; NULL: another one */
    const struct node *node;
};

/** Call `call` for each comparison, until it returns false. @return whether all did return true */
bool filter_each(const struct filter *f, bool (*call)(void *arg, const struct filter_part *part), void *arg);

/** @return whether a value is one that the comparison names, whether to have it or not */
bool filter_part_names(const struct filter_part *part, const struct filter_value *value);

bool filter_matches(const struct filter *f, filter_look_up look_up, void *arg);

void filter_free(struct filter *f);

#endif
