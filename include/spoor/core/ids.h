/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The IDs of records: after those of wire.h come the elements of the spread arrays of events, blocks and
 * points, in this order. An ID is the index of its element, so none is assigned by hand and none is stored in
 * a point or block.
 */
#ifndef SPOOR_CORE_IDS_H
#define SPOOR_CORE_IDS_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

/** Give each event its ID and fill trace_words[]. Once, at boot. */
void trace_ids_init(void);

/** The header of an event whose ID isn't below CONFIG_TRACE_IDS: it never records. */
#define TRACE_HEADER_BEYOND SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME)

/** @return how many events have such an ID: the system should not start with any. Context: any. */
unsigned trace_events_beyond(void);

/** @return how many IDs there are: each is below this. Context: any. */
unsigned trace_ids(void);

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/** @return the ID under which a point or block records. Context: any. */
unsigned trace_point_id(const struct trace_point *p);
unsigned trace_block_id(const struct trace_block *b);

/** @return how many points and blocks there are. Context: any. */
static inline unsigned trace_points_there(void)
{
    return (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_points);
}

static inline unsigned trace_blocks_there(void)
{
    return (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_blocks);
}

#else

static inline unsigned trace_points_there(void)
{
    return 0;
}

static inline unsigned trace_blocks_there(void)
{
    return 0;
}

#endif

/** Words of a record in a ring by its ID, the header not counted; SPOOR_WIRE_WORDS_DATA, or TRACE_WORDS_NONE.
 */
#define TRACE_WORDS_NONE 0xFE /**< there is no such ID */
extern uint8_t trace_words[CONFIG_TRACE_IDS];

SPOOR_EXTERN_C_END

#endif
