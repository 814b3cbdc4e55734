/* SPDX-License-Identifier: BSD-2-Clause */
#include <analysis/bare.h>
#include <base/count.h>

static void put_text(struct table *t, const char *text)
{
    if (text != NULL) {
        table_text(t, text);
    } else {
        table_empty(t);
    }
}

static void put_value(struct table *t, uint64_t value)
{
    table_number(t, value < INT64_MAX ? (int64_t)value : INT64_MAX);
}

/* ------------------------------------------------------------------ masked sections */

static void masked_rows(struct table *t, const struct profile *p)
{
    for (size_t n = 0; n < p->masked_count; n++) {
        const struct profile_masked *m = &p->masked[n];

        table_text(t, m->function);
        put_text(t, m->caller);
        put_value(t, m->count);
        put_value(t, m->total);
        put_value(t, m->longest);
        table_text(t, m->begun);
        put_text(t, m->ended);
        put_text(t, m->called);
        table_end_row(t);
    }
}

static const struct column masked_columns[] = {
    {"function", COLUMN_TEXT, "the function that masked interrupts"},
    {"caller", COLUMN_TEXT,
     "its caller; empty: it has none, as a handler and the first function of a thread"},
    {"sections", COLUMN_NUMBER, "how often"},
    {"instructions", COLUMN_NUMBER, "executed while interrupts were masked, all sections"},
    {"longest", COLUMN_NUMBER, "the longest section, in instructions"},
    {"begun", COLUMN_TEXT, "where interrupts were masked"},
    {"ended", COLUMN_TEXT, "where the longest section ended; empty: it lasted to the end of the run"},
    {"called", COLUMN_TEXT, "where the caller calls the function"},
};

const struct bare_table bare_masked = {
    {"bare_masked", masked_columns, COUNT_OF(masked_columns), NO_METRIC}, "-longest", masked_rows};
