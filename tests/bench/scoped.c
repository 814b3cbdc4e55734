/* SPDX-License-Identifier: BSD-2-Clause */
/* The scoped form with wall time only. */
#include <spoor/trace.h>
#include <test/bench.h>

TRACE_BLOCK_DEF(block);

static inline __attribute__((always_inline)) void scoped(struct trace_block *b)
{
    TRACE_BLOCK_SCOPE(b);
    BENCH_COLD;
}

BENCH(block_scoped_on, "cold", BENCH_COLD; BENCH_COLD, scoped(&block))

TEST("the block is switched off")
{
    trace_block_enable(&block, false);
}

BENCH(block_scoped_off, "cold", BENCH_COLD; BENCH_COLD, scoped(&block))

TEST("RAM of a block with wall time only is reported")
{
    bench_report("block", "ram_wall", "bytes", sizeof block);
}
