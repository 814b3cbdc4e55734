/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records of the time, with which readers count the wraps of short times. They are written at each tick, and
 * before a record after a long pause.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include "ring_priv.h"

/* Write the time at the end of the open sub-buffer, or over the last record if that is a time already. */
static void write_time(struct trace_ring *r, uint32_t low, uint32_t high)
{
    uint32_t *at = r->next;

    if (r->timed) {
        at -= SPOOR_RING_TIME_WORDS;
    }
    at[0] = SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | (low & SPOOR_WIRE_TIME_MASK);
    at[1] = low;
    at[2] = high;
    r->tick_next = r->next = at + SPOOR_RING_TIME_WORDS;
    r->timed = 1;
}

/*
 * After a late tick the time is written although there are records since the last one.
 *
 * @return the open sub-buffer if it must be closed, or NULL
 */
static struct trace_subbuf *note_tick(struct trace_ring *r, bool late)
{
    uint32_t state = spoor_ring_enter_on(r);
    struct trace_subbuf *p = r->open;

    if (!r->want_close || (p != NULL && r->next == p->records)) {
        p = NULL;
    }
    r->changes++;
    r->want_close = 0;
    if (late) {
        r->timed = r->timed && r->next == r->tick_next;
        r->tick_next = r->next;
    }
    spoor_ring_leave(r, state);
    return p;
}

#if CONFIG_TRACE_RARE_TICKS

uint32_t *spoor_ring_place_careful(struct trace_ring *r, unsigned more, bool in_isr, uint32_t *low)
{
    const uint32_t *limit = spoor_ring_limit(r, in_isr ? r->paused & ~TRACE_PAUSED_THREADS : r->paused);
    uint64_t now = spoor_port_time();

    if (limit == NULL || r->next + more + SPOOR_RING_TIME_WORDS > limit) {
        return NULL;
    }
    if (r->next == r->open->records) {
        r->last_time = (uint64_t)r->open->head.time_high << 32 | r->open->head.time_low;
    }
    if (now - r->last_time > SPOOR_WIRE_TIME_MASK / 2) {
        r->timed = 0;
        write_time(r, (uint32_t)now, (uint32_t)(now >> 32));
    }
    r->last_time = now;
    *low = (uint32_t)now & SPOOR_WIRE_TIME_MASK;
    return r->next;
}

#endif

static inline void tick(struct trace_ring *r, bool late)
{
    spoor_ring_close(r, note_tick(r, late));

    uint64_t time = spoor_port_time();
    uint32_t low = (uint32_t)time, high = (uint32_t)(time >> 32);
    uint32_t state = spoor_ring_enter_on(r);
    struct trace_subbuf *p = r->open;

    if (p != NULL && r->next != r->tick_next) {
        if (!late) {
            r->tick_next = r->next;
            r->timed = 0;
            p = NULL;
        }
    } else if (p != NULL && (r->timed || r->next <= spoor_ring_end(p) - SPOOR_RING_TIME_WORDS)) {
        write_time(r, low, high); /* nothing was recorded since the time was read */
        p = NULL;
    }
    spoor_ring_leave(r, state);
    /*
     * The next sub-buffer starts with the time if there is no room for it, or after a late tick if an
     * interrupt recorded after the time was read.
     */
    spoor_ring_close(r, p);
    if (trace_rings_streamed && spoor_ring_unread(r) != 0 && spoor_ring_mode(r) == SPOOR_WIRE_MODE_STREAM) {
        spoor_port_wake_drain();
    }
}

/* Loop over the rings that a tick on this CPU serves. */
#ifdef SPOOR_PORT_TICK_OF_ALL
#define FOR_EACH_SERVED(cpu) for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++)
#else
#define FOR_EACH_SERVED(cpu) for (unsigned cpu = spoor_port_cpu(), once = 1; once; once = 0)
#endif

void trace_ring_tick(bool late)
{
    FOR_EACH_SERVED(cpu)
    {
        tick(&trace_rings[cpu], late);
    }
}

#endif
