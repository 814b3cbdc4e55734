/* SPDX-License-Identifier: BSD-2-Clause */
/* Write intervals by row. A slice's fields other than its times are its shape; recordings have few distinct
 * shapes. */
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "data_priv.h"

/* ------------------------------------------------------------------ shapes */

struct shape {
    uint32_t key, object, waker;
    uint8_t state, reason, how, cpu, depth, flags;
};

struct shapes {
    struct shape *list;
    size_t count;
    struct hash hash;
    bool failed;
};

static struct shape shape_of(const struct history_slice *s)
{
    return (struct shape){.key = s->key,
                          .object = s->object,
                          .waker = s->waker,
                          .state = s->state,
                          .reason = s->reason,
                          .how = s->how,
                          .cpu = s->cpu,
                          .depth = s->depth,
                          .flags = (uint8_t)(s->woken | s->by_irq << 1 | s->cut << 2 | s->begun_before << 3 |
                                             s->in_irq << 4 | s->no_net << 5)};
}

struct search {
    const struct shapes *shapes;
    struct shape wanted;
};

static bool same(void *arg, uint32_t index)
{
    const struct search *s = arg;
    const struct shape *x = &s->shapes->list[index], *y = &s->wanted;

    return x->key == y->key && x->object == y->object && x->waker == y->waker && x->state == y->state &&
           x->reason == y->reason && x->how == y->how && x->cpu == y->cpu && x->depth == y->depth &&
           x->flags == y->flags;
}

static uint32_t shape_place(struct shapes *shapes, const struct history_slice *slice)
{
    struct search s = {shapes, shape_of(slice)};
    const struct shape *w = &s.wanted;
    uint64_t hash =
        hash_number(hash_number(hash_number(1, (uint64_t)w->key << 32 | w->object), w->waker),
                    (uint64_t)w->state << 40 | (uint64_t)w->reason << 32 | (uint64_t)w->how << 24 |
                        (uint64_t)w->cpu << 16 | (uint64_t)w->depth << 8 | w->flags);
    uint32_t place = hash_find(&shapes->hash, hash, same, &s);

    if (place != HASH_NONE) {
        return place;
    }
    if (!VECTOR_GROW(shapes->list, shapes->count)) {
        shapes->failed = true;
        return 0;
    }
    shapes->failed |= !hash_add(&shapes->hash, hash, (uint32_t)shapes->count);
    shapes->list[shapes->count] = s.wanted;
    return (uint32_t)shapes->count++;
}

static void put_shapes(const struct shapes *s, struct bytes_column *c)
{
    column_put(c, s->count);
    for (size_t n = 0; n < s->count; n++) {
        const struct shape *p = &s->list[n];

        column_put(c, p->key);
        column_put(c, p->object);
        column_put(c, p->waker);
        column_put(c, p->state);
        column_put(c, p->reason);
        column_put(c, p->how);
        column_put(c, p->cpu);
        column_put(c, p->depth);
        column_put(c, p->flags);
    }
}

/* ------------------------------------------------------------------ rows */

/* Four columns: start times as steps, lengths, lengths minus net times, shapes. */
static void put_row(const struct report_data *d, const struct history_row *r, struct shapes *shapes,
                    struct bytes_column *c)
{
    c->before = d->history.begin;
    for (size_t n = 0; n < r->count; n++) {
        column_step(c, r->slices[n].from);
    }
    for (size_t n = 0; n < r->count; n++) {
        column_put(c, r->slices[n].to - r->slices[n].from);
    }
    for (size_t n = 0; n < r->count; n++) {
        column_signed(c, (int64_t)(r->slices[n].to - r->slices[n].from - r->slices[n].net));
    }
    for (size_t n = 0; n < r->count; n++) {
        column_put(c, shape_place(shapes, &r->slices[n]));
    }
}

/* A share in per mille. What there was isn't nothing, however short. */
static uint64_t per_mille(float part, double cell)
{
    uint64_t share = (uint64_t)((double)part * 1000 / cell + 0.5);

    return share == 0 && part > 0 ? 1 : share;
}

static void put_cells(const struct history_row *r, struct bytes_column *c)
{
    uint64_t cycles = UINT64_C(1) << r->cell_bits;
    double cell = (double)cycles;

    column_put(c, r->kind);
    column_put(c, r->key);
    column_put(c, cycles);
    for (unsigned n = 0; n < HISTORY_CELLS; n++) {
        column_put(c, per_mille(r->cells[n].runs, cell));
        column_put(c, per_mille(r->cells[n].ready, cell));
    }
}

bool report_write_coarse(struct report_data *d, const struct section_to *to, const char *name)
{
    struct bytes_column c = {.used = 0};
    size_t rows = 0;

    for (size_t n = 0; n < d->history.count; n++) {
        rows += d->history.rows[n].cells != NULL;
    }
    column_put(&c, rows);
    column_put(&c, HISTORY_CELLS);
    for (size_t n = 0; n < d->history.count; n++) {
        if (d->history.rows[n].cells != NULL) {
            put_cells(&d->history.rows[n], &c);
        }
    }
    bool done = section_write(to, name, &c);

    column_free(&c);
    return done;
}

bool report_write_rows(struct report_data *d, const struct section_to *to, unsigned index)
{
    struct shapes shapes = {.count = 0};
    struct bytes_column c = {.used = 0};
    char name[32];
    bool done = true;

    for (unsigned kind = 0; kind < HISTORY_KINDS && done; kind++) {
        c.used = 0;
        for (size_t n = 0; n < d->history.count; n++) {
            if (d->history.rows[n].kind == kind) {
                put_row(d, &d->history.rows[n], &shapes, &c);
            }
        }
        report_section(name, index, report_row_kinds[kind]);
        done = section_write(to, name, &c);
    }
    c.used = 0;
    put_shapes(&shapes, &c);
    report_section(name, index, "shapes");
    done = done && !shapes.failed && section_write(to, name, &c);
    column_free(&c);
    free(shapes.list);
    hash_free(&shapes.hash);
    return done;
}
