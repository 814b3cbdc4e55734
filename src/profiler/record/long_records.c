/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records of any length. They are allocated with a header that marks them as unfinished, filled a few words
 * at a time, and committed by storing the final header. So interrupts are never masked for as long as the
 * whole record takes.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_DATA

#include <string.h>
#include "ring_priv.h"

/*
 * A record that is allocated but not finished. If its sub-buffer was evicted meanwhile, the sub-buffer's
 * number differs from `number`.
 */
struct unfinished {
    struct trace_ring *ring;
    struct trace_subbuf *subbuf;
    uint32_t number;
    uint32_t *record;
};

/* @return the record, or NULL in `record` if it was lost or excluded, and counted */
static __attribute__((noinline, cold)) struct unfinished allocate_careful(unsigned id, uint32_t bytes)
{
    bool in_isr = spoor_in_isr();
    unsigned words = 1 + (bytes + 3) / 4;

    do {
        uint32_t state, low;
        struct trace_ring *r = spoor_ring_enter(&state);
        uint32_t *record = spoor_ring_place_careful(r, words - 1, in_isr, &low);

        if (record != NULL) {
            record[0] = SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_UNFINISHED) | low;
            record[1] = bytes;
            r->next = record + 1 + words;
            r->pending[trace_ring_slot(r, r->closed)]++;
            const struct unfinished u = {r, r->open, r->closed + 1, record};

            spoor_ring_leave(r, state);
            return u;
        }
        spoor_ring_leave(r, state);
    } while (spoor_ring_prepare(id, words));
    return (struct unfinished){.record = NULL};
}

static inline __attribute__((always_inline)) struct unfinished allocate(unsigned id, uint32_t bytes)
{
    bool in_isr = spoor_in_isr();
    unsigned words = 1 + (bytes + 3) / 4, step = 1 + words;

    __asm__("" : "+r"(step)); /* computed before interrupts are masked */
    do {
        uint32_t state;
        struct trace_ring *r = spoor_ring_enter(&state);

        if (spoor_ring_takes(r, words - 1, in_isr)) {
            uint32_t *record = r->next;

            record[0] = SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_UNFINISHED) |
                        (spoor_port_cycles() & SPOOR_WIRE_TIME_MASK);
            record[1] = bytes;
            r->next = record + step;
            uint32_t closed = r->closed;
            struct trace_subbuf *open = r->open;

            r->pending[trace_ring_slot(r, closed)]++;
            spoor_ring_leave(r, state);
            __asm__("" : "+r"(closed)); /* the rest is computed after interrupts are unmasked */
            return (struct unfinished){r, open, closed + 1, record};
        }
        spoor_ring_leave(r, state);
    } while (spoor_ring_prepare(id, words));
    return (struct unfinished){.record = NULL};
}

static inline __attribute__((always_inline)) void fill(const struct unfinished *u, const char *data,
                                                       size_t bytes)
{
    uint32_t *to = u->record + 2;
    uint32_t some[4] = {0};

    for (size_t done = 0; done < bytes; done += sizeof some, to += 4) {
        size_t n = bytes - done < sizeof some ? bytes - done : sizeof some;

        memcpy(some, data + done, n);
        uint32_t state = spoor_ring_enter_on(u->ring);

        if (u->subbuf->head.number == u->number) {
            to[0] = some[0];
            if (n > 4) {
                to[1] = some[1];
            }
            if (n > 8) {
                to[2] = some[2];
            }
            if (n > 12) {
                to[3] = some[3];
            }
        }
        spoor_ring_leave(u->ring, state);
    }
}

/* @return the header word as recorded, or 0 if the sub-buffer was evicted meanwhile */
static inline __attribute__((always_inline)) uint32_t finish(const struct unfinished *u, uint32_t header)
{
    struct trace_ring *r = u->ring;
    uint32_t state = spoor_ring_enter_on(r);
    bool kept = u->subbuf->head.number == u->number;

    if (kept) {
        uint16_t *pending = &r->pending[u->subbuf - trace_ring_first(r)];

        header |= u->record[0] & SPOOR_WIRE_TIME_MASK;
        u->record[0] = header;
        spoor_store16_last(pending, (uint16_t)(*pending - 1));
    } else {
        spoor_ring_lose(r, &r->overwritten, header >> SPOOR_WIRE_TIME_BITS);
        header = 0;
    }
    spoor_ring_leave(r, state);
    return header;
}

uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes)
{
    unsigned id = header >> SPOOR_WIRE_TIME_BITS;
    struct unfinished u = spoor_ring_is_careful() ? allocate_careful(id, bytes) : allocate(id, bytes);

    if (u.record == NULL) {
        return 0;
    }
    fill(&u, data, bytes);
    return finish(&u, header);
}

#endif
