/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's interface to a ring. The reader may run on any CPU. It only accesses closed sub-buffers and
 * `read`, and masks nothing.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/core/read.h>
#include "ring_priv.h"

const struct trace_subbuf *trace_ring_oldest(unsigned cpu)
{
    struct trace_ring *r = trace_ring_of(cpu);

    r->lent = spoor_load_first(&r->read);
    if (spoor_load_first(&r->closed) == r->lent ||
        spoor_load16_first(&r->pending[trace_ring_slot(r, r->lent)]) != 0) {
        return NULL;
    }
    return &trace_ring_first(r)[trace_ring_slot(r, r->lent)];
}

bool trace_ring_release(unsigned cpu)
{
    struct trace_ring *r = trace_ring_of(cpu);

#if SPOOR_RING_EVICTS
    return spoor_atomic_cas(&r->read, r->lent, r->lent + 1);
#else
    spoor_store_last(&r->read, r->lent + 1);
    return true;
#endif
}

#if CONFIG_TRACE_COPIES

/* The small C library's memcpy() copies bytes; this function loads and stores eight words at a time. */
static void copy_words(uint32_t *to, const uint32_t *from, uint32_t n)
{
    struct chunk {
        uint32_t word[8];
    };
    enum { WORDS = sizeof(struct chunk) / sizeof(uint32_t) };

    for (; n >= WORDS; n -= WORDS, to += WORDS, from += WORDS) {
        *(struct chunk *)to = *(const struct chunk *)from;
    }
    while (n-- > 0) {
        *to++ = *from++;
    }
}

bool trace_ring_take(unsigned cpu, struct trace_subbuf *copy)
{
    struct trace_ring *r = trace_ring_of(cpu);
    uint32_t overwritten;

    do {
        const struct trace_subbuf *p = trace_ring_oldest(cpu);

        if (p == NULL) {
            return false;
        }
        uint32_t used = p->head.used_words < TRACE_SUBBUF_ROOM ? p->head.used_words : TRACE_SUBBUF_ROOM;

        copy->head = p->head;
        copy_words(copy->records, p->records, used);
        overwritten = r->overwritten;
    } while (!trace_ring_release(cpu));
    copy->head.dropped += overwritten;
    return true;
}

#endif

/*
 * @return a time before which all records were read or lost. If the reader has read everything, no record
 *         older than the next record's time can follow.
 */
static uint64_t read_until(struct trace_ring *r, uint64_t now)
{
    const struct trace_subbuf *p = r->open;

    if (r->closed != r->read) {
        p = &trace_ring_first(r)[trace_ring_slot(r, r->read)];
    } else if (p == NULL || r->next == p->records) {
        return CONFIG_TRACE_SELECTION && (r->paused & TRACE_PAUSED_STOPPED) ? r->stopped_at : now;
    }
    return (uint64_t)p->head.time_high << 32 | p->head.time_low;
}

void trace_ring_get_counts(unsigned cpu, struct trace_ring_counts *counts)
{
    struct trace_ring *r = trace_ring_of(cpu);
    uint64_t now = spoor_port_time(); /* read before the lock is taken, so later records have later times */
    uint32_t state = spoor_ring_enter_on(r);

    *counts = (struct trace_ring_counts){
        .lost = r->dropped + (SPOOR_RING_EVICTS ? r->overwritten : 0),
        .cleared = CONFIG_TRACE_CLEARS ? r->cleared : 0,
        .clears = CONFIG_TRACE_CLEARS ? r->clears : 0,
        .until = read_until(r, now),
    };
    spoor_ring_leave(r, state);
}

#endif
