/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The distribution of a block's wall times with CONFIG_TRACE_HISTOGRAM: buckets for each power of two, and
 * percentiles estimated from them.
 */
#ifndef SPOOR_HISTOGRAM_H
#define SPOOR_HISTOGRAM_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/** A consistent copy of a block's histogram and its extremes. */
struct trace_histogram {
    uint32_t min_cycles, max_cycles;
    uint32_t count;
    uint64_t sum_cycles;
    uint32_t long_count;      /**< visits longer than 2^32 cycles; no other member includes them */
    uint64_t long_max_cycles; /**< the longest of these visits */
    uint32_t buckets[TRACE_HISTOGRAM_BUCKETS];
};

/** Copy a block's histogram. Context: any. */
void trace_block_get_histogram(const struct trace_block *b, struct trace_histogram *h);

/**
 * @return the shortest duration counted by bucket `n`, in ns; for TRACE_HISTOGRAM_BUCKETS, the shortest
 *         duration of the long visits
 *
 * Context: any. Divides.
 */
uint64_t trace_histogram_floor_ns(unsigned n);

/** @return the number of visits in all buckets, plus the long visits. Context: any. */
uint64_t trace_histogram_total(const struct trace_histogram *h);

/**
 * Estimate a percentile: the duration that `percent` of the visits don't exceed. Visits are assumed to be
 * spread evenly within a bucket, so the error is less than the width of a bucket. The estimate never
 * contradicts the extremes or the average: if visits take 21 to 22 us and 21.1 us on average, half of them
 * can't be above 21.2 us. The shortest and the longest visit are exact.
 *
 * @param percent  0 to 100
 * @return ns; 0 for an empty histogram
 *
 * Context: any. Divides.
 */
uint64_t trace_histogram_percentile_ns(const struct trace_histogram *h, unsigned percent);

#endif
SPOOR_EXTERN_C_END

#endif
