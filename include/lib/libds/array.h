/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Spread arrays with the names and the meaning that they have in Embox. spoor/util/array_spread.h describes
 * them. What differs from there:
 *
 *     ARRAY_SPREAD_ADD(primes, 2, 3, 5);            several elements at once
 *     array_spread_foreach_ptr(p, primes)           `p` is a variable of the caller
 *     array_spread_foreach_reverse(item, primes)    from the last element
 *     array_spread_nullterm_foreach(item, names)    up to the first NULL
 *     ARRAY_SPREAD_SIZE(names)                      counts the terminator
 *
 * An array that is defined here must be declared with this header, too. It isn't static.
 */
#ifndef LIB_LIBDS_ARRAY_H
#define LIB_LIBDS_ARRAY_H

#include <util/array_spread.h>

#undef ARRAY_SPREAD_DEF
#undef ARRAY_SPREAD_DEF_TERMINATED
#undef ARRAY_SPREAD_DECLARE
#undef ARRAY_SPREAD_ADD
#undef ARRAY_SPREAD_SIZE
#undef array_spread_foreach_ptr

#define ARRAY_SPREAD_WHOLE(name)                                                                             \
    SPOOR_SPREAD_BOUND(name##_spread_whole, SPOOR_SPREAD_SECTION_RO(#name ".9z"), "a", "1")

#define ARRAY_SPREAD_DECLARE(type, name)                                                                     \
    SPOOR_ARRAY_SPREAD_DECLARE(type, name);                                                                  \
    extern const __typeof__(type) name##_spread_whole[]

#define ARRAY_SPREAD_DEF(type, name)                                                                         \
    SPOOR_ARRAY_SPREAD_DEF(type, name);                                                                      \
    ARRAY_SPREAD_WHOLE(name);                                                                                \
    extern const __typeof__(type) name##_spread_whole[]

#define ARRAY_SPREAD_DEF_TERMINATED(type, name, ...)                                                         \
    SPOOR_ARRAY_SPREAD_DEF_TERMINATED(type, name, __VA_ARGS__);                                              \
    ARRAY_SPREAD_WHOLE(name);                                                                                \
    extern const __typeof__(type) name##_spread_whole[]

/** Add elements, separated by commas. */
#define ARRAY_SPREAD_ADD(name, ...)                                                                          \
    static const __typeof__((name)[0]) SPOOR_SPREAD_UNIQUE(name##_spread_)[] SPOOR_SPREAD_PLACE(             \
        SPOOR_SPREAD_SECTION_RO(#name ".5"), __typeof__((name)[0])) = {__VA_ARGS__}

/** @return the number of elements, including a terminator */
#define ARRAY_SPREAD_SIZE(name)                                                                              \
    ((size_t)(SPOOR_SPREAD_LAUNDER(name##_spread_whole) - SPOOR_SPREAD_LAUNDER(name)))

/** @return the number of elements, excluding a terminator */
#define ARRAY_SPREAD_SIZE_IGNORE_TERMINATING SPOOR_ARRAY_SPREAD_SIZE

/** Loop over all elements with a pointer of the caller. */
#define array_spread_foreach_ptr(ptr, name)                                                                  \
    for ((ptr) = SPOOR_SPREAD_LAUNDER(name); (ptr) < SPOOR_SPREAD_LAUNDER(name##_spread_end); (ptr)++)

/** Loop over all elements from the last one, copying each to `item`. */
#define array_spread_foreach_reverse(item, name)                                                             \
    ARRAY_SPREAD_EACH_REVERSE(item, name, SPOOR_SPREAD_UNIQUE(spoor_spread_at_))
#define ARRAY_SPREAD_EACH_REVERSE(item, name, at)                                                            \
    for (__typeof__(&(name)[0]) at = SPOOR_SPREAD_LAUNDER(name##_spread_end);                                \
         at-- > SPOOR_SPREAD_LAUNDER(name) && ((item) = *at, 1);)

/** Loop up to the terminator, copying each element to `item`; the terminator is NULL or 0. */
#define array_spread_nullterm_foreach(item, name)                                                            \
    ARRAY_SPREAD_EACH_UNTIL(item, name, SPOOR_SPREAD_UNIQUE(spoor_spread_at_))
#define ARRAY_SPREAD_EACH_UNTIL(item, name, at)                                                              \
    for (__typeof__(&(name)[0]) at = SPOOR_SPREAD_LAUNDER(name); ((item) = *at); at++)

#endif
