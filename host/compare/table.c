/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes comparisons as rows of a table. */
#include <stdio.h>
#include <base/count.h>
#include <compare/table.h>

static const struct column columns[] = {
    {"verdict", COLUMN_TEXT, ""},       {"metric", COLUMN_TEXT, ""},
    {"before_us", COLUMN_US, ""},       {"after_us", COLUMN_US, ""},
    {"change_us", COLUMN_US, ""},       {"change_percent", COLUMN_PERCENT, ""},
    {"instructions", COLUMN_REAL, ""},  {"count_before", COLUMN_NUMBER, ""},
    {"count_after", COLUMN_NUMBER, ""}, {"chance_percent", COLUMN_PERCENT, ""},
    {"visits", COLUMN_TEXT, ""},        {"place", COLUMN_TEXT, ""},
    {"why", COLUMN_TEXT, ""},
};

const struct table_kind diff_kind = {"diff", columns, COUNT_OF(columns)};

static void put_average(struct table *t, const struct comparison *c, const struct metric *m)
{
    if (m != NULL) {
        table_number(t, (int64_t)(compared_average(c, m) + 0.5));
    } else {
        table_empty(t);
    }
}

static void put_count(struct table *t, const struct comparison *c, const struct metric *m)
{
    if (m != NULL) {
        table_number(t, (int64_t)compared_visits(c, m)->count);
    } else {
        table_empty(t);
    }
}

void diff_row(struct table *t, const struct comparison *c)
{
    bool both = c->before != NULL && c->after != NULL;
    char place[400];

    table_text(t, verdict_name(c->verdict));
    table_text(t, c->name);
    put_average(t, c, c->before);
    put_average(t, c, c->after);
    if (both) {
        double before = compared_average(c, c->before);

        table_number(t, (int64_t)(c->change_ns < 0 ? c->change_ns - 0.5 : c->change_ns + 0.5));
        if (before > 0) {
            table_real(t, 100 * c->change_ns / before);
        } else {
            table_empty(t);
        }
    } else {
        table_empty(t);
        table_empty(t);
    }
    if (both && c->after->checked && c->instructions != 0) {
        table_real(t, c->instructions);
    } else {
        table_empty(t);
    }
    put_count(t, c, c->before);
    put_count(t, c, c->after);
    if (c->chance >= 0) {
        table_real(t, 100 * c->chance);
    } else {
        table_empty(t);
    }
    table_text(t, c->undisturbed ? "undisturbed" : "");
    if (c->after != NULL && c->after->file != NULL) {
        snprintf(place, sizeof place, "%s:%u", c->after->file, c->after->line);
        table_text(t, place);
    } else {
        table_empty(t);
    }
    table_text(t, c->why);
    table_end_row(t);
}
