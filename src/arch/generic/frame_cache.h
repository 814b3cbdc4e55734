/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shapes of frames by return address: at a call the frame of a function is as large as the tables say, so its
 * shape belongs to the return address, and is looked up in place of the tables. Each CPU has its own, and
 * changes it with interrupts masked. Included by one source, which defines `struct shape`.
 */
#ifndef FRAME_CACHE_H
#define FRAME_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/port/atomic.h>
#include <spoor/port/irq.h>
#include <spoor/port/port.h>

/* The places of an address. */
#define WAYS 4
#define SETS (CONFIG_TRACE_STACK_CACHE / WAYS)

struct quick {
    uint32_t pc;
    struct shape shape;
};

static struct set {
    struct quick quick[WAYS];
} sets[CONFIG_CPUS][SETS];

static uint32_t places_taken;

static inline struct set *set_of(uint32_t pc)
{
    return &sets[spoor_port_cpu()][(pc >> 2) % SETS];
}

/** Copy the shape of `pc`, whose bit 0 is set. @return false without one, or when it was just replaced */
static inline bool frame_cache_get(uint32_t pc, struct shape *shape)
{
    const struct set *set = set_of(pc);
    const struct quick *q = set->quick;

    if (!(pc & 1)) {
        return false; /* interrupted there; and 0 is an empty place's */
    }
    while (q->pc != pc) {
        if (++q == set->quick + WAYS) {
            return false;
        }
    }
    uint32_t state = spoor_irq_save();
    bool is_its =
        q->pc == pc && (CONFIG_CPUS == 1 || set == set_of(pc)); /* it may run on another CPU by now */

    *shape = q->shape;
    spoor_irq_restore_relaxed(state);
    return is_its;
}

/* @return the first empty place, which is the quickest to find, or else each in turn */
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

/** Remember it. */
static inline void frame_cache_put(uint32_t pc, const struct shape *shape)
{
    uint32_t way = way_for(pc);
    uint32_t state = spoor_irq_save();
    struct quick *q = &set_of(pc)->quick[way];

    q->pc = pc;
    q->shape = *shape;
    spoor_irq_restore_relaxed(state);
}

#endif
