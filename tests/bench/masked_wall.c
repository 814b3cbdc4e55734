/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks with wall time only: how long they mask interrupts. */
#include <spoor/trace.h>
#include "masked.h"

TRACE_BLOCK_DEF(block);

static inline void pair(void)
{
    trace_block_enter(&block);
    trace_block_leave(&block);
}

static inline void scoped(void)
{
    TRACE_BLOCK_SCOPE(&block);
    BENCH_COLD;
}

static void forget(void)
{
    trace_block_reset(&block);
}

static struct trace_block_stats stats;

MASKED("block_wall", NULL, pair())
MASKED("block_wall_extreme", forget, pair())
MASKED("block_wall_scoped", NULL, scoped())
MASKED("block_wall_stats", NULL, trace_block_get_stats(&block, &stats))
MASKED("block_wall_reset", NULL, trace_block_reset(&block))
