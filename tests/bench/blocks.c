/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks: instructions, and bytes of RAM. */
#include <spoor/trace.h>
#include <test/bench.h>

TRACE_BLOCK_DEF(block);
TRACE_BLOCK_DEF(outer);

static inline void pair(struct trace_block *b)
{
    trace_block_enter(b);
    trace_block_leave(b);
}

static inline __attribute__((always_inline)) void scoped(struct trace_block *b)
{
    TRACE_BLOCK_SCOPE(b);
    BENCH_COLD;
}

static void nested(void)
{
    trace_block_enter(&outer);
    trace_block_enter(&block);
    trace_block_leave(&block);
    trace_block_leave(&outer);
}

BENCH(block_pair_on, "cold", BENCH_COLD, pair(&block))
BENCH(block_pair_on, "hot", BENCH_HOT, pair(&block))
BENCH(block_pair_nested, "cold", BENCH_COLD, nested())
BENCH(block_scoped_on, "net", BENCH_COLD; BENCH_COLD, scoped(&block))

/* The effect of an interrupt that stole time from the visit, without the interrupt's own instructions. */
static inline __attribute__((always_inline)) void steal(void)
{
    spoor_port_context()->stolen_cycles += 2;
}

static __attribute__((noinline)) void disturbed(void)
{
    for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {
        BENCH_COLD;
        trace_block_enter(&block);
        steal();
        trace_block_leave(&block);
    }
}

static __attribute__((noinline)) void stolen_alone(void)
{
    for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {
        BENCH_COLD;
        steal();
    }
}

TEST("block_pair_disturbed, cold")
{
    const struct bench bench = {disturbed, stolen_alone, BENCH_PREPARE, BENCH_TURNS, BENCH_RUNS};

    bench_loops("block_pair_disturbed", "cold", &bench);
}

TEST("the block is switched off")
{
    trace_block_enable(&block, false);
}

BENCH(block_pair_off, "cold", BENCH_COLD, pair(&block))
BENCH(block_scoped_off, "net", BENCH_COLD; BENCH_COLD, scoped(&block))

TEST("RAM of a block with net time is reported")
{
    bench_report("block", "ram_net", "bytes", sizeof block);
    bench_report("context", "ram_net", "bytes", sizeof(struct trace_context));
}
