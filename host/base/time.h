/* SPDX-License-Identifier: BSD-2-Clause */
/* Cycles of the target's counter in ns, and times of one target on the axis of another. */
#ifndef BASE_TIME_H
#define BASE_TIME_H

#include <stdint.h>

/** @return ns, rounded down, without overflow; the cycles if the rate is unknown */
static inline uint64_t time_ns(uint64_t cycles, uint32_t hz)
{
    return hz != 0 ? cycles / hz * 1000000000 + cycles % hz * 1000000000 / hz : cycles;
}

/** A linear map from the times of another clock, in ns, to ours: its time `from` is our time `to`. */
struct time_axis {
    double from, to;
    double rate; /**< our ns for each ns of the other clock */
};

static inline int64_t time_on(const struct time_axis *axis, uint64_t ns)
{
    double step = ((double)ns - axis->from) * axis->rate;

    return (int64_t)axis->to + (int64_t)(step < 0 ? step - 0.5 : step + 0.5);
}

#endif
