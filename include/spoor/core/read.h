/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's side of the rings. There is one reader, the drain; it may run on any CPU, and masks nothing. A
 * sub-buffer that it reads may be taken away meanwhile, by trace_rings_clear() or in mode overwrite.
 */
#ifndef SPOOR_CORE_READ_H
#define SPOOR_CORE_READ_H

#include <spoor/util/language.h>
#include <spoor/core/ring.h>

SPOOR_EXTERN_C_BEGIN

/** @return the oldest sub-buffer of `cpu` that is closed and not released, or NULL. Context: the reader. */
const struct trace_subbuf *trace_ring_oldest(unsigned cpu);

/**
 * Release the sub-buffer that trace_ring_oldest() returned.
 *
 * @return false when it was taken away meanwhile: the data read from it is void
 *
 * Context: the reader.
 */
bool trace_ring_release(unsigned cpu);

/**
 * Copy the oldest closed sub-buffer and release it.
 *
 * @param copy  its head.dropped includes the records that were overwritten before it
 * @return false when there is none
 *
 * Context: the reader.
 */
bool trace_ring_take(unsigned cpu, struct trace_subbuf *copy);

/** The counts of a ring, all of one moment. */
struct trace_ring_counts {
    uint32_t lost;            /**< since the last clear */
    uint32_t cleared, clears; /**< see struct trace_ring */
    uint64_t until;           /**< all records from before this time were read or lost; in cycles */
};

/** Read the counts. Context: the reader. */
void trace_ring_get_counts(unsigned cpu, struct trace_ring_counts *counts);

SPOOR_EXTERN_C_END

#endif
