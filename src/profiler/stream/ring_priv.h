/* SPDX-License-Identifier: BSD-2-Clause */
/* What writes into a ring, beside ring.h. Functions take a ring that ring_enter() gave. */
#ifndef RING_PRIV_H
#define RING_PRIV_H

#include <hal/atomic.h>
#include <hal/irq.h>
#include <profiler/ring.h>

#if CONFIG_TRACE_EVENTS

/** Keep other CPUs out of `r`; interrupts are masked. */
static inline void ring_spin(struct trace_ring *r)
{
#if CONFIG_CPUS > 1
    while (__atomic_exchange_n(&r->held, 1, __ATOMIC_ACQUIRE) != 0) {
        HAL_RELAX();
    }
#else
    (void)r;
#endif
}

/** This CPU's ring, for the caller alone. @param state for ring_leave(). Context: any. */
static inline struct trace_ring *ring_enter(uint32_t *state)
{
    *state = port_lock();
    struct trace_ring *r = &trace_rings[port_cpu()];

    ring_spin(r);
    return r;
}

/** A certain ring, for the caller alone; whichever CPU that is on by now. Context: any. */
static inline uint32_t ring_enter_on(struct trace_ring *r)
{
    uint32_t state = port_lock();

    ring_spin(r);
    return state;
}

/** Undo ring_enter(). */
static inline void ring_leave(struct trace_ring *r, uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&r->held, 0, __ATOMIC_RELEASE);
#else
    (void)r;
#endif
    port_unlock(state);
}

/** A change of what is recorded, one at a time; for a few instructions. Not inside of ring_enter(). */
uint32_t trace_setup_lock(void);

/** Undo trace_setup_lock(). */
void trace_setup_unlock(uint32_t state);

/** Close the part `p`, unless it isn't the open one any more; the next record opens another. Context: any. */
void ring_close(struct trace_ring *r, struct trace_part *p);

/** Recompute the limits after a change of what decides it. */
void ring_set_limit(struct trace_ring *r);

/**
 * See to it that this CPU's ring takes a record of `words` words, at least one, besides its header: opens
 * parts, counts losses. An interrupt may have taken the room by the return: then once more.
 *
 * @return false when the record is lost or kept out, and counted. Context: any; not inside of ring_enter()
 */
bool ring_prepare(unsigned id, unsigned words);

/** Count a record as lost, in `count` and by its ID. Inside of ring_enter(). */
void ring_lose(struct trace_ring *r, uint32_t *count, unsigned id);

/** Let a filter by threads keep nothing out, until trace_ring_hide(). Context: any */
void trace_ring_show(unsigned cpu);

/** Give each event its ID. Context: boot. */
void trace_events_init(void);

/**
 * Record `bytes` of data, with their number ahead of them.
 *
 * @param header  WIRE_HEADER_WORD(id)
 * @return the header word as recorded; 0: it is lost or kept out, and counted
 */
uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes);

/** Record a stack of the record with header word `of`, unless that is 0; it begins where `caller` returns to.
 * Context: any. */
void trace_emit_stack(uint32_t of, unsigned depth, const void *caller);

/** Its emitters, by the number of words: without and with a stack. */
extern void (*const trace_emitters[])(void);
#if CONFIG_TRACE_STACKS
extern void (*const trace_stack_emitters[])(void);
#endif

#endif
#endif
