/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of threads. */
#include <stdlib.h>
#include <base/vector.h>
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
    static _Thread_local struct follow_thread nobody;
    struct follow_thread *t = find(f, number);

    if (t != NULL) {
        return t;
    }
    if (!VECTOR_GROW(f->threads, f->thread_count) ||
        !hash_add(&f->thread_map, number, (uint32_t)f->thread_count)) {
        f->failed = true;
        nobody = (struct follow_thread){.number = number};
        return &nobody;
    }
    t = &f->threads[f->thread_count++];
    *t = (struct follow_thread){.number = number, .reason = SPOOR_WIRE_LEFT_READY};
    return t;
}
