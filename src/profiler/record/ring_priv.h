/* SPDX-License-Identifier: BSD-2-Clause */
/* The writers' side of a ring. Functions take a ring that spoor_ring_enter() returned. */
#ifndef RING_PRIV_H
#define RING_PRIV_H

#include <spoor/port/irq.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>

/** This CPU's ring, for the caller alone. @param state for spoor_ring_leave(). Context: any. */
static inline struct trace_ring *spoor_ring_enter(uint32_t *state)
{
    *state = spoor_port_lock();
#ifdef SPOOR_PORT_RING_SET
    struct trace_ring *r = spoor_port_ring();
#else
    struct trace_ring *r = &trace_rings[spoor_port_cpu()];

#if CONFIG_CPUS > 1
    __asm__("" : "+r"(r)); /* GCC 12 would compute it twice */
#endif
#endif
    trace_lock_spin(&r->lock);
    return r;
}

/** A certain ring, for the caller alone; the caller may be on another CPU. Context: any. */
static inline uint32_t spoor_ring_enter_on(struct trace_ring *r)
{
    return trace_lock(&r->lock);
}

/** Undo spoor_ring_enter(). */
static inline void spoor_ring_leave(struct trace_ring *r, uint32_t state)
{
    trace_unlock(&r->lock, state);
}

/** Words of a record of the time. */
#define SPOOR_RING_TIME_WORDS 3

/** @return the end of a sub-buffer's records. Context: any. */
static inline uint32_t *spoor_ring_end(struct trace_subbuf *p)
{
    return p->records + TRACE_SUBBUF_ROOM;
}

/** @return what `next` of a record of no more than two words may be; NULL: no record. Context: any. */
static inline uint32_t *spoor_ring_limit(const struct trace_ring *r, unsigned paused)
{
    return r->open != NULL && paused == 0 ? spoor_ring_end(r->open) - 2 : NULL;
}

/** @return the ring's mode, a constant where there is only one. Context: any. */
static inline enum spoor_wire_mode spoor_ring_mode(const struct trace_ring *r)
{
    return CONFIG_TRACE_RING_MODES ? (enum spoor_wire_mode)r->mode : SPOOR_WIRE_MODE_STREAM;
}

/** @return how many closed sub-buffers the reader hasn't released. Context: any. */
static inline uint32_t spoor_ring_unread(const struct trace_ring *r)
{
    return r->closed - __atomic_load_n(&r->read, __ATOMIC_ACQUIRE);
}

/** Note when the ring stops, just before it may: before spoor_ring_enter(). Nothing in one that has stopped.
 */
void spoor_ring_note_stop(struct trace_ring *r);

/** Close the sub-buffer `p`, if it is still the open one; the next record opens another. Context: any. */
void spoor_ring_close(struct trace_ring *r, struct trace_subbuf *p);

/** Recompute the limits after a change of the open sub-buffer or of `paused`. */
void spoor_ring_set_limit(struct trace_ring *r);

/**
 * Make room in this CPU's ring for a record of `words` words, at least one, and its header: opens
 * sub-buffers, counts losses. An interrupt may have taken the room by the return: then call it once more.
 *
 * @return false when the record is lost or kept out, and counted. Context: any; not inside of
 * spoor_ring_enter()
 */
bool spoor_ring_prepare(unsigned id, unsigned words);

/** Evict the sub-buffers up to `last`, of those that were closed. Context: any; not inside of
 * spoor_ring_enter() */
void spoor_ring_evict(struct trace_ring *r, uint32_t last);

/** Count a record as lost, in `count` and by its ID. Inside of spoor_ring_enter(). */
void spoor_ring_lose(struct trace_ring *r, uint32_t *count, unsigned id);

struct spoor_ring_words {
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
};

/** @return whether there is room for a record of two words and `more`. Inside of spoor_ring_enter(). */
static inline bool spoor_ring_takes(const struct trace_ring *r, unsigned more, bool in_isr)
{
    return r->next + more <= r->limit[in_isr];
}

/** @return whether records look at the whole time: see trace_ring.careful. Context: any. */
static inline bool spoor_ring_is_careful(void)
{
    return __builtin_expect(trace_rings[0].careful, 0);
}

/**
 * The place of a record of two words and `more` in a ring that is careful; writes the time first when that is
 * necessary. Inside of spoor_ring_enter().
 *
 * @param low  its time, the low bits
 * @return NULL when there is no room
 */
uint32_t *spoor_ring_place_careful(struct trace_ring *r, unsigned more, bool in_isr, uint32_t *low);

/**
 * Record `bytes` of data, preceded by their number.
 *
 * @param header  SPOOR_WIRE_HEADER_WORD(id)
 * @return the header word as recorded; 0: it is lost or kept out, and counted
 */
uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes);

/** A record of up to SPOOR_WIRE_WORDS_MAX words that may need a new sub-buffer. @return its header word, or
 * 0: lost
 */
uint32_t spoor_ring_put_words(uint32_t header, const struct spoor_ring_words *words, unsigned n);

/** The emitters by the number of words, 0 to SPOOR_WIRE_WORDS_MAX. */
extern const union trace_emitter trace_emitters[SPOOR_WIRE_WORDS_MAX + 1];

#endif
