/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A frame on the line: sync (2 bytes), sequence number (2), kind (1), payload length (1), payload, CRC-32
 * of all these (4). Numbers are little-endian.
 */
#ifndef FRAME_PRIV_H
#define FRAME_PRIV_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_PAYLOAD_BYTES 128
#define FRAME_HEADER_BYTES  6
#define FRAME_BYTES         (FRAME_HEADER_BYTES + FRAME_PAYLOAD_BYTES + 4)

struct frame_info {
    uint16_t sequence;
    uint8_t kind, payload_bytes;
    const uint8_t *payload; /**< within the frame */
};

/**
 * Pack a frame into `to`, of FRAME_BYTES. @return its length, or 0 if the payload is too long. Context:
 * any.
 */
size_t frame_pack(uint8_t *to, uint16_t sequence, uint8_t kind, const void *payload, size_t payload_bytes);

/**
 * Verify and parse a frame.
 *
 * @param info  receives the parts of the frame
 * @return 0, -EPROTO without sync, -EMSGSIZE if its length isn't `n`, -EBADMSG if the CRC differs
 *
 * Context: any.
 */
int frame_check(const uint8_t *frame, size_t n, struct frame_info *info);

#endif
