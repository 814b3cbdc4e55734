/* SPDX-License-Identifier: BSD-2-Clause */
/* Stored blocks, and CRC-32 of eight bytes at a time. */
#include <base/deflate.h>

#define BLOCK_MAX 65535u

void deflate_stored(struct bytes *b, const void *data, size_t n)
{
    const uint8_t *at = data;
    unsigned length;

    do {
        length = n < BLOCK_MAX ? (unsigned)n : BLOCK_MAX;
        n -= length;
        bytes_u8(b, n == 0); /* the final block? Its type is 0. */
        bytes_u16(b, length);
        bytes_u16(b, ~length);
        bytes_add(b, at, length);
        at += length;
    } while (n != 0);
}

/* The remainder of a byte, followed by as many zero bytes as the index of the table. */
static uint32_t remainders[8][256];

static void make_remainders(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t r = byte;

        for (unsigned bit = 0; bit < 8; bit++) {
            r = r >> 1 ^ (r & 1 ? 0xEDB88320u : 0);
        }
        remainders[0][byte] = r;
    }
    for (unsigned zeros = 1; zeros < 8; zeros++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint32_t r = remainders[zeros - 1][byte];

            remainders[zeros][byte] = r >> 8 ^ remainders[0][r & 255];
        }
    }
}

uint32_t deflate_checksum(uint32_t before, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    uint32_t crc = ~before;

    if (remainders[0][1] == 0) {
        make_remainders();
    }
    for (; n >= 8; n -= 8, at += 8) {
        crc ^= (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        crc = remainders[7][crc & 255] ^ remainders[6][crc >> 8 & 255] ^ remainders[5][crc >> 16 & 255] ^
              remainders[4][crc >> 24] ^ remainders[3][at[4]] ^ remainders[2][at[5]] ^ remainders[1][at[6]] ^
              remainders[0][at[7]];
    }
    for (; n > 0; n--, at++) {
        crc = crc >> 8 ^ remainders[0][(crc ^ *at) & 255];
    }
    return ~crc;
}
