/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
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

static void put_address(struct table *t, uint64_t address)
{
    char text[32];

    snprintf(text, sizeof text, "0x%llx", (unsigned long long)address);
    table_text(t, text);
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

/* ------------------------------------------------------------------ stacks */

static void stack_rows(struct table *t, const struct profile *p)
{
    for (size_t n = 0; n < p->stack_count; n++) {
        const struct profile_stack *s = &p->stacks[n];

        table_text(t, s->name);
        put_text(t, s->thread);
        if (s->end > s->begin) {
            put_value(t, s->end - s->lowest);
            put_value(t, s->end - s->begin);
            table_number(t, (int64_t)(s->lowest - s->begin));
        } else {
            put_value(t, s->highest - s->lowest);
            table_empty(t);
            table_empty(t);
        }
        put_address(t, s->lowest);
        table_end_row(t);
    }
}

static const struct column stack_columns[] = {
    {"stack", COLUMN_TEXT, "its variable; without one, the address where it begins"},
    {"thread", COLUMN_TEXT, "the thread that uses it; empty: none, several, or unknown"},
    {"used_bytes", COLUMN_NUMBER, "from its begin to the last byte that was stored"},
    {"size_bytes", COLUMN_NUMBER, "of the variable; empty: unknown, or it has several stacks"},
    {"free_bytes", COLUMN_NUMBER, "that were never used"},
    {"lowest", COLUMN_TEXT, "address of the last byte"},
};

const struct bare_table bare_stacks = {
    {"bare_stacks", stack_columns, COUNT_OF(stack_columns), NO_METRIC}, NULL, stack_rows};

/* ------------------------------------------------------------------ memory */

static void region_rows(struct table *t, const struct profile *p)
{
    for (size_t n = 0; n < p->region_count; n++) {
        const struct profile_region *r = &p->regions[n];

        put_text(t, r->name);
        put_text(t, r->section);
        put_address(t, r->begin);
        put_value(t, r->end - r->begin);
        put_value(t, r->reads);
        put_value(t, r->writes);
        table_end_row(t);
    }
}

static const struct column region_columns[] = {
    {"variable", COLUMN_TEXT, "its name; empty: between variables, or outside the program"},
    {"section", COLUMN_TEXT,
     "the section that it is in; empty: outside the program, as devices and heaps are"},
    {"address", COLUMN_TEXT, "where it begins"},
    {"size_bytes", COLUMN_NUMBER, "its size; outside the program a page"},
    {"reads", COLUMN_NUMBER, "loads from it"},
    {"writes", COLUMN_NUMBER, "stores to it"},
};

const struct bare_table bare_regions = {
    {"bare_regions", region_columns, COUNT_OF(region_columns), NO_METRIC}, NULL, region_rows};
