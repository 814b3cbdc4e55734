/* SPDX-License-Identifier: BSD-2-Clause */
/* Division of 64 bits by 32, one bit at a time. Portable. */
#include <stdbool.h>
#include <stddef.h>
#include <spoor/util/divide.h>

uint64_t spoor_divide(uint64_t n, uint32_t by, uint32_t *rest)
{
    uint32_t high = (uint32_t)(n >> 32), low = (uint32_t)n, left = high % by;

    high /= by;
    if (left == 0) {
        left = low % by;
        low /= by;
    } else {
        /* Quotient bits are shifted into `low` from below, while dividend bits are shifted out. */
        for (unsigned bit = 0; bit < 32; bit++) {
            bool carry = left >> 31 != 0;

            left = left << 1 | low >> 31;
            low <<= 1;
            if (carry || left >= by) {
                left -= by;
                low |= 1;
            }
        }
    }
    if (rest != NULL) {
        *rest = left;
    }
    return (uint64_t)high << 32 | low;
}

uint64_t spoor_divide_to_ns(uint64_t cycles, uint32_t hz)
{
    uint32_t rest;
    uint64_t seconds = spoor_divide(cycles, hz, &rest);

    return seconds * 1000000000u + spoor_divide(rest * UINT64_C(1000000000), hz, NULL);
}
