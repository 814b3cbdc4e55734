/* SPDX-License-Identifier: BSD-2-Clause */
/* Division of 64 bits by 32, in a tenth of the flash of the compiler's; for cold code. */
#ifndef SPOOR_UTIL_DIVIDE_H
#define SPOOR_UTIL_DIVIDE_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Divide.
 *
 * @param by    not 0
 * @param rest  gets the remainder, unless it is NULL
 * @return n / by
 *
 * Context: any. Cost: a division where n is below 2^32, else a loop of 32 turns.
 */
uint64_t spoor_divide(uint64_t n, uint32_t by, uint32_t *rest);

/** @return `cycles` at `hz` a second in ns, rounded down; exact up to 2^64 ns. Context: any. Divides. */
uint64_t spoor_divide_to_ns(uint64_t cycles, uint32_t hz);

SPOOR_EXTERN_C_END

#endif
