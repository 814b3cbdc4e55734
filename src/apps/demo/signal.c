/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synthesis of the input with integers: phase accumulators over a quarter sine, and a shift register for
 * the noise and the timing of bursts.
 */
#include "signal_priv.h"

/* Amplitudes in steps of a 16-bit converter. Their sum doesn't overflow it. */
#define TONE_PEAK       6000
#define INTERFERER_PEAK 12000
#define NOISE_PEAK      2048

/* A burst lasts 64 to 128 ms, and the gap before it 128 to 256 ms. */
#define BURST_SAMPLES_MIN 512
#define GAP_SAMPLES_MIN   1024

#define PHASE_STEP(hz) ((uint32_t)(((uint64_t)(hz) << 32) / SIGNAL_RATE_HZ))

/* sin(i / 64 * pi / 2) in Q15. The last entry is the turning point. */
static const int16_t quarter[65] = {
    0,     804,   1608,  2410,  3212,  4011,  4808,  5602,  6393,  7179,  7962,  8739,  9512,
    10278, 11039, 11793, 12539, 13279, 14010, 14732, 15446, 16151, 16846, 17530, 18204, 18868,
    19519, 20159, 20787, 21403, 22005, 22594, 23170, 23731, 24279, 24811, 25329, 25832, 26319,
    26790, 27245, 27683, 28105, 28510, 28898, 29268, 29621, 29956, 30273, 30571, 30852, 31113,
    31356, 31580, 31785, 31971, 32137, 32285, 32412, 32521, 32609, 32678, 32728, 32757, 32767,
};

int32_t sine_q15(uint32_t phase)
{
    /*
     * The top two bits are the quadrant, the next six the entry, the next eight interpolate between two
     * entries.
     */
    bool falling = phase >> 30 & 1;
    uint32_t within = falling ? ~phase : phase;
    uint32_t entry = within >> 24 & 63;
    int32_t between = within >> 16 & 255;
    int32_t value = quarter[entry] + (((quarter[entry + 1] - quarter[entry]) * between) >> 8);

    return phase >> 31 ? -value : value;
}

/* A linear-feedback shift register that shifts many bits per step (Marsaglia, "Xorshift RNGs", 2003). */
uint32_t noise_next(uint32_t *state)
{
    uint32_t x = *state;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static void next_span(struct signal *s)
{
    uint32_t shortest = s->in_burst ? BURST_SAMPLES_MIN : GAP_SAMPLES_MIN;

    s->samples_left = shortest + (noise_next(&s->noise) & (shortest - 1));
}

void signal_init(struct signal *s, uint32_t seed)
{
    *s = (struct signal){.noise = seed};
    next_span(s);
}

int16_t signal_next(struct signal *s)
{
    int32_t sample = (int32_t)(noise_next(&s->noise) >> 20) - NOISE_PEAK;

    if (s->samples_left-- == 0) {
        s->in_burst = !s->in_burst;
        s->bursts += s->in_burst;
        next_span(s);
    }
    s->interferer_phase += PHASE_STEP(SIGNAL_INTERFERER_HZ);
    sample += (sine_q15(s->interferer_phase) * INTERFERER_PEAK) >> 15;
    s->tone_phase += PHASE_STEP(SIGNAL_TONE_HZ);
    if (s->in_burst) {
        sample += (sine_q15(s->tone_phase) * TONE_PEAK) >> 15;
    }
    return (int16_t)sample;
}
