/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The distribution of a block's wall times, in images with CONFIG_TRACE_HISTOGRAM: buckets for each power of
 * two, and percentiles estimated from them.
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
    uint32_t long_count;      /**< visits longer than 2^32 cycles, which the rest doesn't know */
    uint64_t long_max_cycles; /**< the longest one */
    uint32_t buckets[TRACE_HISTOGRAM_BUCKETS];
};

/** Copy a block's histogram. Context: any. */
void trace_block_get_histogram(const struct trace_block *b, struct trace_histogram *h);

/**
 * @return the shortest duration that bucket `n` counts, in ns; for TRACE_HISTOGRAM_BUCKETS that of the long
 *         visits. Context: any. Divides.
 */
uint64_t trace_histogram_floor_ns(unsigned n);

/** @return visits in all buckets, and long ones. Context: any. */
uint64_t trace_histogram_total(const struct trace_histogram *h);

/**
 * Estimate the duration that `percent` of the visits don't exceed. Within a bucket visits are assumed to be
 * spread evenly, so the estimate is off by less than a bucket. It contradicts neither the extremes nor the
 * average: of visits from 21 to 22 us with an average of 21.1 us, half can't be above 21.2 us. The first and
 * the last visit in order of duration are exact.
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
