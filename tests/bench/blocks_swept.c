/* SPDX-License-Identifier: BSD-2-Clause */
/* Visits to a block while an interrupt at each of their instructions in turn resets the block, visits it, or
 * switches it. After each, the statistics must match some number of visits: the extremes are right, the
 * histogram has each visit, and no block has more time in its children than in total.
 */
#include <spoor/trace.h>
#include "masked.h"

TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(inner);

static struct {
    uint32_t shots, wrong_extremes, wrong_histogram, wrong_self, wrong_count;
    uint32_t most; /* visits that may be counted after a shot */
} seen;

static uint32_t histogram_total(const struct trace_block *b)
{
    uint32_t total = 0;

    for (unsigned n = 0; n < TRACE_HISTOGRAM_BUCKETS; n++) {
        total += b->histogram[n];
    }
    return total;
}

static void check_block(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    seen.shots++;
    seen.wrong_count += s.count > seen.most;
    seen.wrong_histogram += histogram_total(b) != s.count;
    if (s.count != 0) {
        seen.wrong_extremes += s.last_ns > s.max_ns || s.last_ns < s.min_ns || s.avg_ns > s.max_ns ||
                               s.avg_ns < s.min_ns || s.net_last_ns > s.net_max_ns ||
                               s.net_last_ns < s.net_min_ns;
        seen.wrong_self += s.self_sum_ns > s.net_sum_ns;
    }
}

/* Check the state left by the previous shot, then reset. */
static void check_and_reset(void)
{
    check_block(&outer);
    check_block(&inner);
    trace_block_reset(&outer);
    trace_block_reset(&inner);
}

static void pair(void)
{
    trace_block_enter(&outer);
    trace_block_enter(&inner);
    trace_block_leave(&inner);
    trace_block_leave(&outer);
}

static void scoped(void)
{
    TRACE_BLOCK_SCOPE(&outer);
    {
        TRACE_BLOCK_SCOPE(&inner);
    }
}

static void visit(void)
{
    trace_block_enter(&outer);
    trace_block_leave(&outer);
}

static void reset(void)
{
    trace_block_reset(&outer);
}

static void reset_and_visit(void)
{
    trace_block_reset(&outer);
    visit();
}

static void reset_both_and_pair(void)
{
    trace_block_reset(&outer);
    trace_block_reset(&inner);
    pair();
}

static void off_and_on(void)
{
    trace_block_enable(&outer, false);
    trace_block_enable(&outer, true);
}

static void sweep(const char *name, void (*op)(void), void (*interrupt)(void), uint32_t most)
{
    const struct masked m = {op, check_and_reset, interrupt};
    struct masked_found found;

    trace_block_reset(&outer);
    trace_block_reset(&inner);
    seen = (typeof(seen)){.most = most};
    masked_sweep(&m, &found);
    test_note("%s: %lu interrupts", name, (unsigned long)found.shots);
    CHECK(found.shots > 100);
    CHECK_EQ(seen.wrong_count, 0);
    CHECK_EQ(seen.wrong_extremes, 0);
    CHECK_EQ(seen.wrong_histogram, 0);
    CHECK_EQ(seen.wrong_self, 0);
}

#define SWEPT(op, interrupt, most)                                                                           \
    TEST(#op " is exact when interrupted at each instruction by " #interrupt)                                \
    {                                                                                                        \
        sweep(#op, op, interrupt, most);                                                                     \
    }

SWEPT(pair, visit, 2)
SWEPT(pair, reset, 1)
SWEPT(pair, reset_and_visit, 2)
SWEPT(pair, reset_both_and_pair, 2)
SWEPT(pair, off_and_on, 1)
SWEPT(scoped, visit, 2)
SWEPT(scoped, reset, 1)
SWEPT(scoped, reset_and_visit, 2)
SWEPT(scoped, reset_both_and_pair, 2)
SWEPT(scoped, off_and_on, 1)
