/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table and the details that trace_points and trace_blocks show. The rows are copied before they are
 * sorted and measured: the system they come from doesn't stand still.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <shell/table.h>
#include <util/format.h>
#include "trace_command_priv.h"

#if CONFIG_TRACE

static const struct table_column columns[] = {
    {"ID", TABLE_RIGHT},   {"Name", TABLE_LEFT}, {"Act", TABLE_LEFT},  {"Count", TABLE_RIGHT},
    {"Last", TABLE_RIGHT}, {"Min", TABLE_RIGHT}, {"Max", TABLE_RIGHT}, {"Avg", TABLE_RIGHT},
};

static uint64_t sort_value(const struct trace_row *row, enum trace_key key)
{
    switch (key) {
    case KEY_LAST:
        return row->stats.last_ns;
    case KEY_MIN:
        return row->stats.min_ns;
    case KEY_MAX:
        return row->stats.max_ns;
    case KEY_AVG:
        return row->stats.avg_ns;
    case KEY_TOTAL:
        return row->stats.sum_ns;
    default:
        return row->stats.count;
    }
}

/* Whether `a` belongs behind `b`: numbers fall, names and IDs rise. */
static bool behind(const struct trace_kind *k, const struct trace_row *a, const struct trace_row *b,
                   enum trace_key key)
{
    if (key == KEY_ID) {
        return a->id > b->id;
    }
    if (key == KEY_NAME) {
        return strcmp(k->name(a->id), k->name(b->id)) > 0;
    }
    return sort_value(a, key) < sort_value(b, key);
}

/* By insertion: stable, and the rows are few. */
static void sort_rows(const struct trace_kind *k, struct trace_row *rows, unsigned n, enum trace_key key)
{
    for (unsigned i = 1; i < n; i++) {
        struct trace_row row = rows[i];
        unsigned at = i;

        while (at > 0 && behind(k, &rows[at - 1], &row, key)) {
            rows[at] = rows[at - 1];
            at--;
        }
        rows[at] = row;
    }
}

static void time_cell(struct table *t, bool any, uint64_t ns)
{
    char text[FORMAT_TIME_BYTES];

    table_cell(t, "%s", any ? format_time_ns(text, ns) : "-");
}

static void print_row(const struct trace_kind *k, struct table *t, const struct trace_row *row)
{
    bool any = row->stats.count != 0;

    table_cell(t, "%u", row->id);
    table_cell(t, "%s", k->name(row->id));
    table_cell(t, "%s", row->on ? "yes" : "no");
    table_cell(t, "%lu", (unsigned long)row->stats.count);
    if (k->timed) {
        time_cell(t, any, row->stats.last_ns);
        time_cell(t, any, row->stats.min_ns);
        time_cell(t, any, row->stats.max_ns);
        time_cell(t, any, row->stats.avg_ns);
    }
}

static void print_mismatches(const struct trace_row *row)
{
    printf("%lu left without being entered, %lu entered and never left\n",
           (unsigned long)row->stats.left_unentered, (unsigned long)row->stats.entered_unleft);
}

static bool has_mismatches(const struct trace_row *row)
{
    return row->stats.left_unentered != 0 || row->stats.entered_unleft != 0;
}

static void print_table(const struct trace_kind *k, const struct trace_row *rows, unsigned n)
{
    struct table t;

    table_begin(&t, columns, k->timed ? sizeof(columns) / sizeof(columns[0]) : KEY_COUNT + 2);
    while (table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            print_row(k, &t, &rows[i]);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        if (has_mismatches(&rows[i])) {
            printf("mismatches: %s %u %s: ", k->one, rows[i].id, k->name(rows[i].id));
            print_mismatches(&rows[i]);
        }
    }
}

int trace_show_table(const struct trace_kind *k, char **words, int word_count, enum trace_key sort)
{
    unsigned n = 0;
    struct trace_row *rows;

    for (unsigned id = 0; id < k->size(); id++) {
        n += trace_selected(k, words, word_count, id);
    }
    rows = malloc(n * sizeof(*rows) + 1);
    if (rows == NULL) {
        printf("%s: not enough memory for %u rows; show fewer\n", k->command, n);
        return -ENOMEM;
    }
    n = 0;
    for (unsigned id = 0; id < k->size(); id++) {
        if (trace_selected(k, words, word_count, id)) {
            k->read(id, &rows[n++]);
        }
    }
    sort_rows(k, rows, n, sort);
    print_table(k, rows, n);
    free(rows);
    return 0;
}

static void print_time(const char *what, bool any, uint64_t ns)
{
    char text[FORMAT_TIME_BYTES];

    printf("  %-11s%s\n", what, any ? format_time_ns(text, ns) : "-");
}

void trace_show_details(const struct trace_kind *k, unsigned id)
{
    const struct location_func *l = k->location(id);
    struct trace_row row;
    bool any;

    k->read(id, &row);
    any = row.stats.count != 0;
    printf("%s %u %s\n", k->one, id, k->name(id));
    printf("  %-11s%s\n", "state", row.on ? "on" : "off");
    printf("  %-11s%lu\n", "count", (unsigned long)row.stats.count);
    if (k->timed) {
        print_time("last", any, row.stats.last_ns);
        print_time("min", any, row.stats.min_ns);
        print_time("max", any, row.stats.max_ns);
        print_time("avg", any, row.stats.avg_ns);
        print_time("total", any, row.stats.sum_ns);
        printf("  %-11s", "mismatches");
        if (has_mismatches(&row)) {
            print_mismatches(&row);
        } else {
            printf("none\n");
        }
    }
    printf("  %-11s%s:%d\n", "file", l->at.file, l->at.line);
    printf("  %-11s%s\n", "function", l->func[0] != '\0' ? l->func : "- (at file scope)");
}

#endif
