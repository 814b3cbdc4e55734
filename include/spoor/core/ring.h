/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings: one per CPU, of words, divided into sub-buffers. trace_event() and its like write; the drain
 * reads, a sub-buffer at a time (read.h), and so does a reader of a memory image after a fault.
 *
 * A record of up to six words is allocated, filled and committed with this CPU's interrupts masked, some 20
 * instructions. A longer one is allocated so, marked as unfinished, filled a few words at a time, and
 * committed by its header. So no reader sees an unfinished record, and the order in a ring is the order of
 * time. Opening, closing and evicting sub-buffers happens before the record is reserved, in steps of about 20
 * instructions: nothing here masks interrupts for longer.
 *
 * Each sub-buffer begins with a 64-bit time; records carry the low 22 bits. The tick keeps any two records
 * within that by a record of the time, which it rewrites in place while nothing else happens: idling fills no
 * ring. Where ticks are more than 2^20 cycles apart, or CONFIG_TRACE_TICKLESS says that they may be, each
 * record writes the time itself when the last one is too long ago: `careful`.
 *
 * The rings are in memory that start-up does not clear: after a fault and a reset they are as they were,
 * until recording begins again.
 */
#ifndef SPOOR_CORE_RING_H
#define SPOOR_CORE_RING_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/core/lock.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

#define TRACE_SUBBUF_WORDS (CONFIG_TRACE_RING_BYTES / 4 / CONFIG_TRACE_RING_SUBBUFS)
#define TRACE_SUBBUF_ROOM  (TRACE_SUBBUF_WORDS - sizeof(struct spoor_wire_subbuf) / 4)

struct trace_subbuf {
    struct spoor_wire_subbuf head;
    uint32_t records[TRACE_SUBBUF_ROOM];
};

/** Why a ring takes no records: bits of `paused`. */
enum {
    TRACE_PAUSED_STOPPED = 1 << 0, /**< mode stop and full; or trace_rings_stop() */
    TRACE_PAUSED_CPU = 1 << 1,     /**< a filter excludes this CPU */
    TRACE_PAUSED_ALL = 1 << 2,     /**< a filter excludes both threads of the present switch */
    TRACE_PAUSED_THREADS = 1 << 3, /**< a filter excludes the running thread; interrupts still record */
};

/** A CPU's ring. Sub-buffers are used in turn; `closed` and `read` count them without end. */
struct trace_ring {
    uint32_t *next; /**< where the next record goes */
    /**
     * A record of two words fits while next <= limit. Index 0 is for records of threads, 1 for those of
     * interrupts, which a filter by threads lets pass. NULL: no sub-buffer is open, or the ring is paused.
     */
    uint32_t *limit[2];
    struct trace_subbuf *open; /**< the sub-buffer being filled, or NULL */
    uint32_t *tick_next;       /**< `next` at the last tick; NULL: the sub-buffer was opened since */
    uint32_t closed;           /**< sub-buffers closed so far; the number of the open one less 1 */
    uint32_t read;             /**< sub-buffers that the reader released, or that were taken from it */
    uint32_t lent;             /**< the one that it reads */
    uint32_t changes;          /**< grows at each tick, clear and eviction: a snapshot from before is void */
    const uint32_t *walk;      /**< in the sub-buffer being evicted: the next record to count … */
    const uint32_t *walk_end;  /**< … and the end of its records; equal: none is being evicted */
    uint32_t dropped;          /**< records lost because there was no room */
    uint32_t overwritten;      /**< records lost because later ones took their room */
    uint32_t unrecorded;       /**< records left out on purpose: by a filter, or while stopped */
    uint32_t cleared;          /**< records thrown away by clears, or lost before these, since the start */
    uint32_t clears;           /**< since the start; `dropped` and `overwritten` restart at each */
    uint8_t mode;              /**< enum spoor_wire_mode */
    uint8_t paused;            /**< TRACE_PAUSED_… */
    uint8_t want_close;        /**< the reader wants the open sub-buffer: the next tick closes it */
    uint8_t timed;             /**< the last record is one of the time */
    /**
     * The counter is so fast, or the tick so slow or without regularity, that a tick may come too late for 22
     * bits of time. Then `limit` stays NULL, and each record looks at the whole time, and writes it when it
     * is far from `last_time`, that of the last record.
     */
    uint8_t careful;
    uint64_t last_time;
    uint64_t stopped_at;      /**< when it began to take no records: TRACE_PAUSED_STOPPED */
    struct trace_lock lock;   /**< over all of it; a CPU's own writer masks interrupts besides */
    uint32_t trigger_subbufs; /**< after a trigger: sub-buffers still to fill until recording stops; 0: no
                                 trigger */
    uint16_t pending[CONFIG_TRACE_RING_SUBBUFS]; /**< unfinished records of each sub-buffer */
    struct trace_subbuf subbufs[CONFIG_TRACE_RING_SUBBUFS];
};

