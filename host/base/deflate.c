/* SPDX-License-Identifier: BSD-2-Clause */
/* Stored blocks, and CRC-32 of eight bytes at a time. */
#include <base/deflate.h>

#define BLOCK_MAX 65535u

void deflate_stored(struct bytes *b, const void *data, size_t n, bool last)
{
    const uint8_t *at = data;
    unsigned length;

    do {
        length = n < BLOCK_MAX ? (unsigned)n : BLOCK_MAX;
        n -= length;
        bytes_u8(b, last && n == 0); /* the final block? Its type is 0. */
        bytes_u16(b, length);
        bytes_u16(b, ~length);
        bytes_add(b, at, length);
        at += length;
    } while (n != 0);
}

/*
 * The remainder of a byte, followed by as many zero bytes as the index of the row. It is the sum of the
 * remainders of the byte's bits, which the rows list; those of the first row are of x^31 … x^24 by
 * 0xEDB88320.
 */
#define SUM_1(rest, a)                   rest, (rest) ^ (a)
#define SUM_2(rest, a, b)                SUM_1(rest, a), SUM_1((rest) ^ (b), a)
#define SUM_3(rest, a, b, c)             SUM_2(rest, a, b), SUM_2((rest) ^ (c), a, b)
#define SUM_4(rest, a, b, c, d)          SUM_3(rest, a, b, c), SUM_3((rest) ^ (d), a, b, c)
#define SUM_5(rest, a, b, c, d, e)       SUM_4(rest, a, b, c, d), SUM_4((rest) ^ (e), a, b, c, d)
#define SUM_6(rest, a, b, c, d, e, f)    SUM_5(rest, a, b, c, d, e), SUM_5((rest) ^ (f), a, b, c, d, e)
#define SUM_7(rest, a, b, c, d, e, f, g) SUM_6(rest, a, b, c, d, e, f), SUM_6((rest) ^ (g), a, b, c, d, e, f)
#define ROW(a, b, c, d, e, f, g, h)                                                                          \
    {                                                                                                        \
        SUM_7(0, a, b, c, d, e, f, g), SUM_7(h, a, b, c, d, e, f, g)                                         \
    }

static const uint32_t remainders[8][256] = {
    ROW(0x77073096u, 0xee0e612cu, 0x076dc419u, 0x0edb8832u, 0x1db71064u, 0x3b6e20c8u, 0x76dc4190u,
        0xedb88320u),
    ROW(0x191b3141u, 0x32366282u, 0x646cc504u, 0xc8d98a08u, 0x4ac21251u, 0x958424a2u, 0xf0794f05u,
        0x3b83984bu),
    ROW(0x01c26a37u, 0x0384d46eu, 0x0709a8dcu, 0x0e1351b8u, 0x1c26a370u, 0x384d46e0u, 0x709a8dc0u,
        0xe1351b80u),
    ROW(0xb8bc6765u, 0xaa09c88bu, 0x8f629757u, 0xc5b428efu, 0x5019579fu, 0xa032af3eu, 0x9b14583du,
        0xed59b63bu),
    ROW(0x3d6029b0u, 0x7ac05360u, 0xf580a6c0u, 0x30704bc1u, 0x60e09782u, 0xc1c12f04u, 0x58f35849u,
        0xb1e6b092u),
    ROW(0xcb5cd3a5u, 0x4dc8a10bu, 0x9b914216u, 0xec53826du, 0x03d6029bu, 0x07ac0536u, 0x0f580a6cu,
        0x1eb014d8u),
    ROW(0xa6770bb4u, 0x979f1129u, 0xf44f2413u, 0x33ef4e67u, 0x67de9cceu, 0xcfbd399cu, 0x440b7579u,
        0x8816eaf2u),
    ROW(0xccaa009eu, 0x4225077du, 0x844a0efau, 0xd3e51bb5u, 0x7cbb312bu, 0xf9766256u, 0x299dc2edu,
        0x533b85dau),
};

uint32_t deflate_checksum(uint32_t before, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    uint32_t crc = ~before;

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
