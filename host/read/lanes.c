/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps blocks of items in lanes and selects the next item. */
#include <stdlib.h>
#include <string.h>
#include "lanes_priv.h"

/** Maximum of bytes in lanes. Beyond it, items are returned in the best known order, because a CPU has been
 * silent for too long. */
#define HELD_MAX (32u << 20)

#define SPARES_MAX 8

static size_t size_of(const struct block *b)
{
    return sizeof *b + b->room * sizeof(struct spoor_item);
}

static struct block *new_block(unsigned items, size_t bytes)
{
    struct block *b = malloc(sizeof *b + items * sizeof(struct spoor_item) + bytes);

    if (b != NULL) {
        b->room = items;
        b->bytes = (uint8_t *)(b->items + items);
    }
    return b;
}

struct block *lanes_block(struct lanes *l, unsigned items, size_t bytes)
{
    struct block *b = NULL;

    if (items > LANES_SPARE_ITEMS / 16 && items <= LANES_SPARE_ITEMS && bytes <= LANES_SPARE_BYTES) {
        b = l->spare;
        if (b != NULL) {
            l->spare = b->next;
            l->spares--;
        } else {
            b = new_block(LANES_SPARE_ITEMS, LANES_SPARE_BYTES);
        }
    } else {
        b = new_block(items, bytes);
    }
    if (b != NULL) {
        b->count = b->at = 0;
        b->next = NULL;
    }
    return b;
}

struct block *lanes_new_block(void)
{
    return new_block(LANES_SPARE_ITEMS, LANES_SPARE_BYTES);
}

struct block *lanes_exchange(struct lanes *l, struct block *full)
{
    struct block *b = l->spare;

    if (b != NULL) {
        l->spare = b->next;
        l->spares--;
    }
    full->count = full->at = 0;
    full->next = NULL;
    return b;
}

static void give_back(struct lanes *l, struct block *b)
{
    if (b->room == LANES_SPARE_ITEMS && l->spares < SPARES_MAX) {
        b->next = l->spare;
        l->spare = b;
        l->spares++;
    } else {
        free(b);
    }
}

static void note_key(struct lane *lane)
{
    if (lane->first != NULL && lane->first->items[lane->first->at].time > lane->key) {
        lane->key = lane->first->items[lane->first->at].time;
    }
}

void lanes_add(struct lanes *l, unsigned n, struct block *b)
{
    struct lane *lane = &l->lane[n];

    if (b->count == 0) {
        give_back(l, b);
        return;
    }
    l->held += size_of(b);
    if (lane->first == NULL) {
        lane->first = lane->last = b;
        note_key(lane);
        l->current_until = 0; /* the new item may be earlier than those of the current lane */
    } else {
        lane->last->next = b;
        lane->last = b;
    }
    if (n < SPOOR_CPUS_MAX && n >= l->used) {
        l->used = n + 1;
    }
}

void lanes_until(struct lanes *l, unsigned n, uint64_t until)
{
    if (until > l->lane[n].until) {
        l->lane[n].until = until;
    }
}

void lanes_hold(struct lanes *l)
{
    l->cpus = 0;
    l->current_until = 0;
}

void lanes_scale(struct lanes *l, unsigned n, unsigned shift)
{
    for (struct block *b = l->lane[n].first; b != NULL; b = b->next) {
        for (unsigned i = 0; i < b->count; i++) {
            b->items[i].time <<= shift;
            b->items[i].until <<= shift;
        }
    }
    l->lane[n].until <<= shift;
    l->lane[n].key <<= shift;
}

bool lanes_empty(const struct lanes *l)
{
    for (unsigned n = 0; n < l->used; n++) {
        if (l->lane[n].first != NULL) {
            return false;
        }
    }
    return l->lane[LANES_COMMON].first == NULL;
}

void lanes_restart(struct lanes *l)
{
    for (unsigned n = 0; n < LANES; n++) {
        l->lane[n].until = l->lane[n].key = 0;
    }
    l->cpus = l->used = 0;
    l->current_until = 0;
    l->open = false;
}

