/* SPDX-License-Identifier: BSD-2-Clause */
/* CRC-32 as used by Ethernet, zip and PNG (ITU-T V.42, 8.1.1.6.2). */
#ifndef CRC_PRIV_H
#define CRC_PRIV_H

#include <stddef.h>
#include <stdint.h>

/**
 * Continue a CRC over `n` more bytes.
 *
 * @param crc  0 at first, then the result of the last call
 * @return the CRC so far
 *
 * Context: any. Cost: two table lookups per byte; the table has 64 bytes.
 */
uint32_t crc32_update(uint32_t crc, const void *data, size_t n);

#endif
