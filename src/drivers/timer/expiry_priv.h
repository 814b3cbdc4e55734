/* SPDX-License-Identifier: BSD-2-Clause */
/* Periodic timers built from a counter and a comparator. */
#ifndef EXPIRY_PRIV_H
#define EXPIRY_PRIV_H

#include <stdint.h>

/**
 * Compute the next expiry of a periodic timer. It is the last expiry plus a whole number of periods, so the
 * timer doesn't drift. Missed periods are skipped, so that a delayed CPU isn't flooded with missed ticks.
 *
 * @param at  the last expiry
 * @return the first expiry after `now`
 */
static inline uint64_t next_expiry(uint64_t at, uint64_t now, uint32_t period)
{
    at += period;
    if ((int64_t)(now - at) >= 0) {
        at += ((now - at) / period + 1) * period;
    }
    return at;
}

#endif
