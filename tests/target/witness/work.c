/* SPDX-License-Identifier: BSD-2-Clause */
/* The application's part: no hooks, no clock, no state. */
#include "witness.h"

static ITS_OWN uint32_t next(uint32_t seed)
{
    return seed * 1664525u + 1013904223u;
}

ITS_OWN uint32_t work_sum(uint32_t seed, uint32_t n)
{
    uint32_t sum = 0;

    while (n-- != 0) {
        seed = next(seed);
        sum = (sum << 5 | sum >> 27) ^ seed;
    }
    return sum;
}

ITS_OWN uint32_t work_sort(uint32_t seed, uint32_t n)
{
    uint32_t numbers[32], sum = 0;

    for (uint32_t i = 0; i < n; i++) {
        seed = next(seed);
        uint32_t at = i;

        for (; at > 0 && numbers[at - 1] > seed; at--) {
            numbers[at] = numbers[at - 1];
        }
        numbers[at] = seed;
    }
    for (uint32_t i = 0; i < n; i++) {
        sum = sum * 31 + numbers[i];
    }
    return sum;
}

ITS_OWN uint32_t work_primes(uint32_t n)
{
    uint32_t count = 0;

    for (uint32_t i = 2; i < n; i++) {
        uint32_t d = 2;

        while (d * d <= i && i % d != 0) {
            d++;
        }
        count += d * d > i;
    }
    return count;
}

/* -------- only for samples */

ITS_OWN uint32_t sampled_sum(uint32_t n)
{
    uint32_t sum = n;

    for (uint32_t i = 0; i < 3 * n; i++) {
        sum = (sum << 3 | sum >> 29) + i;
    }
    return sum;
}

ITS_OWN uint32_t sampled_mix(uint32_t n)
{
    uint32_t sum = n;

    for (uint32_t i = 0; i < n; i++) {
        sum ^= sum << 13;
        sum ^= sum >> 17;
        sum ^= sum << 5;
    }
    return sum;
}

ITS_OWN uint32_t sampled_count(uint32_t n)
{
    uint32_t ones = 0;

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t bits = i; bits != 0; bits &= bits - 1) {
            ones++;
        }
    }
    return ones;
}
