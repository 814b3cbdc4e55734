/* SPDX-License-Identifier: BSD-2-Clause */
/* A line that flips one bit in about one of 16 frames, and the receiver, which has to detect that. */
#include <spoor/trace.h>
#include "frame_priv.h"
#include "line_priv.h"
#include "signal_priv.h"

#define FRAMES_PER_ERROR 16

TRACE_POINT_DEF(crc_errors);

static uint32_t noise = 88675123;

static void disturb(uint8_t *frame, size_t n)
{
    uint32_t dice = noise_next(&noise);

    if (dice % FRAMES_PER_ERROR == 0) {
        dice >>= 8;
        frame[dice / 8 % n] ^= (uint8_t)(1u << dice % 8);
    }
}

static int receive(const uint8_t *frame, size_t n)
{
    TRACE_BLOCK_SCOPED(frame_check);
    static uint16_t due;
    struct frame_info info;
    int err = frame_check(frame, n, &info);

    if (err != 0) {
        trace_point_set(&crc_errors);
        return err;
    }
    if (info.sequence != due) {
        trace_point("frames_missing");
    }
    due = (uint16_t)(info.sequence + 1);
    return 0;
}

int line_send(uint8_t *frame, size_t n)
{
    disturb(frame, n);
    return receive(frame, n);
}
