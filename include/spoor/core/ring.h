/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings: one per CPU, made of words and divided into sub-buffers. trace_event() and similar calls write.
 * The drain reads one sub-buffer at a time (read.h). After a fault, readers of memory images read the rings
 * too.
 *
 * A record of up to six words is allocated, filled and committed with this CPU's interrupts masked, for about
 * 20 instructions, or by a restartable sequence (spoor/port/restart.h). A longer record is allocated with
 * interrupts masked, and marked as unfinished. Then it is filled a few words at a time, and committed by
 * storing its header. So readers never see an unfinished record, and the records in a ring are in order of
 * time. Sub-buffers are opened, closed and evicted before the record is reserved, in steps of about 20
 * instructions. Nothing here masks interrupts for longer.
 *
 * Each sub-buffer begins with a 64-bit time; records contain its low 22 bits. So that these are enough, the
 * tick writes a record of the time. If nothing else is recorded, the next tick rewrites the same record, so
 * an idle system doesn't fill a ring. If ticks are, or with CONFIG_TRACE_TICKLESS may be, more than 2^20
 * cycles apart, each record writes the time itself if the last record is too old: see `careful`.
 *
 * The rings are in memory that start-up code doesn't clear. After a fault or a reset they are unchanged until
 * recording starts again.
 */
#ifndef SPOOR_CORE_RING_H
#define SPOOR_CORE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/core/lock.h>
#include <spoor/core/order.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

#define TRACE_SUBBUF_WORDS (CONFIG_TRACE_RING_BYTES / 4 / CONFIG_TRACE_RING_SUBBUFS)
#define TRACE_SUBBUF_ROOM  (TRACE_SUBBUF_WORDS - sizeof(struct spoor_wire_subbuf) / 4)

#if CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS < 96 + CONFIG_TRACE_DATA_BYTES
#error "CONFIG_TRACE_RING_BYTES is too small: a sub-buffer must hold its header and the longest record"
#endif

struct trace_subbuf {
    struct spoor_wire_subbuf head;
    uint32_t records[TRACE_SUBBUF_ROOM];
};

/** Maximum number of a ring's sub-buffers. */
#if CONFIG_TRACE_RING_MEMORY
#define TRACE_SUBBUFS_MAX CONFIG_TRACE_RING_MEMORY
#else
#define TRACE_SUBBUFS_MAX CONFIG_TRACE_RING_SUBBUFS
#endif

/** Why a ring doesn't record: bits of `paused`. */
enum {
    TRACE_PAUSED_STOPPED = 1 << 0, /**< the ring is full in mode stop, or trace_rings_stop() was called */
    TRACE_PAUSED_CPU = 1 << 1,     /**< a filter excludes this CPU */
    TRACE_PAUSED_ALL = 1 << 2,     /**< a filter excludes both threads of the current switch */
    TRACE_PAUSED_THREADS = 1 << 3, /**< a filter excludes the running thread; interrupts still record */
};

