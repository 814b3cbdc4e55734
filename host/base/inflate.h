/* SPDX-License-Identifier: BSD-2-Clause */
/* Decompresses deflated data (RFC 1951), piece by piece. */
#ifndef BASE_INFLATE_H
#define BASE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Receives decompressed bytes. @return false to stop */
typedef bool (*inflate_to)(void *arg, const uint8_t *bytes, size_t n);

/**
 * Decompress data. Bytes after it are ignored. Memory doesn't depend on its size.
 *
 * @return NULL, or the reason for a failure: damage, no memory, or that `to` stopped
 */
const char *inflate_bytes(const uint8_t *packed, size_t n, inflate_to to, void *arg);

#endif
