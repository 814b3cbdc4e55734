/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces trace.h if CONFIG_TRACE is 0: macros expand to nothing and evaluate no argument. Numbers read as
 * 0, names as "", and searches find nothing. Include trace.h, not this file.
 *
 * The arrays of all points and blocks aren't declared, nor are spoor_port_cycles() and the program's own
 * points and blocks. A function parameter that is only passed to these macros as a point, a block or a number
 * of cycles is therefore unused.
 */
#ifndef SPOOR_TRACE_OFF_H
#define SPOOR_TRACE_OFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/util/unused.h>

#define TRACE_NOTHING_DEFINED SPOOR_STATIC_ASSERT(1, "tracing is off")

/* points */
#define TRACE_POINT_DEF(...)             TRACE_NOTHING_DEFINED
#define trace_point(name)                ((void)0)
#define trace_point_set(p)               ((void)0)
#define trace_point_get_value(p)         UINT32_C(0)
#define trace_point_get_name(p)          ""
#define trace_point_get_location_func(p) ""
#define trace_point_desc(p)              ((const struct trace_point_desc *)NULL)
#define trace_point_find(name)           (SPOOR_UNUSED(0, name), (struct trace_point *)NULL)
#define trace_point_enable(p, on)        SPOOR_UNUSED(0, on)
#define trace_point_is_on(p)             false
#define trace_point_reset(p)             ((void)0)

/* blocks */
#define TRACE_BLOCK_DEF(...)          TRACE_NOTHING_DEFINED
#define TRACE_BLOCK_SCOPED(name)      TRACE_NOTHING_DEFINED
#define TRACE_BLOCK_SCOPE(b)          TRACE_NOTHING_DEFINED
#define trace_block_enter(b)          ((void)0)
#define trace_block_leave(b)          ((void)0)
#define trace_block_record(b, cycles) ((void)0)
#define trace_block_diff(b)           UINT64_C(0)
#define trace_block_get_name(b)       ""
#define trace_block_desc(b)           ((const struct trace_block_desc *)NULL)
#define trace_block_find(name)        (SPOOR_UNUSED(0, name), (struct trace_block *)NULL)
#define trace_block_enable(b, on)     SPOOR_UNUSED(0, on)
#define trace_block_is_on(b)          false
#define trace_block_reset(b)          ((void)0)

/** The only macro with an out-parameter, which is evaluated and cleared. */
#define trace_block_get_stats(b, stats)                                                                      \
    ((void)__builtin_memset(1 ? (stats) : (struct trace_block_stats *)0, 0, sizeof(struct trace_block_stats)))

#endif
