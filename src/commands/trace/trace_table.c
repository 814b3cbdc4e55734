/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of trace_points and trace_blocks. The rows are copied before they are sorted and measured,
 * because their numbers keep changing.
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
#include <spoor/util/text.h>
#include "command_priv.h"

/*
 * @return whether `a` is printed after `b`. Numbers are in descending order, names and IDs in ascending
 *         order.
 */
static bool comes_after(const struct trace_kind *k, const struct trace_row *a, const struct trace_row *b,
                        const struct trace_column *key)
{
    switch (key->cell) {
    case TRACE_CELL_ID:
        return a->id > b->id;
    case TRACE_CELL_NAME:
        return spoor_text_compare(k->name(a->id), k->name(b->id)) > 0;
    default:
        return trace_column_value(key, a) < trace_column_value(key, b);
    }
}

/* Not inlined, so that its 130-byte row isn't on the stack while the table is printed. */
#define NOT_INLINE __attribute__((noinline))

/* Insertion sort: it is stable, and there are few rows. */
static NOT_INLINE void sort_rows(const struct trace_kind *k, struct trace_row *rows, unsigned n,
                                 const struct trace_column *key)
{
    for (unsigned i = 1; i < n; i++) {
        struct trace_row row = rows[i];
        unsigned at = i;

        while (at > 0 && comes_after(k, &rows[at - 1], &row, key)) {
            rows[at] = rows[at - 1];
            at--;
        }
        rows[at] = row;
    }
}

static unsigned table_of(const struct trace_kind *k, const struct trace_view *view)
{
    return !k->timed ? TRACE_OF_POINTS : view->net ? TRACE_OF_NET : TRACE_OF_BLOCKS;
}

static void print_cell(const struct trace_kind *k, struct spoor_table *t, const struct trace_row *row,
                       const struct trace_column *c)
{
    char text[SPOOR_FORMAT_TIME_BYTES];

    switch (c->cell) {
    case TRACE_CELL_ID:
        spoor_table_number(t, row->id);
        break;
    case TRACE_CELL_NAME:
        spoor_table_text(t, k->name(row->id));
        break;
    case TRACE_CELL_ON:
        spoor_table_text(t, trace_on_text(row->on, trace_item_sites(k, row->id)));
        break;
    case TRACE_CELL_COUNT:
        spoor_table_number(t, trace_column_value(c, row));
        break;
    default:
        spoor_table_text(t, row->stats.count != 0 ? spoor_format_time_ns(text, trace_column_value(c, row))
                                                  : "-");
    }
}

static void print_row(const struct trace_kind *k, struct spoor_table *t, const struct trace_row *row,
                      unsigned table)
{
    for (const struct trace_column *c = trace_columns; c->title != NULL; c++) {
        if (c->tables & table) {
            print_cell(k, t, row, c);
        }
    }
}

/*
 * The rows of a table that the words select: a copy, or, without memory for one, read while they are printed.
 */
struct shown {
    const struct trace_kind *kind;
    const struct trace_view *view;
    char **words;
    int word_count;
    struct trace_row *copy;
    unsigned count; /* rows in the copy */
};

/*
 * Find the first row from `*at` on, and advance `*at` past it. Without a copy the row is valid until the next
 * call, because the shell's stack has no room for several.
 *
 * @return NULL past the last row
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
            if (CONFIG_SHELL_COSTS && s->view->less_own) {
                trace_block_stats_less_own(&row.stats);
            }
            return &row;
        }
    }
    return NULL;
}

static NOT_INLINE void print_rows(const struct shown *s)
{
    const struct trace_kind *k = s->kind;
    char columns[TRACE_COLUMNS_BYTES], *end = columns;
    unsigned table = table_of(k, s->view), n = 0;
    const struct trace_row *row;
    struct spoor_table t;

    for (const struct trace_column *c = trace_columns; c->title != NULL; c++) {
        if (c->tables & table) {
            end = spoor_text_put(end, c->title) + 1;
            n++;
        }
    }
    spoor_table_begin(&t, columns, n);
    while (spoor_table_pass(&t)) {
        for (unsigned at = 0; (row = next_row(s, &at)) != NULL;) {
            print_row(k, &t, row, table);
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

    for (unsigned at = 0; (row = next_row(s, &at)) != NULL;) {
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
}

/* Copy the rows if there is enough memory. */
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
    } else if (view->sort != trace_columns) {
        spoor_printf("%s: not enough memory to sort; by ID:\n", k->command);
    }
    print_rows(&s);
    print_below(&s);
    SPOOR_FREE(s.copy);
    return 0;
}

#endif
