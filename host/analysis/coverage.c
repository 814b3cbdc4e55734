/* SPDX-License-Identifier: BSD-2-Clause */
/* The views of `spoor coverage`. Functions without debug information have no lines, and are judged by their
 * first instruction. */
#include <stdio.h>
#include <analysis/coverage.h>
#include <base/count.h>

static void put_value(struct table *t, uint64_t value)
{
    table_number(t, value < INT64_MAX ? (int64_t)value : INT64_MAX);
}

static void put_place(struct table *t, const char *file, uint32_t line)
{
    char place[400];

    if (file == NULL) {
        table_empty(t);
        return;
    }
    snprintf(place, sizeof place, "%s:%u", file, line);
    table_text(t, place);
}

/* ------------------------------------------------------------------ functions */

static bool is_missed(const struct profile_covered *c)
{
    return c->lines != 0 ? c->executed == 0 : c->entered == 0;
}

static void function_rows(struct table *t, const struct profile *p, bool missed)
{
    for (size_t n = 0; n < p->covered_count; n++) {
        const struct profile_covered *c = &p->covered[n];

        if (missed && !is_missed(c)) {
            continue;
        }
        table_text(t, c->name);
        put_value(t, c->entered);
        if (c->lines != 0) {
            put_value(t, c->lines);
            put_value(t, c->executed);
            table_ratio(t, c->executed, c->lines);
        } else {
            table_empty(t);
            table_empty(t);
            table_empty(t);
        }
        put_place(t, c->file, c->line);
        table_end_row(t);
    }
}

static const struct column function_columns[] = {
    {"function", COLUMN_TEXT, "its name"},
    {"entered", COLUMN_NUMBER, "how often its first instruction was executed"},
    {"lines", COLUMN_NUMBER, "source lines with code"},
    {"executed", COLUMN_NUMBER, "those that were executed"},
    {"executed_percent", COLUMN_PERCENT, "their share"},
    {"place", COLUMN_TEXT, "file and line"},
};

/* ------------------------------------------------------------------ lines */

static void line_rows(struct table *t, const struct profile *p, bool missed)
{
    for (size_t n = 0; n < p->line_count; n++) {
        const struct profile_line *l = &p->lines[n];

        if (missed && l->count != 0) {
            continue;
        }
        table_text(t, l->file);
        put_value(t, l->line);
        put_value(t, l->count);
        table_text(t, p->covered[l->covered].name);
        table_end_row(t);
    }
}

static const struct column line_columns[] = {
    {"file", COLUMN_TEXT, "source file"},
    {"line", COLUMN_NUMBER, "its number"},
    {"count", COLUMN_NUMBER, "executions of the instruction that was executed most often"},
    {"function", COLUMN_TEXT, "the function with its code"},
};

/* ------------------------------------------------------------------ branches */

static void branch_rows(struct table *t, const struct profile *p, bool missed)
{
    for (size_t n = 0; n < p->branch_count; n++) {
        const struct profile_branch *b = &p->branches[n];
        char address[32];

        if (missed && b->taken != 0 && b->passed != 0) {
            continue;
        }
        snprintf(address, sizeof address, "0x%llx", (unsigned long long)b->address);
        table_text(t, b->file);
        put_value(t, b->line);
        table_text(t, address);
        put_value(t, b->taken);
        put_value(t, b->passed);
        table_end_row(t);
    }
}

static const struct column branch_columns[] = {
    {"file", COLUMN_TEXT, "source file"},
    {"line", COLUMN_NUMBER, "its number"},
    {"address", COLUMN_TEXT, "of the branch"},
    {"taken", COLUMN_NUMBER, "how often it was taken"},
    {"passed", COLUMN_NUMBER, "how often it wasn't"},
};

/* ------------------------------------------------------------------ all views */

const struct coverage_view *coverage_nth(unsigned n)
{
    static const struct coverage_view views[] = {
        {"functions", {"coverage", function_columns, COUNT_OF(function_columns), NO_METRIC}, function_rows},
        {"lines", {"coverage_lines", line_columns, COUNT_OF(line_columns), NO_METRIC}, line_rows},
        {"branches", {"coverage_branches", branch_columns, COUNT_OF(branch_columns), NO_METRIC}, branch_rows},
    };

    return n < COUNT_OF(views) ? &views[n] : NULL;
}

struct coverage_sums coverage_sum(const struct profile *p)
{
    struct coverage_sums s = {
        .functions = p->covered_count, .lines = p->line_count, .branches = p->branch_count};

    for (size_t n = 0; n < p->covered_count; n++) {
        s.entered += !is_missed(&p->covered[n]);
    }
    for (size_t n = 0; n < p->line_count; n++) {
        s.executed += p->lines[n].count != 0;
    }
    for (size_t n = 0; n < p->branch_count; n++) {
        s.both += p->branches[n].taken != 0 && p->branches[n].passed != 0;
    }
    return s;
}
