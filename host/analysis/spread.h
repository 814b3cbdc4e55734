/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Count, sum, extremes and percentiles of values, in bounded memory. All are exact except percentiles, which
 * are at most 1/64 above the exact value and never beyond the extremes.
 */
#ifndef ANALYSIS_SPREAD_H
#define ANALYSIS_SPREAD_H

#include <stdint.h>

#define SPREAD_BITS 6

/** Statistics of values; empty if all zero. */
struct spread {
    uint64_t count, sum, min, max;
    uint64_t max_at;       /**< time of the first of the largest values */
    uint32_t *buckets[65]; /**< by power of two, 2^SPREAD_BITS buckets each; NULL: empty */
};

void spread_add(struct spread *s, uint64_t value, uint64_t at);

/** @return a value that `permille` thousandths of the values don't exceed; 0 if there are no values */
uint64_t spread_percentile(const struct spread *s, unsigned permille);

void spread_free(struct spread *s);

#endif
