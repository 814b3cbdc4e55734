/* SPDX-License-Identifier: BSD-2-Clause */
/* A cell shows the share of its stretch in which the row's thread ran; a colour tells which one ran most. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/time.h>
#include <live/view.h>

/* ------------------------------------------------------------------ rows */

static int rank_of(const struct history_row *r)
{
    return r->kind == HISTORY_CPU || r->kind == HISTORY_IRQ ? 0 : r->kind == HISTORY_BLOCK ? 2 : 1;
}

static const struct history *sorting;

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
            (r->kind == HISTORY_BLOCK && !v->blocks)) {
            continue;
        }
        v->shown[v->shown_count++] = (uint32_t)n;
    }
    sorting = h;
    if (v->shown_count != 0) {
        qsort(v->shown, v->shown_count, sizeof *v->shown, by_place);
    }
    if (v->row >= v->shown_count) {
        v->row = v->shown_count != 0 ? v->shown_count - 1 : 0;
    }
}

/* ------------------------------------------------------------------ cells */

static double time_of_column(const struct view *v, double column)
{
    return (double)v->from + (double)(v->to - v->from) * column / v->columns;
}

struct share {
    double runs, ready, most;
    uint32_t key; /* of the one that has most */
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
         c < v->columns && time_of_column(v, c) < end; c++) {
        double low = time_of_column(v, c), high = time_of_column(v, c + 1);
        double part = ((end < high ? end : high) - (begin > low ? begin : low)) / width;

        part = part > 0 ? part : 1e-9; /* an instant counts, too */
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
    double low = time_of_column(v, column), high = time_of_column(v, column + 1);

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

/* ------------------------------------------------------------------ words */

static void put_thread(const struct view *v, uint32_t number, struct out *o)
{
    const struct spoor_thread *t = spoor_thread(v->reader, number);

    if (t != NULL && t->name[0] != 0) {
        out_escaped(o, t->name, strlen(t->name));
    } else {
        out_literal(o, "thread ");
        out_number(o, number, 0);
    }
}

static void put_irq(const struct view *v, uint32_t line, struct out *o)
{
    const char *name = spoor_named(v->reader, WIRE_NAMED_IRQ, line);

    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        out_literal(o, "irq ");
        out_number(o, line, 0);
    }
}

static void put_address(const struct view *v, uint32_t address, struct out *o)
{
    const char *name = spoor_named(v->reader, WIRE_NAMED_OBJECT, address);

    name = name != NULL ? name : spoor_elf_symbol(v->elf, address, NULL);
    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        out_literal(o, "0x");
        out_hex(o, address, 8);
    }
}

static void put_us(const struct view *v, uint64_t cycles, struct out *o)
{
    uint64_t ns = time_ns(cycles, v->hz);

    out_number(o, ns / 1000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000), 3);
    out_literal(o, " us");
}

static void put_time(const struct view *v, uint64_t cycles, struct out *o)
{
    uint64_t ns = time_ns(cycles, v->hz);

    out_number(o, ns / 1000000000, 0);
    out_char(o, '.');
    out_digits(o, (uint32_t)(ns % 1000000000), 9);
}

void view_name(const struct view *v, const struct history_row *r, struct out *o)
{
    switch (r->kind) {
    case HISTORY_CPU:
        out_literal(o, "CPU ");
        out_number(o, r->key, 0);
        break;
    case HISTORY_IRQ:
        out_literal(o, "  interrupts ");
        out_number(o, r->key, 0);
        break;
    case HISTORY_CALLS:
        out_literal(o, "  calls");
        break;
    case HISTORY_BLOCK:
        out_escaped(o, spoor_id(v->elf, r->key)->name, strlen(spoor_id(v->elf, r->key)->name));
        break;
    default:
        put_thread(v, r->key, o);
        break;
    }
}

static void describe_state(const struct view *v, const struct history_slice *s, struct out *o)
{
    static const char *const states[] = {"unknown", "runs", "ready", "waits", "ended"};
    const char *reason = spoor_reason(v->elf, s->reason);

    put_thread(v, s->key, o);
    out_char(o, ' ');
    out_text(o, states[s->state]);
    if ((s->state == FOLLOW_WAITS || s->state == FOLLOW_READY) && reason != NULL) {
        out_literal(o, ": ");
        out_text(o, reason);
    }
    if (s->state == FOLLOW_WAITS && s->object != 0) {
        out_char(o, ' ');
        put_address(v, s->object, o);
    }
    if (s->state == FOLLOW_RUNS) {
        out_literal(o, " on CPU ");
        out_number(o, s->cpu, 0);
    }
    if (s->woken && (s->by_irq || s->waker != FOLLOW_NOBODY)) {
        out_text(o, s->state == FOLLOW_WAITS ? ", until woken by " : ", woken by ");
        if (s->by_irq) {
            out_literal(o, "interrupt ");
            put_irq(v, s->waker, o);
        } else {
            put_thread(v, s->waker, o);
        }
    }
}

