/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings: one per CPU, of words, in parts (sub-buffers). Written by trace_event() and its like; read by
 * the drain, a part at a time, and from a memory image after a fault.
 *
 * A record of up to six words is allocated, filled and committed with this CPU's interrupts masked, some 20
 * instructions; a longer one is allocated so, marked as unfinished, filled a few words at a time and
 * committed by its header. So no reader sees an unfinished one, and the order in a ring is the order of time.
 * Whatever else a ring needs, parts opened, closed and made free, is done in steps as short, ahead of the
 * record: nothing here masks interrupts for longer.
 *
 * Each part begins with a 64-bit time; records carry the low 22 bits. The tick keeps any two records within
 * that by a record of the time, which is rewritten in place while nothing else happens: idling fills no ring.
 *
 * In memory that start-up does not clear: after a fault and a reset the rings are as they were, until
 * recording begins again.
 */
#ifndef PROFILER_RING_H
#define PROFILER_RING_H

#include <profiler/event.h>
#include <profiler/tracing/trace.h>

#if CONFIG_TRACE_EVENTS

#define TRACE_PART_WORDS (CONFIG_TRACE_RING_BYTES / 4 / CONFIG_TRACE_RING_PARTS)
#define TRACE_PART_ROOM  (TRACE_PART_WORDS - sizeof(struct wire_part) / 4)

_Static_assert(CONFIG_TRACE_RING_PARTS >= 2, "one part is read while another is written");
_Static_assert(TRACE_PART_ROOM >= 32, "a part holds the longest record");
_Static_assert(TRACE_PART_ROOM / 2 <= UINT16_MAX, "unfinished records of a part are counted in 16 bits");

struct trace_part {
    struct wire_part head;
    uint32_t records[TRACE_PART_ROOM];
};

/** Why a ring takes no records: bits of `quiet`. */
enum {
    TRACE_QUIET_STOPPED = 1 << 0, /**< mode stop: full; or stopped by hand */
    TRACE_QUIET_MUTED = 1 << 1,   /**< a filter by CPUs keeps out all */
    TRACE_QUIET_HIDDEN = 1 << 2,  /**< a filter by threads keeps out all just now */
    TRACE_QUIET_THREADS = 1 << 3, /**< likewise, but for the records of interrupts */
};

/** A CPU's ring. Parts are used in turn; `closed` and `read` count them for ever. */
struct trace_ring {
    uint32_t *next; /**< where the next record goes */
    /**
     * It goes there while next <= limit: then two words fit. For records of threads and of interrupts, which
     * a filter by threads tells apart. NULL: there is no open part, or none are taken.
     */
    uint32_t *limit[2];
    struct trace_part *part;  /**< the open one, or NULL */
    uint32_t *tick_next;      /**< `next` at the last tick; NULL: the part was opened since */
    uint32_t closed;          /**< parts closed so far; the number of the open one less 1 */
    uint32_t read;            /**< parts that the reader has given back, or that were taken from it */
    uint32_t lent;            /**< the one that it reads */
    uint32_t changes;         /**< ticks, for one: what was prepared before is out of date */
    const uint32_t *walk;     /**< in the part that is given up: what is counted next … */
    const uint32_t *walk_end; /**< … and behind its last; none is given up when they are the same */
    uint32_t dropped;         /**< records lost because there was no room, since the start */
    uint32_t overwritten;     /**< records lost because later ones took their room, since the start */
    uint32_t unrecorded;      /**< records kept out on purpose: by a filter, or while stopped */
    uint8_t mode;             /**< enum wire_mode */
    uint8_t quiet;            /**< TRACE_QUIET_… */
    uint8_t want_close;       /**< the reader would like the open part: closed at the next tick */
    uint8_t timed;            /**< the last record is one of the time */
#if CONFIG_CPUS > 1
    uint32_t held; /**< lock against the other CPUs, for set-up */
#endif
    uint32_t trigger_parts; /**< mode stop, after the trigger: parts still to fill; 0: none was set */
    uint16_t pending[CONFIG_TRACE_RING_PARTS]; /**< records of each part that are not finished */
    struct trace_part parts[CONFIG_TRACE_RING_PARTS];
};

