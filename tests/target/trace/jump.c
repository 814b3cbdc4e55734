/* SPDX-License-Identifier: BSD-2-Clause */
/* Scopes left by longjmp(): they record nothing, and the scopes and pairs around them stay right. */
#include <setjmp.h>
#include <spoor/trace.h>
#include <test/test.h>

TRACE_BLOCK_DEF(jump_outer);
TRACE_BLOCK_DEF(jump_child);
TRACE_BLOCK_DEF(jump_left);
TRACE_BLOCK_DEF(jump_pair);

static jmp_buf back;

static void work(uint32_t rounds)
{
    for (volatile uint32_t i = 0; i < rounds; i++) {
    }
}

static void child(uint32_t rounds)
{
    TRACE_BLOCK_SCOPE(&jump_child);
    work(rounds);
}

static __attribute__((noinline)) void leave_by_jump(void)
{
    TRACE_BLOCK_SCOPE(&jump_left);
    child(300);
    longjmp(back, 1);
}

static __attribute__((noinline)) void scope_around(void)
{
    TRACE_BLOCK_SCOPE(&jump_outer);
    child(2000);
    if (setjmp(back) == 0) {
        leave_by_jump();
    }
    child(700);
}

static __attribute__((noinline)) void pair_around(void)
{
    trace_block_enter(&jump_pair);
    child(2000);
    if (setjmp(back) == 0) {
        leave_by_jump();
    }
    child(700);
    trace_block_leave(&jump_pair);
}

static void reset(void)
{
    trace_block_reset(&jump_outer);
    trace_block_reset(&jump_child);
    trace_block_reset(&jump_left);
    trace_block_reset(&jump_pair);
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

/* Self time must be net time minus that of all children, including children of the scope that was left. */
static void check(const struct trace_block *around)
{
    struct trace_block_stats outer = stats_of(around), children = stats_of(&jump_child);

    CHECK_EQ(outer.count, 1);
    CHECK_EQ(children.count, 3);
    CHECK_EQ(stats_of(&jump_left).count, 0);
    CHECK(outer.net_sum_ns >= children.net_sum_ns);
    uint64_t wanted = outer.net_sum_ns - children.net_sum_ns;

    test_note("net %lu ns, of which children %lu ns; self %lu ns", (unsigned long)outer.net_sum_ns,
              (unsigned long)children.net_sum_ns, (unsigned long)outer.self_sum_ns);
    CHECK(outer.self_sum_ns + 1000 > wanted && outer.self_sum_ns < wanted + 1000);
}

TEST("a scope around one left by longjmp() has the right self time")
{
    reset();
    scope_around();
    check(&jump_outer);
}

TEST("an enter-leave pair around a scope left by longjmp() has the right self time")
{
    reset();
    pair_around();
    check(&jump_pair);
}

TEST("blocks after a scope left by longjmp() are right")
{
    reset();
    scope_around();
    reset();
    pair_around();
    pair_around();
    CHECK_EQ(stats_of(&jump_pair).count, 2);
    CHECK_EQ(stats_of(&jump_child).count, 6);
    CHECK(stats_of(&jump_pair).self_sum_ns < stats_of(&jump_pair).net_sum_ns / 2);
}
