/* SPDX-License-Identifier: BSD-2-Clause */
/* Pack and check frames byte by byte, independently of the byte order. */
#include <errno.h>
#include <string.h>
#include "crc_priv.h"
#include "frame_priv.h"

#define SYNC_0 0x53
#define SYNC_1 0x70

enum { AT_SYNC, AT_SEQUENCE = 2, AT_KIND = 4, AT_LENGTH = 5, AT_PAYLOAD = FRAME_HEADER_BYTES };
#define CRC_BYTES 4

static void put_crc(uint8_t *to, uint32_t crc)
{
    for (unsigned i = 0; i < CRC_BYTES; i++) {
        to[i] = (uint8_t)(crc >> 8 * i);
    }
}

size_t frame_pack(uint8_t *to, uint16_t sequence, uint8_t kind, const void *payload, size_t payload_bytes)
{
    size_t n = AT_PAYLOAD + payload_bytes;

    if (payload_bytes > FRAME_PAYLOAD_BYTES) {
        return 0;
    }
    to[AT_SYNC] = SYNC_0;
    to[AT_SYNC + 1] = SYNC_1;
    to[AT_SEQUENCE] = (uint8_t)sequence;
    to[AT_SEQUENCE + 1] = (uint8_t)(sequence >> 8);
    to[AT_KIND] = kind;
    to[AT_LENGTH] = (uint8_t)payload_bytes;
    memcpy(to + AT_PAYLOAD, payload, payload_bytes);
    put_crc(to + n, crc32_update(0, to, n));
    return n + CRC_BYTES;
}

int frame_check(const uint8_t *frame, size_t n, struct frame_info *info)
{
    uint8_t crc[CRC_BYTES];

    if (n < AT_PAYLOAD + CRC_BYTES) {
        return -EMSGSIZE;
    }
    if (frame[AT_SYNC] != SYNC_0 || frame[AT_SYNC + 1] != SYNC_1) {
        return -EPROTO;
    }
    if ((size_t)AT_PAYLOAD + frame[AT_LENGTH] + CRC_BYTES != n) {
        return -EMSGSIZE;
    }
    put_crc(crc, crc32_update(0, frame, n - CRC_BYTES));
    if (memcmp(crc, frame + n - CRC_BYTES, CRC_BYTES) != 0) {
        return -EBADMSG;
    }
    *info = (struct frame_info){
        .sequence = (uint16_t)(frame[AT_SEQUENCE] | frame[AT_SEQUENCE + 1] << 8),
        .kind = frame[AT_KIND],
        .payload_bytes = frame[AT_LENGTH],
        .payload = frame + AT_PAYLOAD,
    };
    return 0;
}
