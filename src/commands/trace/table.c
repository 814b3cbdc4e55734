/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table that trace_points and trace_blocks show. The rows are copied before they are sorted and measured,
 * since the system goes on changing them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <profiler/cost.h>
#include <profiler/tracing/trace.h>
#include <shell/table.h>
#include <util/format.h>
#include "command_priv.h"

static const char *const key_names[KEYS] = {
    "ID",      "Name",   "Count",  "Last",   "Min",      "Max",     "Avg",       "Total",
#if CONFIG_TRACE_NET
    "NetLast", "NetMin", "NetMax", "NetAvg", "NetTotal", "SelfAvg", "SelfTotal",
#endif
};

/* The times of a row, after ID, Name, Act and Count. */
static const enum trace_key wall_columns[] = {
    KEY_LAST,    KEY_MIN,      KEY_MAX, KEY_AVG,
#if CONFIG_TRACE_NET
    KEY_NET_AVG, KEY_SELF_AVG,
#endif
};
#if CONFIG_TRACE_NET
static const enum trace_key net_columns[] = {KEY_NET_LAST, KEY_NET_MIN,  KEY_NET_MAX,
                                             KEY_NET_AVG,  KEY_SELF_AVG, KEY_SELF_TOTAL};
#else
#define net_columns wall_columns
#endif

#define COUNT_OF(a)   (sizeof(a) / sizeof((a)[0]))
#define FIXED_COLUMNS 4u

const char *trace_key_name(enum trace_key key)
{
    return key_names[key];
}

static uint64_t value_of(const struct trace_row *row, enum trace_key key)
{
    const struct trace_block_stats *s = &row->stats;

    switch (key) {
    case KEY_LAST:
        return s->last_ns;
    case KEY_MIN:
        return s->min_ns;
    case KEY_MAX:
        return s->max_ns;
    case KEY_AVG:
        return s->avg_ns;
    case KEY_TOTAL:
        return s->sum_ns;
#if CONFIG_TRACE_NET
    case KEY_NET_LAST:
        return s->net_last_ns;
    case KEY_NET_MIN:
        return s->net_min_ns;
    case KEY_NET_MAX:
        return s->net_max_ns;
    case KEY_NET_AVG:
        return s->net_avg_ns;
    case KEY_NET_TOTAL:
        return s->net_sum_ns;
    case KEY_SELF_AVG:
        return s->self_avg_ns;
    case KEY_SELF_TOTAL:
        return s->self_sum_ns;
#endif
    default:
        return s->count;
    }
}

/* Whether `a` comes after `b`: numbers fall, names and IDs rise. */
static bool behind(const struct trace_kind *k, const struct trace_row *a, const struct trace_row *b,
                   enum trace_key key)
{
    if (key == KEY_ID) {
        return a->id > b->id;
    }
    if (key == KEY_NAME) {
        return strcmp(k->name(a->id), k->name(b->id)) > 0;
    }
    return value_of(a, key) < value_of(b, key);
}

/* Not inline: its row, 130 bytes, is off the stack again when the table is printed. */
#define NOT_INLINE __attribute__((noinline))

/* By insertion: stable, and the rows are few. */
static NOT_INLINE void sort_rows(const struct trace_kind *k, struct trace_row *rows, unsigned n,
                                 enum trace_key key)
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

static unsigned time_columns(const struct trace_kind *k, const struct trace_view *view,
                             const enum trace_key **keys)
{
    *keys = view->net ? net_columns : wall_columns;
    if (!k->timed) {
        return 0;
    }
    return view->net ? COUNT_OF(net_columns) : COUNT_OF(wall_columns);
}

static void print_row(const struct trace_kind *k, struct table *t, const struct trace_row *row,
                      const struct trace_view *view)
{
    char text[FORMAT_TIME_BYTES];
    const enum trace_key *keys;
    unsigned times = time_columns(k, view, &keys);

    table_cell(t, "%u", row->id);
    table_cell(t, "%s", k->name(row->id));
    table_cell(t, "%s", row->on ? "yes" : "no");
    table_cell(t, "%lu", (unsigned long)row->stats.count);
    for (unsigned i = 0; i < times; i++) {
        table_cell(t, "%s", row->stats.count != 0 ? format_time_ns(text, value_of(row, keys[i])) : "-");
    }
}

static void print_rows(const struct trace_kind *k, const struct trace_row *rows, unsigned n,
                       const struct trace_view *view)
{
    struct table_column columns[FIXED_COLUMNS + COUNT_OF(wall_columns)] = {
        {key_names[KEY_ID], TABLE_RIGHT},
        {key_names[KEY_NAME], TABLE_LEFT},
        {"Act", TABLE_LEFT},
        {key_names[KEY_COUNT], TABLE_RIGHT},
    };
    const enum trace_key *keys;
    unsigned times = time_columns(k, view, &keys);
    struct table t;

    for (unsigned i = 0; i < times; i++) {
        columns[FIXED_COLUMNS + i] = (struct table_column){key_names[keys[i]], TABLE_RIGHT};
    }
    table_begin(&t, columns, FIXED_COLUMNS + times);
    while (table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            print_row(k, &t, &rows[i], view);
        }
    }
}

bool trace_has_mismatches(const struct trace_row *row)
{
    return row->stats.unmatched_leave != 0 || row->stats.unmatched_enter != 0;
}

void trace_print_mismatches(const struct trace_row *row)
{
    printf("%lu unmatched leaves, %lu unmatched enters\n", (unsigned long)row->stats.unmatched_leave,
           (unsigned long)row->stats.unmatched_enter);
}

static void print_below(const struct trace_kind *k, const struct trace_row *rows, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (trace_has_mismatches(&rows[i])) {
            printf("mismatches: %s %u %s: ", k->one, rows[i].id, k->name(rows[i].id));
            trace_print_mismatches(&rows[i]);
        }
    }
}

/* Copy the rows that the words select, if there is room for them. */
static struct trace_row *read_rows(const struct trace_kind *k, char **words, int word_count, unsigned *count)
{
    struct trace_row *rows;
    unsigned n = 0;

    for (unsigned id = 0; id < k->size(); id++) {
        n += trace_selected(k, words, word_count, id);
    }
    *count = n;
    rows = malloc(n * sizeof(*rows) + 1);
    if (rows == NULL) {
        return NULL;
    }
    n = 0;
    for (unsigned id = 0; id < k->size(); id++) {
        if (trace_selected(k, words, word_count, id)) {
            k->read(id, &rows[n++]);
        }
    }
    return rows;
}

int trace_show_table(const struct trace_kind *k, char **words, int word_count, const struct trace_view *view)
{
    unsigned n;
    struct trace_row *rows = read_rows(k, words, word_count, &n);

    if (rows == NULL) {
        printf("%s: not enough memory for %u rows; show fewer\n", k->command, n);
        return -ENOMEM;
    }
    for (unsigned i = 0; view->less_own && i < n; i++) {
        trace_block_stats_less_own(&rows[i].stats);
    }
    sort_rows(k, rows, n, view->sort);
    print_rows(k, rows, n, view);
    print_below(k, rows, n);
    free(rows);
    return 0;
}
