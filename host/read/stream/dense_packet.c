/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of DENSE packets, and the model of each CPU, which needs all packets since its last reset. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "events_priv.h"

/* @return the model of a CPU, created on first use; NULL if out of memory */
static struct dense *dense_of(struct spoor_reader *r, unsigned cpu)
{
    if (r->dense[cpu] == NULL) {
        r->dense[cpu] = calloc(1, sizeof *r->dense[cpu]);
    }
    if (r->dense_items == NULL) {
        r->dense_items = calloc(DENSE_ITEMS_MAX + NOTES_MAX, sizeof *r->dense_items);
    }
    if (r->dense[cpu] == NULL || r->dense_items == NULL) {
        reader_fail(r, -ENOMEM);
        return NULL;
    }
    return r->dense[cpu];
}

bool dense_fits(const struct spoor_reader *r, const struct packet *p)
{
    const struct dense *d = r->dense[p->cpu];

    return !p->continues || (d != NULL && d->valid && d->next_before == p->before);
}

/* Replace the packet's block by one with room for `items` items. @return whether there was memory for it */
static bool enlarge(struct spoor_reader *r, struct cursor *c, struct packet *p, unsigned items)
{
    size_t n = (size_t)(c->end - p->block->bytes);
    struct block *b = lanes_block(&r->lanes, items, n);

    if (b == NULL) {
        reader_fail(r, -ENOMEM);
        return false;
    }
    memcpy(b->bytes, p->block->bytes, n);
    for (unsigned i = 0; i < items; i++) {
        struct spoor_item *item = &r->dense_items[i];

        item->data = item->data != NULL ? b->bytes + (item->data - p->block->bytes) : NULL;
    }
    *c = (struct cursor){b->bytes + (c->at - p->block->bytes), b->bytes + n, false};
    lanes_add(&r->lanes, p->cpu, p->block); /* it is empty */
    p->block = b;
    return true;
}

bool dense_take(struct spoor_reader *r, struct cursor *c, struct packet *p)
{
    struct dense *d = dense_of(r, p->cpu);
    unsigned shift = r->now->header.shift;
    struct spoor_item *items = r->dense_items;

    if (d == NULL) {
        return false;
    }
    if (p->continues) {
        d->after = d->model;
    } else {
        spoor_dense_reset(&d->after);
    }
    int n = dense_decode(&d->after, r->elf, c->at, c->end, p->time, items);

    if (n <= 0 || items[n - 1].time > UINT64_MAX >> shift) {
        return false;
    }
    memset(&items[n], 0, NOTES_MAX * sizeof *items);
    if ((unsigned)n + NOTES_MAX > ITEMS_MAX && !enlarge(r, c, p, (unsigned)n + NOTES_MAX)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        items[i].cpu = (uint8_t)p->cpu;
        items[i].offset = r->offset;
        items[i].time <<= shift;
        items[i].until = items[i].time;
    }
    memcpy(p->block->items, items, ((unsigned)n + NOTES_MAX) * sizeof *items);
    p->end_time = items[n - 1].time;
    p->split = items[n - 1].data != NULL && items[n - 1].data + items[n - 1].bytes > c->end;
    p->records = (unsigned)n - p->split;
    c->at = c->end;
    return true;
}

void dense_keep(struct spoor_reader *r, const struct packet *p, uint32_t next_before)
{
    struct dense *d = r->dense[p->cpu];

    if (p->dense && d != NULL) {
        d->model = d->after;
        d->next_before = next_before;
        d->valid = p->records != 0 || p->split;
    }
}