/** A CPU's ring. Sub-buffers are used in turn. `closed` and `read` count all sub-buffers since the start. */
struct trace_ring {
    uint32_t *next; /**< address of the next record */
    /**
     * A record of two words fits if next <= limit. Index 0 is for records of threads. Index 1 is for records
     * of interrupts, which a filter by threads doesn't exclude. NULL if no sub-buffer is open or the ring is
     * paused.
     */
    uint32_t *limit[2];
    struct trace_subbuf *open; /**< the sub-buffer being filled, or NULL */
    uint32_t *tick_next;       /**< `next` at the last tick; NULL if the sub-buffer was opened since */
    uint32_t closed;           /**< number of sub-buffers closed so far; the number of the open one minus 1 */
    uint32_t read;        /**< number of sub-buffers that the reader released, or that were taken from it */
    uint32_t lent;        /**< number of the sub-buffer being read */
    uint32_t changes;     /**< incremented by each tick, clear and eviction; invalidates earlier snapshots */
    const uint32_t *walk; /**< next record to count in the sub-buffer being evicted */
    const uint32_t *walk_end; /**< end of its records; equal to `walk` if no sub-buffer is being evicted */
    uint32_t dropped;         /**< records lost because there was no room */
    uint32_t overwritten;     /**< records lost because later ones overwrote them */
    uint32_t unrecorded;      /**< records excluded on purpose: by a filter, or while stopped */
    uint32_t cleared;         /**< records discarded by clears, or lost before them, since the start */
    uint32_t clears;          /**< clears since the start; each restarts `dropped` and `overwritten` */
    uint8_t mode;             /**< enum spoor_wire_mode */
    uint8_t paused;           /**< TRACE_PAUSED_… */
    uint8_t want_close;       /**< request of the reader: the next tick closes the open sub-buffer */
    uint8_t timed;            /**< the last record is a record of the time */
    /**
     * Ticks may be too far apart or too irregular for 22 bits of time. Then `limit` stays NULL, and each
     * record reads the whole time. It writes the time if that is far from `last_time`, the time of the last
     * record.
     */
    uint8_t careful;
    uint64_t last_time;
    uint64_t stopped_at;      /**< time when TRACE_PAUSED_STOPPED was set */
    struct trace_lock lock;   /**< protects all members; a CPU's own writer only masks interrupts */
    uint32_t trigger_subbufs; /**< after a trigger: sub-buffers to fill before the stop; 0: no trigger */
#if CONFIG_TRACE_RING_MEMORY
    struct trace_subbuf *memory; /**< the first sub-buffer: `subbufs`, until trace_ring_memory() */
    uint32_t mask;               /**< number of sub-buffers, a power of two, minus 1 */
#endif
    uint16_t pending[TRACE_SUBBUFS_MAX]; /**< number of unfinished records in each sub-buffer */
    struct trace_subbuf subbufs[CONFIG_TRACE_RING_SUBBUFS];
};

extern struct trace_ring trace_rings[CONFIG_CPUS];

/** @return the ring of a CPU, at a constant address if there is only one. Context: any. */
static inline struct trace_ring *trace_ring_of(unsigned cpu)
{
    return &trace_rings[CONFIG_CPUS > 1 ? cpu : 0];
}

/** @return whether records check the whole time: see `careful`. Context: any. */
static inline bool trace_ring_is_careful(const struct trace_ring *r)
{
    return CONFIG_TRACE_RARE_TICKS && r->careful;
}

/** @return the number of a ring's sub-buffers. Context: any. */
static inline unsigned trace_ring_subbufs(const struct trace_ring *r)
{
#if CONFIG_TRACE_RING_MEMORY
    return r->mask + 1;
#else
    (void)r;
    return CONFIG_TRACE_RING_SUBBUFS;
#endif
}

/** @return the first of a ring's sub-buffers. Context: any. */
static inline struct trace_subbuf *trace_ring_first(struct trace_ring *r)
{
#if CONFIG_TRACE_RING_MEMORY
    return r->memory;
#else
    return r->subbufs;
#endif
}

/** @return the place of a sub-buffer before which `n` sub-buffers were opened. Context: any. */
static inline unsigned trace_ring_slot(const struct trace_ring *r, uint32_t n)
{
#if CONFIG_TRACE_RING_MEMORY
    return n & r->mask;
#else
    (void)r;
    return n % CONFIG_TRACE_RING_SUBBUFS;
#endif
}

#if CONFIG_TRACE_RING_MEMORY
/**
 * Give a ring its memory, before the first record or while the ring is empty. The ring then has the largest
 * power of two of sub-buffers that fits, at most CONFIG_TRACE_RING_MEMORY; their size is that of
 * CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS. Records only survive a reset if neither start-up code
 * nor the program changes the memory, and the program gives the ring the same memory again.
 *
 * @param memory  aligned to 4 bytes; must stay valid
 * @return the bytes used; -EINVAL if there is no such CPU, fewer than two sub-buffers fit or `memory` isn't
 *         aligned; -EBUSY if the ring holds records
 *
 * Context: boot or thread.
 */
