/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table that trace_points and trace_blocks show. The rows are copied before they are sorted and measured,
 * since the system goes on changing them.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <stdlib.h>
#include <string.h>
#include <spoor/cost.h>
#include <spoor/shell/print.h>
#include <spoor/trace.h>
#include <spoor/shell/table.h>
#include <spoor/util/format.h>
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
static const enum trace_key net_columns[] = {KEY_NET_MIN,  KEY_NET_MAX,    KEY_NET_AVG,
                                             KEY_SELF_AVG, KEY_SELF_TOTAL, KEY_NET_LAST};
#else
#define net_columns wall_columns
#endif

#define COUNT_OF(a)   (sizeof(a) / sizeof((a)[0]))
#define FIXED_COLUMNS 4u

const char *trace_key_name(enum trace_key key)
{
    return key_names[key];
}

const char *trace_key_word(enum trace_key key)
{
    static const char *const words[KEYS] = {
        "id",
        "name",
        "count",
        "last",
        "min",
        "max",
        "avg",
        "total",
#if CONFIG_TRACE_NET
        "netlast",
        "netmin",
        "netmax",
        "netavg",
        "nettotal",
        "selfavg",
        "selftotal",
#endif
    };

    return words[key];
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

static void print_row(const struct trace_kind *k, struct spoor_table *t, const struct trace_row *row,
                      const struct trace_view *view)
{
    char text[SPOOR_FORMAT_TIME_BYTES];
    const enum trace_key *keys;
    unsigned times = time_columns(k, view, &keys);

    spoor_table_cell(t, "%u", row->id);
    spoor_table_cell(t, "%s", k->name(row->id));
    spoor_table_cell(t, "%s", row->on ? "yes" : "no");
    spoor_table_cell(t, "%lu", (unsigned long)row->stats.count);
    for (unsigned i = 0; i < times; i++) {
        spoor_table_cell(t, "%s",
                         row->stats.count != 0 ? spoor_format_time_ns(text, value_of(row, keys[i])) : "-");
    }
}

/* The rows of a table: those that the words select, in a copy, or without memory for one read as they go.
 */
struct shown {
    const struct trace_kind *kind;
    const struct trace_view *view;
    char **words;
    int word_count;
    struct trace_row *copy;
    unsigned count; /* of the copy */
};

/* A block that was never visited has nothing to show, unless it is named. */
static bool is_shown(const struct shown *s, const struct trace_row *row)
{
    return s->word_count != 0 || !s->kind->timed || row->stats.count != 0 || row->stats.too_long != 0 ||
           trace_has_mismatches(row);
}

/*
 * The next row from *at on, which moves past it; without a copy it is valid until the next call: the shell's
 * stack has no room for several. @return NULL past the last
 */
static const struct trace_row *next_row(const struct shown *s, unsigned *at)
{
    static struct trace_row row;

    if (s->copy != NULL) {
        return *at < s->count ? &s->copy[(*at)++] : NULL;
    }
    while (*at < s->kind->size()) {
        unsigned id = (*at)++;

        if (trace_selected(s->kind, s->words, s->word_count, id)) {
            s->kind->read(id, &row);
            if (is_shown(s, &row)) {
                if (s->view->less_own) {
                    trace_block_stats_less_own(&row.stats);
                }
                return &row;
            }
        }
    }
    return NULL;
}

static NOT_INLINE void print_rows(const struct shown *s)
{
    const struct trace_kind *k = s->kind;
    struct spoor_table_column columns[FIXED_COLUMNS + COUNT_OF(wall_columns)] = {
        {key_names[KEY_ID], SPOOR_TABLE_RIGHT},
        {key_names[KEY_NAME], SPOOR_TABLE_LEFT},
        {"Act", SPOOR_TABLE_LEFT},
        {key_names[KEY_COUNT], SPOOR_TABLE_RIGHT},
    };
    const enum trace_key *keys;
    unsigned times = time_columns(k, s->view, &keys);
    const struct trace_row *row;
    struct spoor_table t;

    for (unsigned i = 0; i < times; i++) {
        columns[FIXED_COLUMNS + i] = (struct spoor_table_column){key_names[keys[i]], SPOOR_TABLE_RIGHT};
    }
    spoor_table_begin(&t, columns, FIXED_COLUMNS + times);
    while (spoor_table_pass(&t)) {
        for (unsigned at = 0; (row = next_row(s, &at)) != NULL;) {
            print_row(k, &t, row, s->view);
        }
    }
}

bool trace_has_mismatches(const struct trace_row *row)
{
    return row->stats.unmatched_leave != 0 || row->stats.unmatched_enter != 0;
}

void trace_print_mismatches(const struct trace_row *row)
{
    spoor_printf("%lu unmatched leaves, %lu unmatched enters\n", (unsigned long)row->stats.unmatched_leave,
                 (unsigned long)row->stats.unmatched_enter);
}

static NOT_INLINE void print_below(const struct shown *s)
{
    const struct trace_kind *k = s->kind;
    const struct trace_row *row;
    unsigned shown = 0;

    for (unsigned at = 0; (row = next_row(s, &at)) != NULL; shown++) {
        if (trace_has_mismatches(row)) {
            spoor_printf("mismatches: %s %u %s: ", k->one, row->id, k->name(row->id));
            trace_print_mismatches(row);
        }
        if (row->stats.too_long != 0) {
            spoor_printf("too long: %s %u %s: %lu visits, not counted\n", k->one, row->id, k->name(row->id),
                         (unsigned long)row->stats.too_long);
        }
    }
    if (k->timed && trace_blocks_unkept != 0) {
        spoor_printf("too long: %lu visits of blocks beyond CONFIG_TRACE_LONG_BLOCKS\n",
                     (unsigned long)trace_blocks_unkept);
    }
    if (s->word_count == 0 && shown < k->size()) {
        spoor_printf("%u %s not visited yet: %s -s \"*\"\n", k->size() - shown, k->many, k->command);
    }
}

/* Copy the rows, if there is room for them. */
static NOT_INLINE void copy_rows(struct shown *s)
{
    struct trace_row *rows;
    const struct trace_row *row;
    unsigned n = 0, room = 0;

    for (unsigned at = 0; next_row(s, &at) != NULL;) {
        room++;
    }
    rows = SPOOR_MALLOC(room * sizeof(*rows) + 1);
    for (unsigned at = 0; rows != NULL && n < room && (row = next_row(s, &at)) != NULL;) {
        rows[n++] = *row;
    }
    s->copy = rows;
    s->count = n;
}

int trace_show_table(const struct trace_kind *k, char **words, int word_count, const struct trace_view *view)
{
    struct shown s = {.kind = k, .view = view, .words = words, .word_count = word_count};

    copy_rows(&s);
    if (s.copy != NULL) {
        sort_rows(k, s.copy, s.count, view->sort);
    } else if (view->sort != KEY_ID) {
        spoor_printf("%s: not enough memory to sort; by ID:\n", k->command);
    }
    print_rows(&s);
    print_below(&s);
    SPOOR_FREE(s.copy);
    return 0;
}

#endif
