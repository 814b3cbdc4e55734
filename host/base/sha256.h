/* SPDX-License-Identifier: BSD-2-Clause */
/* SHA-256 (FIPS 180-4), by which browsers allow a script. It is here because the builds for WebAssembly and
 * Windows have no library with it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

void sha256(const void *bytes, size_t n, uint8_t hash[SHA256_BYTES]);

#endif
