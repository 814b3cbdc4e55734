/* SPDX-License-Identifier: BSD-2-Clause */
/* Deflate (RFC 1951) without a compressor, and the checksum of gzip and ZIP. */
#ifndef BASE_DEFLATE_H
#define BASE_DEFLATE_H

#include <base/bytes.h>

/** Append data as deflated data that isn't compressed: in stored blocks. @param last  no more data follow */
void deflate_stored(struct bytes *b, const void *data, size_t n, bool last);

/** @return the CRC-32 of some bytes, continued from `before`; 0 for the first */
uint32_t deflate_checksum(uint32_t before, const void *bytes, size_t n);

#endif
