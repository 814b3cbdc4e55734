/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A low-pass filter for 8000 samples per second: flat to 800 Hz, -6 dB at 1000 Hz, below -50 dB from 1300
 * Hz on.
 */
#ifndef FIR_PRIV_H
#define FIR_PRIV_H

#include <stdint.h>

#define FIR_TAPS          63
#define FIR_BLOCK_SAMPLES 64

/** The last samples of the previous block, followed by the current block. */
struct fir {
    int16_t line[FIR_TAPS - 1 + FIR_BLOCK_SAMPLES];
};

/** Discard the history. Context: any. */
void fir_reset(struct fir *f);

/**
 * Filter one block. @param in, out  FIR_BLOCK_SAMPLES each; may be the same. Context: one caller at a time.
 */
void fir_block(struct fir *f, const int16_t *in, int16_t *out);

#endif
