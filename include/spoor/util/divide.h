/* SPDX-License-Identifier: BSD-2-Clause */
/* Division of 64 bits by 32 for cold code, with a tenth of the code size of the compiler's. */
#ifndef SPOOR_UTIL_DIVIDE_H
#define SPOOR_UTIL_DIVIDE_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Divide.
 *
 * @param by    not 0
 * @param rest  set to the remainder, unless NULL
 * @return n / by
 *
 * Context: any.
 * Cost: one division if n is below 2^32, otherwise a loop of 32 iterations.
 */
uint64_t spoor_divide(uint64_t n, uint32_t by, uint32_t *rest);

/** @return `cycles` at a rate of `hz` in ns, rounded down; exact up to 2^64 ns. Context: any. Divides. */
uint64_t spoor_divide_to_ns(uint64_t cycles, uint32_t hz);

SPOOR_EXTERN_C_END

#endif
