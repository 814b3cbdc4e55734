/* SPDX-License-Identifier: BSD-2-Clause */
/* Conditions as people write them: QUANTITY COMPARISON NUMBER [UNIT], e.g. "max>50us". */
#include <errno.h>
#include <string.h>
#include <profiler/tracing/watch.h>

#if CONFIG_TRACE

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}

struct word {
    const char *text;
    uint64_t value;
};

/* The entry that `*s` begins with, and move on behind it; NULL when it begins with none. Longer ones first.
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

/* Digits that are still to come behind the point for each unit of ns. */
static bool number(const char **s, uint64_t unit_max, uint64_t *whole, uint64_t *fraction,
                   uint64_t *fraction_unit)
{
    const char *from = *s;

    *whole = *fraction = 0;
    *fraction_unit = 1;
    for (; **s >= '0' && **s <= '9'; (*s)++) {
        if (*whole > (unit_max - 9) / 10) {
            return false;
        }
        *whole = *whole * 10 + (uint64_t)(**s - '0');
    }
    if (*s == from) {
        return false;
    }
    if (**s == '.') {
        for ((*s)++; **s >= '0' && **s <= '9'; (*s)++) {
            if (*fraction_unit < 1000000000) {
                *fraction = *fraction * 10 + (uint64_t)(**s - '0');
                *fraction_unit *= 10;
            }
        }
    }
    return true;
}

/* An hour in ns, and more visits than can be counted: beyond any sense, and far from any overflow. */
#define NUMBER_MAX UINT64_C(4294967295)

int trace_condition_parse(const char *text, struct trace_condition *condition, const char **complaint)
{
    const char *s = skip_spaces(text);
    const struct word *quantity = match(&s, quantities, COUNT_OF(quantities));
    uint64_t whole, fraction, fraction_unit, unit = 1;

    *complaint = "begins with count, last, net, min, max or avg";
    if (quantity == NULL) {
        return -EINVAL;
    }
    s = skip_spaces(s);
    const struct word *comparison = match(&s, comparisons, COUNT_OF(comparisons));

    *complaint = "compares by >, >=, <, <= or ==";
    if (comparison == NULL) {
        return -EINVAL;
    }
    s = skip_spaces(s);
    *complaint = "compares with a number of at most 4294967295";
    if (!number(&s, NUMBER_MAX, &whole, &fraction, &fraction_unit)) {
        return -EINVAL;
    }
    s = skip_spaces(s);
    if (quantity->value == TRACE_QUANTITY_COUNT) {
        *complaint = "compares count with a whole number without a unit";
        if (*s != '\0' || fraction_unit != 1) {
            return -EINVAL;
        }
    } else {
        const struct word *u = match(&s, units, COUNT_OF(units));

        *complaint = "compares a time with a number in ns, us, ms or s";
        if (u == NULL || *skip_spaces(s) != '\0') {
            return -EINVAL;
        }
        unit = u->value;
    }
    *condition = (struct trace_condition){
        .quantity = (enum trace_quantity)quantity->value,
        .comparison = (enum trace_comparison)comparison->value,
        .threshold = whole * unit + fraction * unit / fraction_unit,
    };
    *complaint = NULL;
    return 0;
}

#endif
