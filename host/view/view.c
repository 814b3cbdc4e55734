/* SPDX-License-Identifier: BSD-2-Clause */
/* A cell shows the share of its stretch in which the row's thread ran. The colour shows which thread ran
 * most. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include "view_priv.h"

/* ------------------------------------------------------------------ rows */

static int rank_of(const struct history_row *r)
{
    return r->kind == HISTORY_CPU || r->kind == HISTORY_IRQ ? 0 : r->kind == HISTORY_BLOCK ? 2 : 1;
}

static _Thread_local const struct history *sorting;

static int by_place(const void *a, const void *b)
{
    const struct history_row *x = &sorting->rows[*(const uint32_t *)a],
                             *y = &sorting->rows[*(const uint32_t *)b];

    if (rank_of(x) != rank_of(y)) {
        return rank_of(x) - rank_of(y);
    }
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (int)x->kind - (int)y->kind;
}

void view_arrange(struct view *v)
{
    const struct history *h = v->history;

    if (h->count > v->shown_room) {
        uint32_t *grown = realloc(v->shown, h->count * sizeof *grown);

        if (grown == NULL) {
            return;
        }
        v->shown = grown;
        v->shown_room = h->count;
    }
    v->shown_count = 0;
    for (size_t n = 0; n < h->count; n++) {
        const struct history_row *r = &h->rows[n];

        if ((r->kind == HISTORY_THREAD && spoor_is_idle(v->reader, r->key)) ||
            (r->kind == HISTORY_BLOCK && !v->blocks) || r->kind == HISTORY_IRQ_CALLS) {
            continue;
        }
        v->shown[v->shown_count++] = (uint32_t)n;
    }
    sorting = h;
    if (v->shown_count != 0) {
        sort_stable(v->shown, v->shown_count, sizeof *v->shown, by_place);
    }
    if (v->row >= v->shown_count) {
        v->row = v->shown_count != 0 ? v->shown_count - 1 : 0;
    }
}

/* ------------------------------------------------------------------ cells */

double view_time_of(const struct view *v, double column)
{
    return (double)v->from + (double)(v->to - v->from) * column / v->columns;
}

struct share {
    double runs, ready, most;
    uint32_t key; /* the thread with the largest share */
};

static bool counts_as_run(const struct view *v, const struct history_row *r, const struct history_slice *s)
{
    switch (r->kind) {
    case HISTORY_CPU:
        return !spoor_is_idle(v->reader, s->key);
    case HISTORY_THREAD:
        return s->state == FOLLOW_RUNS;
    default:
        return s->depth == 0;
    }
}

/* Add the part of a slice to the columns that it covers. */
static void add_slice(const struct view *v, const struct history_row *r, const struct history_slice *s,
                      struct share *shares)
{
    double width = (double)(v->to - v->from) / v->columns;
    double begin = s->from > v->from ? (double)s->from : (double)v->from;
    double end = s->to < v->to ? (double)s->to : (double)v->to;
    bool runs = counts_as_run(v, r, s), ready = r->kind == HISTORY_THREAD && s->state == FOLLOW_READY;

    if (!runs && !ready) {
        return;
    }
    for (unsigned c = (unsigned)((begin - (double)v->from) / width);
         c < v->columns && view_time_of(v, c) < end; c++) {
        double low = view_time_of(v, c), high = view_time_of(v, c + 1);
        double part = ((end < high ? end : high) - (begin > low ? begin : low)) / width;

        part = part > 0 ? part : 1e-9; /* an instant counts as well */
        if (runs) {
            shares[c].runs += part;
            if (part > shares[c].most) {
                shares[c].most = part;
                shares[c].key = s->key;
            }
        } else {
            shares[c].ready += part;
        }
    }
}

static bool is_lost(const struct view *v, const struct history_row *r, unsigned column)
{
    double low = view_time_of(v, column), high = view_time_of(v, column + 1);

    for (size_t n = 0; n < v->history->loss_count && (r->kind == HISTORY_CPU || r->kind == HISTORY_IRQ);
         n++) {
        const struct history_loss *l = &v->history->losses[n];

        if (l->cpu == r->key && (double)l->from < high && (double)l->to >= low) {
            return true;
        }
    }
    return false;
}

void view_row(const struct view *v, const struct history_row *r, struct view_cell *cells)
{
    static const char *const signs[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    struct share *shares = calloc(v->columns + 1, sizeof *shares);

    for (size_t n = history_first(r, v->from); shares != NULL && n < r->count && r->slices[n].from < v->to;
         n++) {
        if (r->slices[n].to >= v->from) {
            add_slice(v, r, &r->slices[n], shares);
        }
    }
    for (unsigned c = 0; c < v->columns; c++) {
        struct share s = shares != NULL ? shares[c] : (struct share){0};
        unsigned eighth = s.runs >= 1 ? 7 : (unsigned)(s.runs * 8);
        const char *sign = is_lost(v, r, c) ? v->ascii ? "?" : "╳"
                           : s.runs > 0     ? v->ascii ? s.runs >= 0.5     ? "#"
                                                         : s.runs >= 0.125 ? "+"
                                                                           : "-"
                                                       : signs[eighth]
                               : s.ready > 0 ? v->ascii ? "." : "·"
                                            : " ";

        snprintf(cells[c].text, sizeof cells[c].text, "%s", sign);
        cells[c].colour = s.runs > 0 ? (uint8_t)(1 + (r->kind == HISTORY_CPU ? s.key : r->key) % 6) : 0;
    }
    free(shares);
}

/* ------------------------------------------------------------------ moving */

const struct history_row *view_cursor_row(const struct view *v)
{
    return v->row < v->shown_count ? &v->history->rows[v->shown[v->row]] : NULL;
}

uint64_t view_cursor_time(const struct view *v)
{
    return (uint64_t)view_time_of(v, v->column + 0.5);
}

static void set_range(struct view *v, double from, double width)
{
    double begin = (double)v->history->begin, end = (double)v->history->end + 1;
    double least = v->columns > 0 ? v->columns : 1;

    width = width > end - begin ? end - begin : width;
    width = width < least ? least : width; /* a column is at least a cycle */
    from = from + width > end ? end - width : from;
    from = from < begin ? begin : from;
    v->from = (uint64_t)from;
    v->to = (uint64_t)(from + width);
}

void view_pan(struct view *v, double by)
{
    double width = (double)(v->to - v->from);

    set_range(v, (double)v->from + by * width, width);
}

void view_zoom(struct view *v, double factor)
{
    double time = view_time_of(v, v->column + 0.5), width = (double)(v->to - v->from) * factor;

    set_range(v, time - width * (v->column + 0.5) / v->columns, width);
}

void view_fit(struct view *v)
{
    set_range(v, (double)v->history->begin, (double)(v->history->end - v->history->begin) + 1);
}

void view_go(struct view *v, uint64_t time)
{
    double width = (double)(v->to - v->from);

    set_range(v, (double)time - width * (v->column + 0.5) / v->columns, width);
    double column = ((double)time - (double)v->from) * v->columns / (double)(v->to - v->from);

    v->column = column < 0 ? 0 : column >= v->columns ? v->columns - 1 : (unsigned)column;
}

void view_choose(struct view *v, const struct history_slice *s)
{
    view_go(v, s->from);
    v->chosen = true;
    v->chosen_from = s->from;
}
