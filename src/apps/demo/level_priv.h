/* SPDX-License-Identifier: BSD-2-Clause */
/* Signal detection by energy, with hysteresis. */
#ifndef LEVEL_PRIV_H
#define LEVEL_PRIV_H

#include <stdbool.h>
#include <stdint.h>

enum level_change { LEVEL_SAME, LEVEL_ROSE, LEVEL_FELL };

struct level {
    uint32_t rise, fall; /**< energy thresholds: high at or above `rise`, low again below `fall` */
    bool high;
};

/** @return the mean square of `n` samples. Context: any. */
uint32_t level_energy(const int16_t *samples, unsigned n);

/** Update the level with the energy of the next block. @return the change. Context: one caller at a time. */
enum level_change level_update(struct level *l, uint32_t energy);

#endif
