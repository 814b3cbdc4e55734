/* SPDX-License-Identifier: BSD-2-Clause */
/* Parsing of conditions: QUANTITY COMPARISON NUMBER [UNIT], for example "max>50us". */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <errno.h>
#include <spoor/trigger.h>
#include <spoor/util/divide.h>
#include <spoor/util/text.h>

static const char *skip_spaces(const char *s)
{
    while (*s == ' ' || *s == '\t') {
        s++;
    }
    return s;
}

/*
 * @return the index of the text in `list` that `*s` begins with, and move `*s` past it; -1 if there is none
 */
static int match(const char **s, const char *list)
{
    const char *text;

    for (unsigned n = 0; (text = spoor_text_nth(list, n)) != NULL; n++) {
        const char *after = spoor_text_after(*s, text);

        if (after != NULL) {
            *s = after;
            return (int)n;
        }
    }
    return -1;
}

/* Larger than any possible count or sensible time. In s, it is still below 2^63 ns. */
#define NUMBER_MAX 4294967295u
/* Further digits after the point are worth less than 1 ns in any unit. */
#define FRACTION_UNIT_MAX 1000000000u
#define OF_A_NUMBER       "compares with a number of at most 4294967295, to the nanosecond"

struct number {
    uint64_t whole;
    uint32_t fraction, fraction_unit; /* 25 and 100 for "7.25" */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/*
 * Read the digits after the point.
 *
 * @return false if there are none, or if a digit is worth less than a nanosecond
 */
static bool read_fraction(const char **s, struct number *n)
{
    const char *from = *s;

    for (; is_digit(**s); (*s)++) {
        if (n->fraction_unit < FRACTION_UNIT_MAX) {
            n->fraction = n->fraction * 10 + (uint32_t)(**s - '0');
            n->fraction_unit *= 10;
        } else if (**s != '0') {
            return false;
        }
    }
    return *s != from;
}

static bool read_number(const char **s, struct number *n)
{
    const char *from = *s;

    *n = (struct number){.fraction_unit = 1};
    for (; is_digit(**s); (*s)++) {
        n->whole = n->whole * 10 + (uint64_t)(**s - '0');
        if (n->whole > NUMBER_MAX) {
            return false;
        }
    }
    if (*s == from) {
        return false;
    }
    if (**s == '.') {
        (*s)++;
        return read_fraction(s, n);
    }
    return true;
}

/* Read the text after the comparison: a number, and its unit if it is a time. @return a complaint, or NULL */
static const char *read_threshold(const char *s, bool is_count, uint64_t *threshold)
{
    uint32_t in_ns = 1, rest;
    struct number n;

    if (!read_number(&s, &n)) {
        return OF_A_NUMBER;
    }
    s = skip_spaces(s);
    if (is_count) {
        *threshold = n.whole;
        return *s == '\0' && n.fraction_unit == 1 ? NULL
                                                  : "compares count with a whole number, without a unit";
    }
    int unit = match(&s, TRACE_TIME_UNITS);

    if (unit < 0 || *skip_spaces(s) != '\0') {
        return "compares a time with a number in ns, us, ms or s";
    }
    for (; unit > 0; unit--) {
        in_ns *= 1000;
    }
    *threshold = n.whole * in_ns + spoor_divide((uint64_t)n.fraction * in_ns, n.fraction_unit, &rest);
    return rest == 0 ? NULL : OF_A_NUMBER;
}

const char *trace_time_parse(const char *text, uint64_t *ns)
{
    return read_threshold(skip_spaces(text), false, ns) == NULL
               ? NULL
               : "a time is a number of at most 4294967295 with ns, us, ms or s, to the nanosecond";
}

int trace_condition_parse(const char *text, struct trace_condition *condition, const char **complaint)
{
    const char *s = skip_spaces(text);
    int found = match(&s, TRACE_QUANTITIES);

    if (found < 0) {
        *complaint = "begins with count, last, net, min, max or avg";
        return -EINVAL;
    }
    condition->quantity = (enum trace_quantity)found;
    s = skip_spaces(s);
    found = match(&s, TRACE_COMPARISONS "=\0");
    if (found < 0) {
        *complaint = "compares by >, >=, <, <= or ==";
        return -EINVAL;
    }
    condition->comparison = found > TRACE_BELOW ? TRACE_EQUAL : (enum trace_comparison)found;
    *complaint =
        read_threshold(skip_spaces(s), condition->quantity == TRACE_QUANTITY_COUNT, &condition->threshold);
    return *complaint == NULL ? 0 : -EINVAL;
}

#endif