extern struct trace_ring trace_rings[CONFIG_CPUS];

/** Where what lies, for a reader of memory images; see docs/wire-format.md. */
extern const struct wire_layout trace_ring_layout;

/** Records lost, by CPU and ID, since the start; see trace_ids(). */
extern uint32_t trace_losses[CONFIG_CPUS][CONFIG_TRACE_IDS];

/**
 * Give IDs to all events and make the rings ready. Once at boot, ahead of the first event.
 *
 * @param image  a number of this image. What another image left in memory is forgotten; what this one left
 *               before a reset can be read like any other part, until trace_rings_begin()
 *
 * Context: boot.
 */
void trace_rings_init(uint32_t image);

/** @return whether the rings hold what was recorded before a reset. Context: any. */
bool trace_rings_survived(void);

/** Recording begins: what was recorded before a reset is forgotten. Context: thread. */
void trace_rings_begin(void);

/** Empty the rings and all counts of losses. Context: any; recording and reading may go on. */
void trace_rings_clear(void);

/** Choose what a full ring does. Context: thread. @return 0, or -EINVAL */
int trace_rings_set_mode(enum wire_mode mode);

/** Mode stop: keep the last `pre` parts' worth of the past and stop once the others are full. Context: any.
 */
void trace_rings_trigger(unsigned pre_parts);

/** Stop recording everywhere, or go on. Context: any. */
void trace_rings_stop(bool stop);

/**
 * The tick on this CPU: carries time over, closes a part that the reader waits for, wakes the drain. Called
 * at least every 2^21 cycles while the CPU runs, and after a longer sleep ahead of anything that records.
 *
 * Context: interrupt.
 */
void trace_ring_tick(void);

/**
 * The oldest part of `cpu` that is closed and not given back.
 *
 * @return it, or NULL when there is none
 *
 * Context: the one reader's. The part may be taken away meanwhile, by trace_rings_clear() or in mode
 * overwrite.
 */
const struct trace_part *trace_ring_oldest(unsigned cpu);

/**
 * Give back the part that trace_ring_oldest() gave.
 *
 * @return false when it was taken away meanwhile: what was read of it is void
 *
 * Context: the one reader's.
 */
bool trace_ring_release(unsigned cpu);

/**
 * Copy the oldest closed part and give it back.
 *
 * @param copy  its head.dropped counts what was overwritten ahead of it as well
 * @return false when there is none
 *
 * Context: the one reader's.
 */
bool trace_ring_take(unsigned cpu, struct trace_part *copy);

/**
 * What one event with a word costs, in hundredths of a ns. Measured when this is first called, for which
 * nothing may have been recorded before on this CPU.
 *
 * @return it, or 0 when unknown
 *
 * Context: boot, then any. Masks interrupts for the measurement.
 */
uint32_t trace_event_cost(void);

/** Ask that `cpu` closes the part it is filling at its next tick, if anything is in it. Context: any. */
void trace_ring_want_close(unsigned cpu);

/** Record `n` words, six at most, under a header word, WIRE_HEADER_WORD(id); the way around the macros.
 * Context: any. */
void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n);

/** @return how many IDs there are: all are below. Context: any. */
unsigned trace_ids(void);

/** Words of a record in a ring by its ID, the header not counted, or one of these. Set at boot. */
#define TRACE_WORDS_NONE 0xFE /**< there is no such ID; or WIRE_WORDS_DATA */
extern uint8_t trace_words[CONFIG_TRACE_IDS];

/** @return the ID under which a point or block records. Context: any. */
unsigned trace_point_id(const struct trace_point *p);
unsigned trace_block_id(const struct trace_block *b);

/** What is kept out of a ring. */
enum trace_hide {
    TRACE_HIDE_NONE,
    TRACE_HIDE_THREADS, /**< records from threads; those of interrupts are not */
    TRACE_HIDE_ALL,
};

/** From here to the next call, these records on this CPU are kept out. Context: the scheduler's. */
void trace_ring_hide(enum trace_hide hide);

/** Keep all records of a CPU out, or no longer. Context: any. */
void trace_ring_mute(unsigned cpu, bool muted);

#endif
#endif
