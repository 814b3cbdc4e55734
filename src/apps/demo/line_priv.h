/* SPDX-License-Identifier: BSD-2-Clause */
/* The line that carries the frames, with a receiver at its end. */
#ifndef LINE_PRIV_H
#define LINE_PRIV_H

#include <stddef.h>
#include <stdint.h>

/**
 * Send a frame over the line.
 *
 * @param frame  one of its bits may be flipped
 * @return 0 if the receiver acknowledged it, otherwise the receiver's result of frame_check()
 *
 * Context: one thread.
 */
int line_send(uint8_t *frame, size_t n);

#endif
