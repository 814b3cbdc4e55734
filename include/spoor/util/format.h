/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers as people read them. The small C library's printf has no 64-bit integers.
 */
#ifndef SPOOR_UTIL_FORMAT_H
#define SPOOR_UTIL_FORMAT_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_FORMAT_U64_BYTES  21                           /**< the longest number, with its end */
#define SPOOR_FORMAT_TIME_BYTES (SPOOR_FORMAT_U64_BYTES + 3) /**< a time, with its unit and its end */

/** Write `value` in decimal. @return `text`. Context: any. */
char *spoor_format_u64(char text[SPOOR_FORMAT_U64_BYTES], uint64_t value);

/**
 * Write a time in the unit that suits it: whole ns below 10 us ("1676 ns"), above that four significant
 * digits, rounded half up, in us, ms or s ("17.60 us", "4.861 ms", "12.35 s"), and whole seconds from
 * 1000 s on.
 *
 * @return `text`
 *
 * Context: any. Divides.
 */
char *spoor_format_time_ns(char text[SPOOR_FORMAT_TIME_BYTES], uint64_t ns);

/** Longest result of spoor_format_share() with its '\0': "<0.001". */
#define SPOOR_FORMAT_SHARE_BYTES 12

/**
 * Write `part` of `whole` in percent with two or three digits that matter, rounded: "12.3", "1.25", "0.021",
 * "0"; "<0.001" for less that isn't nothing. Of nothing it is "0". Any values.
 *
 * @return text
 *
 * Context: any. Divides.
 */
char *spoor_format_share(char text[SPOOR_FORMAT_SHARE_BYTES], uint64_t part, uint64_t whole);

SPOOR_EXTERN_C_END

#endif
