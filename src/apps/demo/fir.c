/* SPDX-License-Identifier: BSD-2-Clause */
/* The FIR filter: direct form, Q15 by Q15 into 32 bits. */
#include <string.h>
#include "fir_priv.h"

/*
 * A sinc of 1000 Hz at 8000 Hz with a Hamming window, scaled to a sum of 32768: the gain at 0 Hz is 1. The
 * sum of the magnitudes is 54376, so 16-bit samples can't overflow the 32-bit sum.
 */
static const int16_t taps[FIR_TAPS] = {
    -19,  -29,  -23,  0, 32,    55,    48,   0, -72,  -123,  -104,  0, 148,  247,  204,  0,
    -277, -455, -372, 0, 499,   819,   674,  0, -938, -1598, -1392, 0, 2411, 5175, 7371, 8206,
    7371, 5175, 2411, 0, -1392, -1598, -938, 0, 674,  819,   499,   0, -372, -455, -277, 0,
    204,  247,  148,  0, -104,  -123,  -72,  0, 48,   55,    32,    0, -23,  -29,  -19,
};

void fir_reset(struct fir *f)
{
    memset(f->line, 0, sizeof f->line);
}

static int16_t saturated(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

void fir_block(struct fir *f, const int16_t *in, int16_t *out)
{
    int16_t *newest = f->line + FIR_TAPS - 1;

    memcpy(newest, in, FIR_BLOCK_SAMPLES * sizeof *in);
    for (unsigned n = 0; n < FIR_BLOCK_SAMPLES; n++) {
        /* The taps are symmetrical, so the direction doesn't matter. */
        int32_t sum = 1 << 14;

        for (unsigned k = 0; k < FIR_TAPS; k++) {
            sum += f->line[n + k] * taps[k];
        }
        out[n] = saturated(sum >> 15);
    }
    memmove(f->line, f->line + FIR_BLOCK_SAMPLES, (FIR_TAPS - 1) * sizeof *f->line);
}
