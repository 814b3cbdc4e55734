/* SPDX-License-Identifier: BSD-2-Clause */
/* Encoding the records of a sub-buffer in packets. */
#ifndef RECORDS_PRIV_H
#define RECORDS_PRIV_H

#include <spoor/core/ids.h>
#include "packet_priv.h"

/** A sub-buffer that is being sent. */
struct run {
    struct trace_encoder *e;
    struct trace_sent *sent;
    unsigned cpu;
    uint8_t *at;   /**< the next byte in the packet; NULL: no packet is open */
    uint64_t time; /**< time of the last record read, in cycles */
};

/** @return the time of the last record read, in ticks of the stream */
static inline uint64_t run_ticks(const struct run *run)
{
#ifdef __OPTIMIZE_SIZE__
    return spoor_packet_ticks(run->e, run->time);
#else
    return run->time >> run->e->shift;
#endif
}

#if CONFIG_TRACE_ENCODED
/** @return whether a whole record of fixed length follows; needed near the sub-buffer's end */
static inline bool is_whole(const uint32_t *at, const uint32_t *end)
{
    unsigned id = at < end ? *at >> SPOOR_WIRE_TIME_BITS : CONFIG_TRACE_IDS;

    return id < CONFIG_TRACE_IDS && trace_words[id] < end - at;
}

/** Send records in packets, up to a damaged one. */
void spoor_encode_records(struct run *run, const uint32_t *at, const uint32_t *end);
#endif

#endif
