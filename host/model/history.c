/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps all intervals. Slices are added when they end; a row is sorted by beginning before it is used. */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <model/history.h>

static struct history_row *row_of(struct history *h, enum history_kind kind, uint32_t key)
{
    uint64_t both = (uint64_t)kind << 32 | key;
    uint32_t n = hash_find_key(&h->by_key, both);

    if (n != HASH_NONE) {
        return &h->rows[n];
    }
    if (h->failed || !VECTOR_GROW(h->rows, h->count) || !hash_add(&h->by_key, both, (uint32_t)h->count)) {
        h->failed = true;
        return NULL;
    }
    h->rows[h->count] = (struct history_row){.kind = kind, .key = key, .sorted = true};
    return &h->rows[h->count++];
}

/* ------------------------------------------------------------------ the coarse picture */

/* Halve the resolution of a row until `to` is inside. */
static void widen(const struct history *h, struct history_row *r, uint64_t to)
{
    while ((to - h->begin) >> r->cell_bits >= HISTORY_CELLS) {
        for (unsigned n = 0; n < HISTORY_CELLS / 2; n++) {
            const struct history_cell *two = &r->cells[(size_t)2 * n];

            r->cells[n] = (struct history_cell){two[0].runs + two[1].runs, two[0].ready + two[1].ready};
        }
        memset(r->cells + HISTORY_CELLS / 2, 0, HISTORY_CELLS / 2 * sizeof *r->cells);
        r->cell_bits++;
    }
}

static void add_cells(struct history *h, struct history_row *r, const struct interval *i)
{
    bool ready = i->kind == INTERVAL_STATE && i->state == FOLLOW_READY;
    uint64_t from = i->from > h->begin ? i->from : h->begin;

    if (h->limit == 0 || i->to <= from || (!ready && i->kind == INTERVAL_STATE && i->state != FOLLOW_RUNS) ||
        i->depth > 0 ||
        (r->kind == HISTORY_CPU && h->reader != NULL && spoor_is_idle(h->reader, i->thread))) {
        return;
    }
    if (r->cells == NULL) {
        r->cells = calloc(HISTORY_CELLS, sizeof *r->cells);
        r->cell_bits = 6;
        if (r->cells == NULL) {
            h->failed = true;
            return;
        }
    }
    widen(h, r, i->to);
    while (from < i->to) {
        uint64_t n = (from - h->begin) >> r->cell_bits, end = h->begin + ((n + 1) << r->cell_bits);
        uint64_t to = end < i->to ? end : i->to;

        *(ready ? &r->cells[n].ready : &r->cells[n].runs) += (float)(to - from);
        from = to;
    }
}

static void add(struct history *h, enum history_kind kind, uint32_t row, uint32_t key,
                const struct interval *whole)
{
    struct history_row *r = row_of(h, kind, row);

    if (r == NULL) {
        return;
    }
    add_cells(h, r, whole);
    if (h->full && whole->from >= h->upto) {
        return;
    }
    struct interval clipped = *whole;
    const struct interval *i = &clipped;

    if (h->full && i->to > h->upto) {
        clipped.to = h->upto;
        clipped.net = i->net < i->to - i->from ? i->net : i->to - i->from;
        clipped.cut = true;
    }
    h->failed |= !VECTOR_GROW(r->slices, r->count);
    if (h->failed) {
        return;
    }
    r->sorted &= r->count == 0 || r->slices[r->count - 1].from <= i->from;
    r->slices[r->count++] = (struct history_slice){.from = i->from,
                                                   .to = i->to,
                                                   .net = i->net,
                                                   .key = key,
                                                   .object = kind == HISTORY_IRQ_CALLS ? i->line : i->object,
                                                   .waker = i->by_irq ? i->waker_line : i->waker,
                                                   .state = i->state,
                                                   .reason = i->reason,
                                                   .how = i->how,
                                                   .cpu = i->cpu,
                                                   .depth = (uint8_t)(i->depth < 255 ? i->depth : 255),
                                                   .woken = i->woken,
                                                   .by_irq = i->by_irq,
                                                   .cut = i->cut,
                                                   .begun_before = i->begun_before,
                                                   .in_irq = i->in_irq,
                                                   .no_net = i->no_net};
    r->longest = i->to - i->from > r->longest ? i->to - i->from : r->longest;
    r->depth = i->depth + 1 > r->depth ? i->depth + 1 : r->depth;
    if (++h->slices == h->limit) {
        h->full = true;
        h->upto = whole->to;
    }
}

void history_interval(struct history *h, const struct interval *i)
{
    switch (i->kind) {
    case INTERVAL_STATE:
        add(h, HISTORY_THREAD, i->thread, i->thread, i);
        if (i->state == FOLLOW_RUNS) {
            add(h, HISTORY_CPU, i->cpu, i->thread, i);
        }
        break;
    case INTERVAL_IRQ:
        add(h, HISTORY_IRQ, i->cpu, i->line, i);
        break;
    case INTERVAL_FUNCTION:
        add(h, i->in_irq ? HISTORY_IRQ_CALLS : HISTORY_CALLS, i->in_irq ? i->cpu : i->thread,
            i->function & ~UINT32_C(1), i);
        break;
    default:
        add(h, HISTORY_BLOCK, i->id, i->in_irq ? i->line : i->thread, i);
        break;
    }
}

void history_item(struct history *h, const struct spoor_item *item)
{
    bool loss = item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED;

    if (item->kind > SPOOR_TIMED || item->kind == SPOOR_FILTER) {
        return;
    }
    if (!h->some) {
        h->begin = item->time;
    }
    h->some = true;
    h->end = item->time > h->end ? item->time : h->end;
    if (loss) {
        h->failed |= !VECTOR_GROW(h->losses, h->loss_count);
        if (!h->failed) {
            h->losses[h->loss_count++] =
                (struct history_loss){item->time, item->until, item->count, item->cpu};
        }
        h->end = item->until > h->end ? item->until : h->end;
    }
}

/* ------------------------------------------------------------------ looking */

static int by_begin(const void *a, const void *b)
{
    const struct history_slice *x = a, *y = b;

    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->depth != y->depth ? (x->depth < y->depth ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

void history_sort(struct history *h)
{
    for (size_t n = 0; n < h->count; n++) {
        struct history_row *r = &h->rows[n];

        if (!r->sorted) {
            sort_stable(r->slices, r->count, sizeof *r->slices, by_begin);
        }
        r->sorted = true;
    }
}

/* @return the index of the first slice that begins after `time` */
static size_t after(const struct history_row *r, uint64_t time)
{
    size_t low = 0, high = r->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (r->slices[middle].from <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

size_t history_first(const struct history_row *r, uint64_t from)
{
    size_t n = after(r, from);
    uint64_t reach = from > r->longest ? from - r->longest : 0;

    if (r->depth <= 1) { /* slices don't overlap: only the previous one can reach `from` */
        return n > 0 && r->slices[n - 1].to > from ? n - 1 : n;
    }
    return reach == 0 ? 0 : after(r, reach - 1);
}

void history_free(struct history *h)
{
    for (size_t n = 0; n < h->count; n++) {
        free(h->rows[n].slices);
        free(h->rows[n].cells);
    }
    free(h->rows);
    free(h->losses);
    hash_free(&h->by_key);
    *h = (struct history){.count = 0};
}
