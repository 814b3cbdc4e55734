/* SPDX-License-Identifier: BSD-2-Clause */
/* Cycles of the target's counter as ns. */
#ifndef BASE_TIME_H
#define BASE_TIME_H

#include <stdint.h>

/** @return ns, rounded down, without overflow; cycles themselves where the rate isn't known */
static inline uint64_t time_ns(uint64_t cycles, uint32_t hz)
{
    return hz != 0 ? cycles / hz * 1000000000 + cycles % hz * 1000000000 / hz : cycles;
}

#endif
