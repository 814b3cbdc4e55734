/* SPDX-License-Identifier: BSD-2-Clause */
/* Formatting numbers for people. The small C library's printf() doesn't support 64-bit integers. */
#ifndef SPOOR_UTIL_FORMAT_H
#define SPOOR_UTIL_FORMAT_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_FORMAT_U64_BYTES  21                           /**< the longest number with its NUL */
#define SPOOR_FORMAT_TIME_BYTES (SPOOR_FORMAT_U64_BYTES + 3) /**< the longest time with its unit and NUL */

/** Write `value` in decimal. @return `text`. Context: any. */
char *spoor_format_u64(char text[SPOOR_FORMAT_U64_BYTES], uint64_t value);

/**
 * Write a time in a suitable unit. Below 10 us it is in whole ns ("1676 ns"). From 10 us to 1000 s it has
 * four significant digits, rounded half up, in us, ms or s ("17.60 us", "4.861 ms", "12.35 s"). From 1000 s
 * on it is in whole seconds.
 *
 * @return `text`
 *
 * Context: any. Divides.
 */
char *spoor_format_time_ns(char text[SPOOR_FORMAT_TIME_BYTES], uint64_t ns);

/** Size of the longest result of spoor_format_share() including its NUL: "<0.001". */
#define SPOOR_FORMAT_SHARE_BYTES 12

/**
 * Write `part` as a percentage of `whole`, rounded to two or three significant digits: "12.3", "1.25",
 * "0.021". Smaller values are "<0.001", or "0" if `part` is 0 or `whole` is 0.
 *
 * @return `text`
 *
 * Context: any. Divides.
 */
char *spoor_format_share(char text[SPOOR_FORMAT_SHARE_BYTES], uint64_t part, uint64_t whole);

SPOOR_EXTERN_C_END

#endif
