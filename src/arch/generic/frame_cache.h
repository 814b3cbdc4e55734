/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A cache of frame shapes by address. At a call, a function has its whole frame, so the shape depends only on
 * the return address. In an image with samples, some interrupted instructions have a place too, apart from
 * return addresses: at each of them it's known how much of the frame exists. A lookup here replaces a lookup
 * in the tables. Each CPU has its own cache, which it changes with interrupts masked. Included by one source
 * file, which must define `struct shape`.
 */
#ifndef FRAME_CACHE_H
#define FRAME_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/port/atomic.h>
#include <spoor/port/irq.h>
#include <spoor/port/port.h>

/* Slots for each address. */
#define WAYS             4
#define SETS             (CONFIG_TRACE_STACK_CACHE / WAYS)
#define SETS_INTERRUPTED (CONFIG_TRACE_SAMPLES ? 2 : 0) /* above those of return addresses */

struct quick {
    uint32_t pc;
    struct shape shape;
};

static struct set {
    struct quick quick[WAYS];
} sets[CONFIG_CPUS][SETS + SETS_INTERRUPTED];

static uint32_t places_taken;

static inline struct set *set_of(uint32_t pc)
{
#if CONFIG_TRACE_SAMPLES
    if (!(pc & 1)) {
        return &sets[spoor_port_cpu()][SETS + (pc >> 1) % SETS_INTERRUPTED];
    }
#endif
    return &sets[spoor_port_cpu()][(pc >> 2) % SETS];
}

/** @return whether `pc` may have a place: a return address, which has bit 0 set, or an instruction */
static inline bool frame_cache_takes(uint32_t pc)
{
    return (pc & 1) || (CONFIG_TRACE_SAMPLES && pc != 0); /* 0 marks an empty slot */
}

/** Copy the shape for `pc`. @return false if it isn't cached or was just replaced */
static inline bool frame_cache_get(uint32_t pc, struct shape *shape)
{
    const struct set *set = set_of(pc);
    const struct quick *q = set->quick;

    if (!frame_cache_takes(pc)) {
        return false;
    }
    while (q->pc != pc) {
        if (++q == set->quick + WAYS) {
            return false;
        }
    }
    uint32_t state = (spoor_irq_save)();
    bool found = q->pc == pc &&
                 (CONFIG_CPUS == 1 || set == set_of(pc)); /* the thread may have migrated to another CPU */

    *shape = q->shape;
    (spoor_irq_restore_relaxed)(state);
    return found;
}

/* @return the first empty slot, which is the fastest to find; if none is empty, each slot in turn */
static inline uint32_t way_for(uint32_t pc)
{
    const struct set *set = set_of(pc);

    for (uint32_t way = 0; way < WAYS; way++) {
        if (set->quick[way].pc == 0) {
            return way;
        }
    }
    return spoor_atomic_add(&places_taken, 1) % WAYS;
}

/** Store the shape for `pc`, for which frame_cache_takes() must be true. */
static inline void frame_cache_put(uint32_t pc, const struct shape *shape)
{
    uint32_t way = way_for(pc);
    uint32_t state = (spoor_irq_save)();
    struct quick *q = &set_of(pc)->quick[way];

    q->pc = pc;
    q->shape = *shape;
    (spoor_irq_restore_relaxed)(state);
}

#endif
