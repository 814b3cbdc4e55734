/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The IDs of records. After the IDs in wire.h come the elements of the spread arrays of events, blocks and
 * points, in this order. An ID follows from an element's index, so no ID is assigned by hand or stored in a
 * point or block.
 */
#ifndef SPOOR_CORE_IDS_H
#define SPOOR_CORE_IDS_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

/** Set each event's ID, and fill trace_words[]. Must be called once. Context: boot. */
void trace_ids_init(void);

/** The header of an event whose ID isn't below CONFIG_TRACE_IDS. Such an event never records. */
#define TRACE_HEADER_BEYOND SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME)

/** @return the number of such events. The system should refuse to start if there are any. Context: any. */
unsigned trace_events_beyond(void);

/**
 * @return whether ticks are too far apart for CONFIG_TRACE_RARE_TICKS 0. The system must then refuse to
 *         start, because the times of records would be wrong
 *
 * Context: any.
 */
bool trace_ticks_are_too_rare(void);

/** @return the number of events. Context: any. */
unsigned trace_event_total(void);

/** @return the number of IDs; every ID is below it. Context: any. */
unsigned trace_ids(void);

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/** @return the ID used by the records of a point or block. Context: any. */
unsigned trace_point_id(const struct trace_point *p);
unsigned trace_block_id(const struct trace_block *b);

/** @return the number of points or blocks. Context: any. */
static inline unsigned trace_point_total(void)
{
    return (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_points);
}

static inline unsigned trace_block_total(void)
{
    return (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_blocks);
}

#else

static inline unsigned trace_point_total(void)
{
    return 0;
}

static inline unsigned trace_block_total(void)
{
    return 0;
}

#endif

/**
 * Number of words of a ring's records by ID, without the header: a number, SPOOR_WIRE_WORDS_DATA, or
 * TRACE_WORDS_NONE.
 */
#define TRACE_WORDS_NONE 0xFE /**< the ID doesn't exist */
#if CONFIG_TRACE_ENCODED || CONFIG_TRACE_RING_MODES
extern uint8_t trace_words[CONFIG_TRACE_IDS];

static inline unsigned trace_words_of(unsigned id)
{
    return trace_words[id];
}
#else
/** Without the parts that need it often, the number isn't stored. */
unsigned trace_words_of(unsigned id);
#endif

SPOOR_EXTERN_C_END

#endif