long trace_ring_memory(unsigned cpu, void *memory, size_t bytes);
#endif

/** The layout of the rings, for readers of memory images; see docs/wire-format.md. */
extern const struct spoor_wire_layout trace_ring_layout;

/** Identifies the recording in the rings. */
extern struct spoor_wire_life trace_life;

#if CONFIG_TRACE_LOSSES_BY_ID
/** Records lost since the last clear, by CPU and ID; see ids.h. */
extern uint32_t trace_losses[CONFIG_CPUS][CONFIG_TRACE_IDS];
#endif

/**
 * Initialise the rings and the IDs. Must be called once, before the first event.
 *
 * @param build  a number of this build. Records left in memory by another build are discarded. Records that
 *         this build left before a reset can be read until trace_rings_begin()
 *
 * Context: boot.
 */
void trace_rings_init(uint32_t build);

/** @return whether the rings hold records from before a reset. Context: any. */
bool trace_rings_survived(void);

/** Start recording: discard records from before a reset. Context: thread. */
void trace_rings_begin(void);

#if CONFIG_TRACE_CLEARS
/**
 * Empty the rings and restart all counts of losses. Discarded records are counted in `cleared`. Recording and
 * reading may continue meanwhile.
 *
 * Context: any.
 */
void trace_rings_clear(void);
#endif

/**
 * Set what a full ring does.
 *
 * @return 0, -EINVAL for an unknown mode, or -ENOTSUP with CONFIG_TRACE_RING_MODES 0
 *
 * Context: thread.
 */
int trace_rings_set_mode(enum spoor_wire_mode mode);

/**
 * Stop recording when all sub-buffers except `pre_subbufs` are new. In mode overwrite these keep the time
 * before the trigger. A ring that is stopped, or will be stopped by an earlier trigger, isn't affected.
 *
 * Context: any.
 */
void trace_rings_trigger(unsigned pre_subbufs);

/** Stop recording on all CPUs, or continue. Context: any. */
void trace_rings_stop(bool stop);

/** Whether records are streamed, so that the tick wakes the drain. Set by trace_session_step(). */
extern bool trace_rings_streamed;

/**
 * The part of trace_hook_tick() that needs no context.
 *
 * @param late  record the whole time although there are records since the last tick, because these may lack a
 *              wrap of their low bits
 *
 * Context: the tick's interrupt of each CPU. With SPOOR_PORT_TICK_OF_ALL it is called on one CPU at a time,
 * for the rings of all CPUs.
 */
void trace_ring_tick(bool late);

/** Request that `cpu` closes its open sub-buffer at its next tick, if it contains a record. Context: any. */
void trace_ring_want_close(unsigned cpu);

/** Close the open sub-buffer of `cpu` now, if it contains a record. Context: any. */
void trace_ring_close(unsigned cpu);

/**
 * Record `n` words, at most six, with a header word SPOOR_WIRE_HEADER_WORD(id). For records without the
 * macros.
 *
 * Context: any.
 */
void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n);

/** Records that a filter by threads excludes from a ring. */
enum trace_filtered {
    TRACE_FILTERED_NONE,
    TRACE_FILTERED_THREADS, /**< records of threads, but not of interrupts */
    TRACE_FILTERED_ALL,
};

/** Exclude these records from this CPU's ring until the next call. Context: scheduler. */
void trace_ring_filter(enum trace_filtered filtered);

/** Undo trace_ring_filter() on a CPU, after the last filter by threads was removed. Context: any. */
void trace_ring_unfilter(unsigned cpu);

/** Exclude all records from a CPU's ring, or include them again. Context: any. */
void trace_ring_filter_cpu(unsigned cpu, bool filtered);

SPOOR_EXTERN_C_END

#endif
