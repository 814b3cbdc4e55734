/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace points and blocks under the names that they have in Embox, so that its users' code compiles
 * unchanged. spoor/trace.h describes them.
 *
 *     static TRACE_POINT_DEF(irq_point);     `static` may be there or not; not in C++
 *     TRACE_BLOCK_DEF(loop)                  and the semicolon, too
 *     trace_block_get_time(&loop);           the last duration in ns
 *     printf("%llu", …)                      prints it with newlib-nano, too
 *
 * Other than in Embox, a point's name, place and state aren't members of one structure: names are in flash,
 * and a point is on if it has a handler. Use trace_point_get_name(), trace_point_is_on() and so on.
 * trace_block_diff() is the last duration, as in the paper of 2012; later Embox made it the difference of two
 * counters.
 */
#ifndef PROFILER_TRACING_TRACE_H
#define PROFILER_TRACING_TRACE_H

#include <profiler/tracing/printf.h>
#include <spoor/trace.h>

/* struct __trace_point, struct __trace_block */
#define __trace_point trace_point
#define __trace_block trace_block

/* An object without size, to which a `static` before the macro belongs. Objects of one name in several units
 * are one, as common symbols are. */
#ifdef __cplusplus
#define TRACE_MAY_BE_STATIC
#else
#define TRACE_MAY_BE_STATIC const char SPOOR_SPREAD_UNIQUE(trace_nothing_)[0] __attribute__((common, unused));
#endif

#undef TRACE_POINT_DEF
#undef TRACE_BLOCK_DEF
#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS
#define TRACE_POINT_DEF(...)                                                                                 \
    TRACE_MAY_BE_STATIC TRACE_PICK_2(__VA_ARGS__, TRACE_POINT_DEF_2, TRACE_POINT_DEF_1, 0)(__VA_ARGS__);
#define TRACE_BLOCK_DEF(...)                                                                                 \
    TRACE_MAY_BE_STATIC TRACE_PICK_2(__VA_ARGS__, TRACE_BLOCK_DEF_2, TRACE_BLOCK_DEF_1, 0)(__VA_ARGS__);
#else
#define TRACE_POINT_DEF(...) TRACE_MAY_BE_STATIC
#define TRACE_BLOCK_DEF(...) TRACE_MAY_BE_STATIC
#endif

/** The last duration in ns; 0 before the first. Context: any. */
#define trace_block_get_time trace_block_diff

/** The first point with a name, or NULL. Context: any. Searches. */
#define trace_point_get_by_name trace_point_find

#endif
