/* SPDX-License-Identifier: BSD-2-Clause */
/* Periodic timers made of a count and a comparator. */
#ifndef EXPIRY_PRIV_H
#define EXPIRY_PRIV_H

#include <stdint.h>

/**
 * The next expiry is the last one plus a period, so nothing drifts. Periods that passed unserved are skipped
 * in one go and the phase is kept: a CPU that was held up isn't flooded with the ticks it missed.
 *
 * @return the expiry after `at`, after `now`
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