extern struct trace_ring trace_rings[CONFIG_CPUS];

/** Where the rings are in memory, for a reader of memory images; see docs/wire-format.md. */
extern const struct spoor_wire_layout trace_ring_layout;

/** Which recording the rings hold. */
extern struct spoor_wire_life trace_life;

/** Records lost, by CPU and ID, since the last clear; see ids.h. */
extern uint32_t trace_losses[CONFIG_CPUS][CONFIG_TRACE_IDS];

/**
 * Make the rings ready, and the IDs. Once at boot, before the first event.
 *
 * @param build  a number of this build. Records that another build left in memory are forgotten; those that
 * this one left before a reset can be read like any other, until trace_rings_begin()
 *
 * Context: boot.
 */
void trace_rings_init(uint32_t build);

/** @return whether the rings hold records from before a reset. Context: any. */
bool trace_rings_survived(void);

/** Recording begins: forget the records from before a reset. Context: thread. */
void trace_rings_begin(void);

/**
 * Empty the rings and restart all counts of losses; records that go are counted in `cleared`. Context: any;
 * recording and reading may go on.
 */
void trace_rings_clear(void);

/** Choose the behaviour of a full ring. @return 0, -EINVAL, or -ENOTSUP: CONFIG_TRACE_RING_MODES. Context:
 * thread. */
int trace_rings_set_mode(enum spoor_wire_mode mode);

/**
 * Stop once all sub-buffers but `pre_subbufs` are new; in mode overwrite these keep the past. Without effect
 * on a ring that is stopped, or that an earlier trigger will stop: the past is that of the first trigger.
 *
 * Context: any.
 */
void trace_rings_trigger(unsigned pre_subbufs);

/** Stop recording on all CPUs, or go on. Context: any. */
void trace_rings_stop(bool stop);

/** The records are streamed: the tick wakes the drain. Set by trace_session_step(). */
extern bool trace_rings_streamed;

/**
 * The work of trace_hook_tick() that needs no context. Context: the tick's interrupt, on each CPU; with
 * SPOOR_PORT_TICK_OF_ALL on one at a time, for the rings of all.
 */
void trace_ring_tick(void);

/**
 * Record the whole time, though records came since the last tick: some of these may lack a wrap of their low
 * bits. Context: the tick's interrupt, before trace_ring_tick().
 */
void trace_ring_put_time(void);

/** Ask `cpu` to close the sub-buffer that it fills at its next tick, if there is a record in it. Context:
 * any. */
void trace_ring_want_close(unsigned cpu);

/** Record `n` words, at most six, under a header word, SPOOR_WIRE_HEADER_WORD(id); without the macros.
 * Context: any. */
void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n);

/** Which records a filter by threads keeps out of a ring. */
enum trace_filtered {
    TRACE_FILTERED_NONE,
    TRACE_FILTERED_THREADS, /**< records of threads; those of interrupts pass */
    TRACE_FILTERED_ALL,
};

/** Until the next call, keep these records out of this CPU's ring. Context: the scheduler's. */
void trace_ring_filter(enum trace_filtered filtered);

/** Undo trace_ring_filter() on a CPU: no filter by threads is set any more. Context: any. */
void trace_ring_unfilter(unsigned cpu);

/** Keep all records out of a CPU's ring, or stop that. Context: any. */
void trace_ring_filter_cpu(unsigned cpu, bool filtered);

SPOOR_EXTERN_C_END

#endif
