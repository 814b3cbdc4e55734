/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of threads. */
#include <stdlib.h>
#include "follow_priv.h"

static struct follow_thread *find(const struct follow *f, uint32_t number)
{
    uint32_t index = hash_find_key(&f->thread_map, number);

    return index != HASH_NONE ? &f->threads[index] : NULL;
}

const struct follow_thread *follow_thread(const struct follow *f, uint32_t number)
{
    return find(f, number);
}

struct follow_thread *follow_get(struct follow *f, uint32_t number)
{
    static struct follow_thread nobody;
    struct follow_thread *t = find(f, number);

    if (t != NULL) {
        return t;
    }
    if (f->thread_count == f->thread_room) {
        size_t room = f->thread_room != 0 ? 2 * f->thread_room : 64;
        struct follow_thread *threads = realloc(f->threads, room * sizeof *threads);

        if (threads != NULL) {
            f->threads = threads;
            f->thread_room = room;
        }
    }
    if (f->thread_count == f->thread_room || !hash_add(&f->thread_map, number, (uint32_t)f->thread_count)) {
        f->failed = true;
        nobody = (struct follow_thread){.number = number};
        return &nobody;
    }
    t = &f->threads[f->thread_count++];
    *t = (struct follow_thread){.number = number};
    return t;
}
