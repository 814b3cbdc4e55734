/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All CPUs on one axis of time. Each CPU's items are a lane, in order; items without a CPU are one more lane,
 * at the time of the records around them. The lane whose first item is the earliest goes first.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "read.h"

struct entry {
    struct spoor_item item;
    uint64_t key;   /**< its time, or of the lane before it: a lane never goes back */
    uint32_t epoch; /**< counts restarts of the target */
    bool wakes;
};

struct lane {
    struct entry *entries;
    size_t used, room, next;
};

#define LANES_MAX 65 /* the last lane is for items without a CPU */

struct spoor_merge {
    struct spoor_reader *reader;
    const struct spoor_elf *elf;
    struct lane lanes[LANES_MAX];
    uint32_t epoch; /**< of the next item */
    bool collected;
    int failed;
};

struct spoor_merge *spoor_merge_open(struct spoor_reader *r, const struct spoor_elf *elf)
{
    struct spoor_merge *m = calloc(1, sizeof *m);

    if (m != NULL) {
        m->reader = r;
        m->elf = elf;
    }
    return m;
}

static unsigned lane_of(const struct spoor_item *item)
{
    switch (item->kind) {
    case SPOOR_RECORD:
    case SPOOR_GAP:
    case SPOOR_MISSING:
    case SPOOR_JOINED:
    case SPOOR_RESTART:
        return item->cpu;
    default:
        return LANES_MAX - 1;
    }
}

static bool wakes(const struct spoor_merge *m, const struct spoor_item *item)
{
    return item->kind == SPOOR_RECORD && strstr(spoor_id(m->elf, item->id)->name, "wake") != NULL;
}

static int add(struct spoor_merge *m, const struct spoor_item *item)
{
    struct lane *lane = &m->lanes[lane_of(item)];

    if (lane->used == lane->room) {
        size_t room = lane->room != 0 ? 2 * lane->room : 1024;
        struct entry *entries = realloc(lane->entries, room * sizeof *entries);

        if (entries == NULL) {
            return -ENOMEM;
        }
        lane->entries = entries;
        lane->room = room;
    }
    struct entry *last = lane->used > 0 ? &lane->entries[lane->used - 1] : NULL;
    uint64_t key = item->time;

    if (item->kind == SPOOR_RESTART && item->cpu == 0) { /* the first one, of those of all CPUs */
        m->epoch++;
    }
    if (last != NULL && last->epoch == m->epoch && last->key > key) {
        key = last->key;
    }
    lane->entries[lane->used++] = (struct entry){*item, key, m->epoch, wakes(m, item)};
    return 0;
}

static bool before(const struct entry *a, const struct entry *b)
{
    if (a->epoch != b->epoch) {
        return a->epoch < b->epoch;
    }
    if (a->key != b->key) {
        return a->key < b->key;
    }
    return a->wakes && !b->wakes;
}

static int take_earliest(struct spoor_merge *m, struct spoor_item *item)
{
    struct lane *best = NULL;

    for (unsigned i = 0; i < LANES_MAX; i++) {
        struct lane *lane = &m->lanes[i];

        if (lane->next < lane->used &&
            (best == NULL || before(&lane->entries[lane->next], &best->entries[best->next]))) {
            best = lane;
        }
    }
    if (best == NULL) {
        return m->failed;
    }
    *item = best->entries[best->next++].item;
    return 1;
}

static void collect(struct spoor_merge *m, const struct spoor_item *first)
{
    struct spoor_item item = *first;
    int more = 1;

    while (more > 0) {
        more = add(m, &item);
        if (more == 0) {
            more = spoor_next(m->reader, &item);
        }
    }
    m->failed = more;
    m->collected = true;
}

int spoor_merge_next(struct spoor_merge *m, struct spoor_item *item)
{
    if (!m->collected) {
        int more = spoor_next(m->reader, item);
        const struct spoor_header *h = spoor_header(m->reader);

        if (more <= 0 || (h->seen && h->cpus == 1) || (!h->seen && lane_of(item) == LANES_MAX - 1)) {
            return more;
        }
        collect(m, item);
    }
    return take_earliest(m, item);
}

void spoor_merge_close(struct spoor_merge *m)
{
    if (m == NULL) {
        return;
    }
    for (unsigned i = 0; i < LANES_MAX; i++) {
        free(m->lanes[i].entries);
    }
    free(m);
}