static void describe_slice(const struct view *v, const struct history_row *r, const struct history_slice *s,
                           struct out *o)
{
    switch (r->kind) {
    case HISTORY_CPU:
    case HISTORY_THREAD:
        describe_state(v, s, o);
        break;
    case HISTORY_IRQ:
        out_literal(o, "interrupt ");
        put_irq(v, s->key, o);
        break;
    case HISTORY_CALLS:
        put_address(v, s->key, o);
        break;
    default:
        view_name(v, r, o);
        out_literal(o, " in ");
        if (s->in_irq) {
            put_irq(v, s->key, o);
        } else {
            put_thread(v, s->key, o);
        }
        break;
    }
    out_literal(o, "; ");
    put_us(v, s->to - s->from, o);
    out_literal(o, " from ");
    put_time(v, s->from, o);
    out_text(o, s->begun_before ? ", began earlier" : "");
    out_text(o, s->cut ? ", went on" : "");
}

static const struct history_slice *chosen_slice(const struct view *v, const struct history_row *r)
{
    for (size_t n = history_first(r, v->chosen_from); n < r->count && r->slices[n].from <= v->chosen_from;
         n++) {
        if (r->slices[n].from == v->chosen_from) {
            return &r->slices[n];
        }
    }
    return NULL;
}

/* The longest slice of a column, of nested ones the innermost of these; and how many there are. */
static const struct history_slice *longest_in(const struct view *v, const struct history_row *r,
                                              unsigned *count)
{
    uint64_t begin = (uint64_t)time_of_column(v, v->column), end = (uint64_t)time_of_column(v, v->column + 1);
    const struct history_slice *longest = NULL;
    uint64_t most = 0;

    *count = 0;
    for (size_t n = history_first(r, begin); n < r->count && r->slices[n].from < end; n++) {
        const struct history_slice *s = &r->slices[n];
        uint64_t part = (s->to < end ? s->to : end) - (s->from > begin ? s->from : begin);

        if (s->to < begin) {
            continue;
        }
        ++*count;
        if (longest == NULL || part > most || (part == most && s->depth > longest->depth)) {
            longest = s;
            most = part;
        }
    }
    return longest;
}

void view_describe(const struct view *v, struct out *o)
{
    const struct history_row *r = view_cursor_row(v);
    unsigned count = 0;

    put_time(v, v->chosen ? v->chosen_from : view_cursor_time(v), o);
    out_literal(o, "  ");
    if (r == NULL) {
        return;
    }
    const struct history_slice *s = longest_in(v, r, &count), *chosen = v->chosen ? chosen_slice(v, r) : NULL;

    if (chosen != NULL || s != NULL) {
        describe_slice(v, r, chosen != NULL ? chosen : s, o);
    } else {
        out_literal(o, "nothing is known here");
    }
    if (count > 1) {
        out_text(o, chosen != NULL ? "; one of " : "; the longest of ");
        out_number(o, count, 0);
        out_literal(o, " in this column");
    }
}

/* ------------------------------------------------------------------ markers */

static uint64_t switches_between(const struct view *v, uint64_t from, uint64_t to)
{
    uint64_t count = 0;

    for (size_t n = 0; n < v->history->count; n++) {
        const struct history_row *r = &v->history->rows[n];

        for (size_t i = history_first(r, from);
             r->kind == HISTORY_CPU && i < r->count && r->slices[i].from < to; i++) {
            count += r->slices[i].from >= from;
        }
    }
    return count;
}

void view_difference(const struct view *v, struct out *o)
{
    if (!v->marked[0] || !v->marked[1]) {
        return;
    }
    uint64_t from = v->mark[0] < v->mark[1] ? v->mark[0] : v->mark[1];
    uint64_t to = v->mark[0] < v->mark[1] ? v->mark[1] : v->mark[0];

    out_literal(o, "A to B: ");
    put_us(v, to - from, o);
    out_literal(o, ", ");
    out_number(o, to - from, 0);
    out_literal(o, " cycles, ");
    out_number(o, switches_between(v, from, to), 0);
    out_literal(o, " switches");
}

/* ------------------------------------------------------------------ moving */

const struct history_row *view_cursor_row(const struct view *v)
{
    return v->row < v->shown_count ? &v->history->rows[v->shown[v->row]] : NULL;
}

uint64_t view_cursor_time(const struct view *v)
{
    return (uint64_t)time_of_column(v, v->column + 0.5);
}

static void set_range(struct view *v, double from, double width)
{
    double begin = (double)v->history->begin, end = (double)v->history->end + 1;
    double least = v->columns > 0 ? v->columns : 1;

    width = width > end - begin ? end - begin : width;
    width = width < least ? least : width; /* a column is a cycle at least */
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
    double time = time_of_column(v, v->column + 0.5), width = (double)(v->to - v->from) * factor;

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
