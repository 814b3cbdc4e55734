/* SPDX-License-Identifier: BSD-2-Clause */
/* Counting the wraps in a duration by the ages at its start and end. */
#ifndef AGE_PRIV_H
#define AGE_PRIV_H

#include <spoor/core/context.h>

#define AGES_A_WRAP (UINT32_C(1) << (32 - TRACE_AGE_SHIFT))

/**
 * A visit's net time is known modulo one wrap. The tick checks every 2^TRACE_AGE_SHIFT cycles, so no visit
 * reaches a whole wrap undetected.
 */
#define NEARLY_A_WRAP (UINT32_MAX - (UINT32_C(2) << TRACE_AGE_SHIFT))

/**
 * @return the number of whole wraps in a duration, given the rest. The ages determine it with an error of at
 *         most two units, and half a wrap has eight.
 *
 * Context: any.
 */
static inline uint32_t age_wraps(uint32_t begin_age, uint32_t end_age, uint32_t rest_cycles)
{
    return (end_age - begin_age - (rest_cycles >> TRACE_AGE_SHIFT) + AGES_A_WRAP / 2) / AGES_A_WRAP;
}

#endif
