/* SPDX-License-Identifier: BSD-2-Clause */
/* The input signal: bursts of a tone, with a constant interferer and noise. 8000 samples per second. */
#ifndef SIGNAL_PRIV_H
#define SIGNAL_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#define SIGNAL_RATE_HZ       8000
#define SIGNAL_TONE_HZ       440
#define SIGNAL_INTERFERER_HZ 2600

struct signal {
    uint32_t tone_phase, interferer_phase; /**< a full turn is 2^32 */
    uint32_t noise;
    uint32_t samples_left; /**< of the current burst or gap */
    uint32_t bursts;       /**< started so far */
    bool in_burst;
};

/** Start a signal with a gap. @param seed  not 0. Context: any. */
void signal_init(struct signal *s, uint32_t seed);

/** @return the next sample. Context: one caller at a time. */
int16_t signal_next(struct signal *s);

/** @return sin(2 pi phase / 2^32) in Q15, within 0.002. Context: any. */
int32_t sine_q15(uint32_t phase);

/** Step a 32-bit generator with period 2^32 - 1. @param state  not 0. @return the new state. Context: any. */
uint32_t noise_next(uint32_t *state);

#endif
