/* SPDX-License-Identifier: BSD-2-Clause */
/* The spread arrays of points and blocks, and of their descriptors. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/core/names.h>
#include <spoor/trace.h>

/* Without points and blocks the arrays are defined but empty, so that readers of the ELF file find them. */
#if !CONFIG_TRACE_BLOCKS
struct trace_point {
    char unused;
};
struct trace_block {
    char unused;
};
#endif

SPOOR_ARRAY_SPREAD_DEF_RW(struct trace_point, trace_points);
TRACE_DESCS_DEF(struct trace_point_desc, trace_point_descs);

SPOOR_ARRAY_SPREAD_DEF_RW(struct trace_block, trace_blocks);
TRACE_DESCS_DEF(struct trace_block_desc, trace_block_descs);

#endif
