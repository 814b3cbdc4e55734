/* SPDX-License-Identifier: BSD-2-Clause */
/* CRC-32, half a byte at a time, with a table of 64 bytes instead of 1024. */
#include "crc_priv.h"

/* CRC of each half byte, for the reflected polynomial 0xEDB88320. */
static const uint32_t half_byte[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

uint32_t crc32_update(uint32_t crc, const void *data, size_t n)
{
    const uint8_t *byte = data;

    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= byte[i];
        crc = crc >> 4 ^ half_byte[crc & 15];
        crc = crc >> 4 ^ half_byte[crc & 15];
    }
    return ~crc;
}
