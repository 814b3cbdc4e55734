/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of a header, to be inlined. */
#ifndef DEBUG_SAMPLE_H
#define DEBUG_SAMPLE_H

extern volatile unsigned port;

static inline unsigned twice(unsigned value)
{
    return value * 2 + port;
}

static inline __attribute__((always_inline)) unsigned four_times(unsigned value)
{
    unsigned half = twice(value);

    port = half;
    return twice(half);
}

#endif
