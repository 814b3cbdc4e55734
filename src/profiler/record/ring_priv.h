/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The writers' interface to a ring. If not stated otherwise, functions must be called between
 * spoor_ring_enter() and spoor_ring_leave().
 */
#ifndef RING_PRIV_H
#define RING_PRIV_H

#include <spoor/port/irq.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>

/**
 * Lock this CPU's ring.
 *
 * @param state  set to the state for spoor_ring_leave()
 * @return the ring
 *
 * Context: any.
 */
static inline struct trace_ring *spoor_ring_enter(uint32_t *state)
{
    *state = spoor_port_lock();
#ifdef SPOOR_PORT_RING_SET
    struct trace_ring *r = spoor_port_ring();
#else
    struct trace_ring *r = &trace_rings[spoor_port_cpu()];

#if CONFIG_CPUS > 1
    __asm__("" : "+r"(r)); /* else GCC 12 computes it twice */
#endif
#endif
    trace_lock_spin(&r->lock);
    return r;
}

/** Lock a ring, which may belong to another CPU. @return the state for spoor_ring_leave(). Context: any. */
static inline uint32_t spoor_ring_enter_on(struct trace_ring *r)
{
    return trace_lock(&r->lock);
}

/** Unlock a ring. */
static inline void spoor_ring_leave(struct trace_ring *r, uint32_t state)
{
    trace_unlock(&r->lock, state);
}

/** Whether sub-buffers are taken from the reader: overwritten or cleared. */
#define SPOOR_RING_EVICTS (CONFIG_TRACE_RING_MODES || CONFIG_TRACE_CLEARS)

/** Words of a record of the time. */
#define SPOOR_RING_TIME_WORDS 3

/** @return the end of a sub-buffer's records. Context: any. */
static inline uint32_t *spoor_ring_end(struct trace_subbuf *p)
{
    return p->records + TRACE_SUBBUF_ROOM;
}

/**
 * @return the maximum of `next` for a record of up to two words; NULL if nothing may be recorded
 *
 * Context: any.
 */
static inline uint32_t *spoor_ring_limit(const struct trace_ring *r, unsigned paused)
{
    return r->open != NULL && paused == 0 ? spoor_ring_end(r->open) - 2 : NULL;
}

/** @return the ring's mode, a constant if only one mode is supported. Context: any. */
static inline enum spoor_wire_mode spoor_ring_mode(const struct trace_ring *r)
{
    return CONFIG_TRACE_RING_MODES ? (enum spoor_wire_mode)r->mode : SPOOR_WIRE_MODE_STREAM;
}

/** @return the number of closed sub-buffers that the reader hasn't released. Context: any. */
static inline uint32_t spoor_ring_unread(const struct trace_ring *r)
{
    return r->closed - spoor_load_first(&r->read);
}

/**
 * Store the time before the ring stops. No effect if it has stopped already. Must not be called with the ring
 * locked.
 */
void spoor_ring_note_stop(struct trace_ring *r);

/**
 * Close the sub-buffer `p`, if it is still the open one. The next record opens another. Must not be called
 * with the ring locked.
 *
 * Context: any.
 */
void spoor_ring_close(struct trace_ring *r, struct trace_subbuf *p);

/** Recompute the limits after a change of the open sub-buffer or of `paused`. */
void spoor_ring_set_limit(struct trace_ring *r);

/**
 * Make room in this CPU's ring for a record of `words` words, at least one, and its header: open sub-buffers,
 * count losses. An interrupt may take the room before this returns, in which case it must be called again.
 * Must not be called with the ring locked.
 *
 * @return false if the record was lost or excluded, and counted
 *
 * Context: any.
 */
bool spoor_ring_prepare(unsigned id, unsigned words);

/** Evict the closed sub-buffers up to `last`. Must not be called with the ring locked. Context: any. */
void spoor_ring_evict(struct trace_ring *r, uint32_t last);

/** Count a record as lost, in `count` and by its ID. */
void spoor_ring_lose(struct trace_ring *r, uint32_t *count, unsigned id);

struct spoor_ring_words {
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
};

/** @return whether there is room for a record of two words and `more` */
static inline bool spoor_ring_takes(const struct trace_ring *r, unsigned more, bool in_isr)
{
    return r->next + more <= r->limit[in_isr];
}

/** @return whether records on any CPU check the whole time. Context: any. */
static inline bool spoor_ring_is_careful(void)
{
    return __builtin_expect(trace_ring_is_careful(&trace_rings[0]), 0);
}

/**
 * Find the place of a record of two words and `more` in a careful ring. Writes the time first if necessary.
 *
 * @param low  set to the low bits of the record's time
 * @return the place, or NULL if there is no room
 */
uint32_t *spoor_ring_place_careful(struct trace_ring *r, unsigned more, bool in_isr, uint32_t *low);

/**
 * Record a data record: its length in bytes, and the data. Must not be called with the ring locked.
 *
 * @param header  SPOOR_WIRE_HEADER_WORD(id)
 * @return the header word as recorded; 0 if the record was lost or excluded, and counted
 */
uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes);

/**
 * Record up to SPOOR_WIRE_WORDS_MAX words, opening a sub-buffer if necessary. Must not be called with the
 * ring locked.
 *
 * @return the header word as recorded, or 0 if lost or excluded
 */
uint32_t spoor_ring_put_words(uint32_t header, const struct spoor_ring_words *words, unsigned n);

/** The emitters, indexed by the number of words, 0 to SPOOR_WIRE_WORDS_MAX. */
extern const union trace_emitter trace_emitters[SPOOR_WIRE_WORDS_MAX + 1];

#endif