/* Of records with the same time, a wake-up is first: its thread may run at that time on another CPU. */
static bool wakes(const struct lanes *l, const struct lane *lane)
{
    const struct spoor_item *i = &lane->first->items[lane->first->at];

    return i->kind == SPOOR_RECORD && spoor_id(l->elf, i->id)->role == SPOOR_WIRE_ROLE_WAKE;
}

/*
 * Find the lane with the earliest item, and the time until which it remains the earliest. Of items with the
 * same time, those without a CPU are first: the beginning of a recording, a thread's name.
 */
static struct lane *earliest(struct lanes *l, uint64_t *until)
{
    struct lane *common = &l->lane[LANES_COMMON], *best = common->first != NULL ? common : NULL;

    *until = UINT64_MAX;
    for (unsigned n = 0; n < l->used; n++) {
        struct lane *lane = &l->lane[n];

        if (lane->first == NULL) {
            continue;
        }
        bool better = best == NULL || lane->key < best->key ||
                      (lane->key == best->key && best != common && wakes(l, lane) && !wakes(l, best));

        if (better && best != NULL) {
            *until = best->key;
        } else if (!better && lane->key < *until) {
            *until = lane->key;
        }
        best = better ? lane : best;
    }
    return best;
}

/* @return the time before which CPUs with an empty lane can have no more items */
static uint64_t silent_until(const struct lanes *l)
{
    uint64_t until = UINT64_MAX;
    unsigned cpus = l->cpus > l->used ? l->cpus : l->used;

    for (unsigned n = 0; n < cpus; n++) {
        if (l->lane[n].first == NULL && l->lane[n].until < until) {
            until = l->lane[n].until;
        }
    }
    return until;
}

/* Remove the first item of a lane. */
static const struct spoor_item *take(struct lanes *l, struct lane *lane)
{
    struct block *b = lane->first;
    const struct spoor_item *item = &b->items[b->at++];

    if (b->at == b->count) {
        l->held -= size_of(b);
        lane->first = b->next;
        l->out = b;
    }
    note_key(lane);
    return item;
}

const struct spoor_item *lanes_next(struct lanes *l, bool *forced)
{
    *forced = false;
    if (l->out != NULL) {
        give_back(l, l->out);
        l->out = NULL;
    }
    struct lane *lane = &l->lane[l->current];

    if (lane->first != NULL && lane->key < l->current_until) {
        return take(l, lane);
    }
    uint64_t until;

    lane = earliest(l, &until);
    if (lane == NULL) {
        return NULL;
    }
    if (!l->open && l->used != 0) {
        uint64_t silent = l->cpus == 1 ? UINT64_MAX : l->cpus == 0 ? 0 : silent_until(l);

        if (lane->key >= silent && l->held < HELD_MAX) {
            return NULL;
        }
        *forced = lane->key >= silent;
        until = silent < until ? silent : until;
    }
    l->current = (unsigned)(lane - l->lane);
    l->current_until = until;
    return take(l, lane);
}

const struct spoor_item *lanes_next_text(struct lanes *l)
{
    struct lane *lane = &l->lane[LANES_COMMON];
    struct block *before = NULL, *b = lane->first;

    while (b != NULL && b->items[b->at].kind != SPOOR_TEXT) {
        before = b;
        b = b->next;
    }
    if (b == NULL) {
        return NULL;
    }
    *(before != NULL ? &before->next : &lane->first) = b->next;
    lane->last = b->next == NULL ? before : lane->last;
    note_key(lane);
    l->held -= size_of(b);
    l->out = b;
    return &b->items[b->at];
}

static void free_list(struct block *b)
{
    while (b != NULL) {
        struct block *next = b->next;

        free(b);
        b = next;
    }
}

void lanes_free(struct lanes *l)
{
    for (unsigned n = 0; n < LANES; n++) {
        free_list(l->lane[n].first);
    }
    free_list(l->spare);
    free(l->out);
}
