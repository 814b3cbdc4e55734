/* SPDX-License-Identifier: BSD-2-Clause */
/* Signal energy with hysteresis, so that a level near a threshold doesn't chatter. */
#include "level_priv.h"

uint32_t level_energy(const int16_t *samples, unsigned n)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < n; i++) {
        sum += (uint32_t)(samples[i] * samples[i]);
    }
    return (uint32_t)(sum / n);
}

enum level_change level_update(struct level *l, uint32_t energy)
{
    bool was_high = l->high;

    l->high = energy >= (was_high ? l->fall : l->rise);
    if (l->high == was_high) {
        return LEVEL_SAME;
    }
    return l->high ? LEVEL_ROSE : LEVEL_FELL;
}
