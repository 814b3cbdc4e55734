/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader's interface to the rings. There is one reader, the drain. It may run on any CPU, and masks
 * nothing. While it reads a sub-buffer, trace_rings_clear() or mode overwrite may take it away, unless
 * neither is included.
 */
#ifndef SPOOR_CORE_READ_H
#define SPOOR_CORE_READ_H

#include <spoor/util/language.h>
#include <spoor/core/ring.h>

SPOOR_EXTERN_C_BEGIN

/** @return the oldest sub-buffer of `cpu` that is closed and not released, or NULL. Context: the reader. */
const struct trace_subbuf *trace_ring_oldest(unsigned cpu);

/**
 * Release the sub-buffer returned by trace_ring_oldest().
 *
 * @return false if it was taken away meanwhile, in which case the data read from it is invalid
 *
 * Context: the reader.
 */
bool trace_ring_release(unsigned cpu);

#if CONFIG_TRACE_COPIES
/**
 * Copy the oldest closed sub-buffer, and release it.
 *
 * @param copy  its head.dropped includes records that were overwritten before it
 * @return false if there is none
 *
 * Context: the reader.
 */
bool trace_ring_take(unsigned cpu, struct trace_subbuf *copy);
#endif

/** The counts of a ring, all taken at the same moment. */
struct trace_ring_counts {
    uint32_t lost;            /**< records lost since the last clear */
    uint32_t cleared, clears; /**< see struct trace_ring */
    uint64_t until;           /**< all records before this time were read or lost; in cycles */
};

/** Get the counts. Context: the reader. */
void trace_ring_get_counts(unsigned cpu, struct trace_ring_counts *counts);

SPOOR_EXTERN_C_END

#endif
