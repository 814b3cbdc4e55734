/* SPDX-License-Identifier: BSD-2-Clause */
/* The line that frames go over, with a receiver at its end. */
#ifndef LINE_PRIV_H
#define LINE_PRIV_H

#include <stddef.h>
#include <stdint.h>

/**
 * Send a frame over the line.
 *
 * @param frame  one bit of it may be flipped
 * @return 0 when the receiver acknowledged it, otherwise the result of frame_check() there
 *
 * Context: one thread.
 */
int line_send(uint8_t *frame, size_t n);

#endif
