/* SPDX-License-Identifier: BSD-2-Clause */
/* Conditions as people write them: QUANTITY COMPARISON NUMBER [UNIT], e.g. "max>50us". */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <errno.h>
#include <string.h>
#include <spoor/trigger.h>

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}

struct word {
    const char *text;
    uint64_t value;
};

/*
 * The entry that `*s` begins with; moves `*s` past it. @return NULL when it begins with none. Longer ones
 * first.
 */
static const struct word *match(const char **s, const struct word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(words[i].text);

        if (strncmp(*s, words[i].text, length) == 0) {
            *s += length;
            return &words[i];
        }
    }
    return NULL;
}

static const struct word quantities[] = {
    {"count", TRACE_QUANTITY_COUNT}, {"last", TRACE_QUANTITY_LAST}, {"net", TRACE_QUANTITY_NET},
    {"min", TRACE_QUANTITY_MIN},     {"max", TRACE_QUANTITY_MAX},   {"avg", TRACE_QUANTITY_AVG},
};

static const struct word comparisons[] = {
    {">=", TRACE_AT_LEAST}, {"<=", TRACE_AT_MOST}, {"==", TRACE_EQUAL},
    {">", TRACE_ABOVE},     {"<", TRACE_BELOW},    {"=", TRACE_EQUAL},
};

static const struct word units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Beyond any possible count and any sensible time; in s, its ns are still below 2^63. */
#define NUMBER_MAX 4294967295u
/* A further digit after the point is worth less than 1 ns in any unit. */
#define FRACTION_UNIT_MAX 1000000000u

struct number {
    uint64_t whole;
    uint64_t fraction, fraction_unit; /* 25 and 100 of "7.25" */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits after the point. @return false without one, and for a digit below a nanosecond */
static bool read_fraction(const char **s, struct number *n)
{
    const char *from = *s;

    for (; is_digit(**s); (*s)++) {
        if (n->fraction_unit < FRACTION_UNIT_MAX) {
            n->fraction = n->fraction * 10 + (uint64_t)(**s - '0');
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

/* The text after the comparison: a number, and for a time its unit. @return a complaint, or NULL */
static const char *read_threshold(const char *s, bool is_count, uint64_t *threshold)
{
    const struct word *unit;
    struct number n;

    if (!read_number(&s, &n)) {
        return "compares with a number of at most 4294967295, to the nanosecond";
    }
    s = skip_spaces(s);
    if (is_count) {
        *threshold = n.whole;
        return *s == '\0' && n.fraction_unit == 1 ? NULL
                                                  : "compares count with a whole number, without a unit";
    }
    unit = match(&s, units, COUNT_OF(units));
    if (unit == NULL || *skip_spaces(s) != '\0') {
        return "compares a time with a number in ns, us, ms or s";
    }
    if (n.fraction * unit->value % n.fraction_unit != 0) {
        return "compares with a number of at most 4294967295, to the nanosecond";
    }
    *threshold = n.whole * unit->value + n.fraction * unit->value / n.fraction_unit;
    return NULL;
}

int trace_condition_parse(const char *text, struct trace_condition *condition, const char **complaint)
{
    const char *s = skip_spaces(text);
    const struct word *quantity, *comparison;

    quantity = match(&s, quantities, COUNT_OF(quantities));
    if (quantity == NULL) {
        *complaint = "begins with count, last, net, min, max or avg";
        return -EINVAL;
    }
    s = skip_spaces(s);
    comparison = match(&s, comparisons, COUNT_OF(comparisons));
    if (comparison == NULL) {
        *complaint = "compares by >, >=, <, <= or ==";
        return -EINVAL;
    }
    condition->quantity = (enum trace_quantity)quantity->value;
    condition->comparison = (enum trace_comparison)comparison->value;
    *complaint =
        read_threshold(skip_spaces(s), quantity->value == TRACE_QUANTITY_COUNT, &condition->threshold);
    return *complaint == NULL ? 0 : -EINVAL;
}

#endif
