/* SPDX-License-Identifier: BSD-2-Clause */
/* Two clocks from pairs of times of the same moments: a straight line by least squares, and its error. */
#ifndef MERGE_ALIGN_H
#define MERGE_ALIGN_H

#include <base/time.h>
#include <stdbool.h>
#include <stddef.h>

/** A moment, in ns of both clocks. */
struct align_pair {
    double here, there;
};

struct align_fit {
    struct time_axis axis; /**< from there to here */
    double rms_ns, max_ns; /**< distances of the pairs from the line */
    double max_at;         /**< here, of the largest one */
    size_t pairs;
};

/** Fit. Of one pair the rate is 1. @return false when there is none, or when they lie at one time */
bool align_fit(struct align_fit *fit, const struct align_pair *pairs, size_t n);

#endif
