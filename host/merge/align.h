/* SPDX-License-Identifier: BSD-2-Clause */
/* Relates two clocks by pairs of times of the same moments: a linear fit by least squares, and its error. */
#ifndef MERGE_ALIGN_H
#define MERGE_ALIGN_H

#include <base/time.h>
#include <stdbool.h>
#include <stddef.h>

/** A moment in ns of both clocks. */
struct align_pair {
    double here, there;
};

struct align_fit {
    struct time_axis axis; /**< converts `there` to `here` */
    double rms_ns, max_ns; /**< distances of the pairs from the line */
    double max_at;         /**< time of the largest distance, in `here` */
    size_t pairs;
};

/** Fit a line. With a single pair the rate is 1. @return false if there are no pairs, or the rate isn't
 * positive */
bool align_fit(struct align_fit *fit, const struct align_pair *pairs, size_t n);

#endif
