/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of functions and variables are those of FIPS 180-4, sections 4 to 6. */
#include <string.h>
#include <base/sha256.h>

#define BLOCK_BYTES  64
#define LENGTH_BYTES 8 /* of the length at the end of the last block */

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void block(uint32_t h[8], const uint8_t *bytes)
{
    uint32_t w[64], a[8];

    for (unsigned t = 0; t < 16; t++, bytes += 4) {
        w[t] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    }
    for (unsigned t = 16; t < 64; t++) {
        uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;

        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    memcpy(a, h, sizeof a);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t ch = (a[4] & a[5]) ^ (~a[4] & a[6]);
        uint32_t maj = (a[0] & a[1]) ^ (a[0] & a[2]) ^ (a[1] & a[2]);
        uint32_t t1 = a[7] + (rotr(a[4], 6) ^ rotr(a[4], 11) ^ rotr(a[4], 25)) + ch + k[t] + w[t];
        uint32_t t2 = (rotr(a[0], 2) ^ rotr(a[0], 13) ^ rotr(a[0], 22)) + maj;

        memmove(a + 1, a, 7 * sizeof *a);
        a[4] += t1;
        a[0] = t1 + t2;
    }
    for (unsigned n = 0; n < 8; n++) {
        h[n] += a[n];
    }
}

void sha256(const void *bytes, size_t n, uint8_t hash[SHA256_BYTES])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = bytes;
    uint8_t last[2 * BLOCK_BYTES] = {0};
    size_t whole = n - n % BLOCK_BYTES, rest = n - whole;
    size_t end = rest + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;

    for (size_t i = 0; i < whole; i += BLOCK_BYTES) {
        block(h, at + i);
    }
    memcpy(last, at + whole, rest);
    last[rest] = 0x80;
    for (unsigned i = 0; i < LENGTH_BYTES; i++) {
        last[end - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    }
    for (size_t i = 0; i < end; i += BLOCK_BYTES) {
        block(h, last + i);
    }
    for (unsigned i = 0; i < SHA256_BYTES; i++) {
        hash[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}
