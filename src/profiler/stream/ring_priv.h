/* SPDX-License-Identifier: BSD-2-Clause */
/* What writes into a ring, beside ring.h. Functions take a ring that ring_enter() gave. */
#ifndef RING_PRIV_H
#define RING_PRIV_H

#include <hal/atomic.h>
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

/** Let other CPUs in again; interrupts stay masked. */
static inline void ring_release(struct trace_ring *r)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&r->held, 0, __ATOMIC_RELEASE);
#else
    (void)r;
#endif
}

/** Undo ring_enter(). */
static inline void ring_leave(struct trace_ring *r, uint32_t state)
{
    ring_release(r);
    port_unlock(state);
}

/** A change of what is recorded, one at a time; for a few instructions. Not inside of ring_enter(). */
uint32_t trace_setup_lock(void);

/** Undo trace_setup_lock(). */
void trace_setup_unlock(uint32_t state);

/** Close the open part, if there is one; the next record opens another. */
void ring_close(struct trace_ring *r);

/** Open a part at `time`. @return false when there is no room, or recording has stopped */
bool ring_open(struct trace_ring *r, uint64_t time);

/** A record found no room. */
void ring_drop(struct trace_ring *r, unsigned id);

/** Recompute `limit` after a change of what decides it. */
void ring_set_limit(struct trace_ring *r);

/**
 * Room for a record of `words` words besides its header, by the slow way: opens parts, counts losses.
 *
 * @return the header's place; the caller fills in the rest. NULL: lost or kept out, and counted
 */
uint32_t *ring_allocate(struct trace_ring *r, uint32_t header, unsigned words);

/** Give each event its ID. Context: boot. */
void trace_events_init(void);

/** Return addresses, the innermost first. */
struct trace_stack {
    unsigned depth;
    uint32_t addresses[TRACE_EVENT_DEPTH];
};

/** Record `n` words under a header, and a stack as theirs. Context: any. */
void emit_with_stack(uint32_t header, const uint32_t *words, unsigned n, const struct trace_stack *stack);

/** Record an event with its stack, which begins where `caller` returns to. Context: any. */
void trace_emit_stack(const struct trace_event_cell *e, const uint32_t *words, unsigned n,
                      const void *caller);

/** Its emitters, by the number of words: without and with a stack. */
extern void (*const trace_emitters[])(void);
extern void (*const trace_stack_emitters[])(void);

#endif
#endif
