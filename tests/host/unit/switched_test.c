/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Blocks switched off and on during their visits. Leaving a block that is off calls nothing, so the entry of
 * its visit stays in the context. It must not count, nor use room, nor be taken for a later visit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/trace.h>

#define BLOCKS 4

TRACE_BLOCK_DEF(block_0);
TRACE_BLOCK_DEF(block_1);
TRACE_BLOCK_DEF(block_2);
TRACE_BLOCK_DEF(block_3);

static struct trace_block *const blocks[BLOCKS] = {&block_0, &block_1, &block_2, &block_3};

static void reset_blocks(void)
{
    for (unsigned i = 0; i < BLOCKS; i++) {
        trace_block_enable(blocks[i], true);
        trace_block_reset(blocks[i]);
    }
}

static int reset(void **state)
{
    (void)state;
    fake_cycles_hz = 1000000000;
    trace_context_init(fake_context);
    reset_blocks();
    return 0;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

/* A visit that begins while the block is on and ends while it is off. */
static void cut_visit(struct trace_block *b)
{
    trace_block_enable(b, true);
    trace_block_enter(b);
    trace_block_enable(b, false);
    trace_block_leave(b);
}

static void a_visit_that_ends_while_its_block_is_off_is_forgotten(void **state)
{
    (void)state;
    cut_visit(&block_0);
    trace_context_end(fake_context);
    assert_ptr_equal(fake_context->top, fake_context->open);
    assert_int_equal(stats_of(&block_0).count, 0);
    assert_int_equal(stats_of(&block_0).unmatched_enter, 0);
}

static void a_visit_across_off_and_on_is_forgotten(void **state)
{
    (void)state;
    trace_block_enter(&block_0);
    trace_block_enter(&block_0);
    trace_block_enable(&block_0, false);
    trace_block_enable(&block_0, true);
    trace_block_leave(&block_0);
    trace_block_leave(&block_0);
    assert_ptr_equal(fake_context->top, fake_context->open);
    assert_int_equal(stats_of(&block_0).count, 0);
    assert_int_equal(stats_of(&block_0).unmatched_leave, 0);
}

/* The end of a visit that began while the block was off isn't the end of an earlier visit. */
static void a_forgotten_visit_is_never_ended(void **state)
{
    (void)state;
    cut_visit(&block_0);
    trace_block_enter(&block_0);
    trace_block_enable(&block_0, true);
    fake_cycles += 100;
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).count, 0);
    assert_int_equal(stats_of(&block_0).unmatched_leave, 0);
    trace_block_enter(&block_0);
    fake_cycles += 3;
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).count, 1);
    assert_int_equal(stats_of(&block_0).sum_ns, 3);
}

static void forgotten_visits_take_no_room(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * CONFIG_TRACE_DEPTH; i++) {
        cut_visit(blocks[i % BLOCKS]);
    }
    trace_block_enable(&block_0, true);
    for (unsigned i = 0; i < CONFIG_TRACE_DEPTH; i++) {
        trace_block_enter(&block_0);
    }
    for (unsigned i = 0; i < CONFIG_TRACE_DEPTH; i++) {
        trace_block_leave(&block_0);
    }
    assert_int_equal(stats_of(&block_0).count, CONFIG_TRACE_DEPTH);
    for (unsigned i = 0; i < BLOCKS; i++) {
        assert_int_equal(stats_of(blocks[i]).unmatched_enter, 0);
    }
    assert_ptr_equal(fake_context->top, fake_context->open);
}

static void a_forgotten_visit_is_time_of_the_block_around_it(void **state)
{
    (void)state;
    trace_block_enter(&block_0);
    fake_cycles += 5;
    trace_block_enter(&block_1);
    fake_cycles += 7;
    trace_block_enter(&block_2);
    fake_cycles += 2;
    trace_block_leave(&block_2);
    trace_block_enable(&block_1, false);
    trace_block_leave(&block_1);
    fake_cycles += 3;
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).sum_ns, 17);
    assert_int_equal(stats_of(&block_0).self_sum_ns, 15);
    assert_int_equal(stats_of(&block_2).self_sum_ns, 2);
    assert_ptr_equal(fake_context->top, fake_context->open);
}

/* A block that gets or loses a sink is still the same. */
static void a_change_of_sinks_keeps_the_visit(void **state)
{
    uintptr_t mode = block_0.mode;

    (void)state;
    trace_block_enter(&block_0);
    block_0.quick_cycles = 0;
    block_0.mode = mode ^ TRACE_BLOCK_END;
    fake_cycles += 4;
    trace_block_leave(&block_0);
    block_0.mode = mode;
    assert_int_equal(stats_of(&block_0).count, 1);
    assert_int_equal(stats_of(&block_0).sum_ns, 4);
    assert_ptr_equal(fake_context->top, fake_context->open);
}

/* ---------------------------------------------------------------- model */

#define CONTEXTS 2

/* A visit as the program makes it. */
struct visit {
    unsigned block, period; /* period: which time the block was on at the begin; 0: it was off */
    uint32_t begin, begin_ran, children;
};

static struct {
    struct trace_context contexts[CONTEXTS];
    struct visit visits[CONTEXTS][CONFIG_TRACE_DEPTH];
    unsigned depth[CONTEXTS];
    uint32_t ran[CONTEXTS];
    unsigned running;
    bool on[BLOCKS];
    unsigned periods[BLOCKS];
    uint32_t count[BLOCKS], dropped;
    uint64_t sum[BLOCKS], net[BLOCKS], self[BLOCKS];
    uint32_t seed;
} m;

static uint32_t below(uint32_t n)
{
    m.seed = m.seed * 1664525u + 1013904223u;
    return (m.seed >> 16) % n;
}

static void model_enter(unsigned n)
{
    m.visits[m.running][m.depth[m.running]++] =
        (struct visit){n, m.on[n] ? m.periods[n] : 0, fake_cycles, m.ran[m.running], 0};
    trace_block_enter(blocks[n]);
}

/* A visit counts if its block was on all the time. Otherwise its time belongs to the visit around it. */
static void model_leave(void)
{
    struct visit *v = &m.visits[m.running][--m.depth[m.running]];
    uint32_t net = m.ran[m.running] - v->begin_ran, inside = v->children;

    if (m.on[v->block] && v->period == m.periods[v->block]) {
        m.count[v->block]++;
        m.sum[v->block] += fake_cycles - v->begin;
        m.net[v->block] += net;
        m.self[v->block] += net - v->children;
        inside = net;
    } else {
        m.dropped++;
    }
    if (m.depth[m.running] != 0) {
        v[-1].children += inside;
    }
    trace_block_leave(blocks[v->block]);
}

static void model_switch(unsigned n)
{
    m.on[n] = !m.on[n];
    m.periods[n] += m.on[n];
    trace_block_enable(blocks[n], m.on[n]);
}

static void model_preempt(void)
{
    trace_context_suspend(fake_context, fake_cycles);
    m.running = !m.running;
    fake_context = &m.contexts[m.running];
    trace_context_resume(fake_context, fake_cycles);
}

static void model_step(void)
{
    uint32_t work = below(30);

    fake_cycles += work;
    m.ran[m.running] += work;
    switch (below(10)) {
    case 0:
        model_switch(below(BLOCKS));
        break;
    case 1:
        model_preempt();
        break;
    case 2:
    case 3:
    case 4:
    case 5:
        if (m.depth[m.running] < CONFIG_TRACE_DEPTH) {
            model_enter(below(BLOCKS));
        }
        break;
    default:
        if (m.depth[m.running] != 0) {
            model_leave();
        } else if (below(4) == 0) {
            trace_context_end(fake_context);
            assert_ptr_equal(fake_context->top, fake_context->open);
        }
    }
}

static void visits_count_as_in_the_model(void **state)
{
    struct trace_context *first = fake_context;

    (void)state;
    memset(&m, 0, sizeof m);
    m.seed = 5;
    for (unsigned i = 0; i < CONTEXTS; i++) {
        trace_context_init(&m.contexts[i]);
        trace_context_suspend(&m.contexts[i], fake_cycles);
    }
    for (unsigned n = 0; n < BLOCKS; n++) {
        m.on[n] = true;
        m.periods[n] = 1;
    }
    fake_context = &m.contexts[0];
    trace_context_resume(fake_context, fake_cycles);
    for (unsigned i = 0; i < 300000; i++) {
        model_step();
    }
    fake_context = first;
    assert_true(m.dropped > 10000);
    for (unsigned n = 0; n < BLOCKS; n++) {
        struct trace_block_stats s = stats_of(blocks[n]);

        assert_true(m.count[n] > 1000);
        assert_int_equal(s.count, m.count[n]);
        assert_true(s.sum_ns == m.sum[n] && s.net_sum_ns == m.net[n] && s.self_sum_ns == m.self[n]);
        assert_int_equal(s.unmatched_enter, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_visit_that_ends_while_its_block_is_off_is_forgotten, reset),
        cmocka_unit_test_setup(a_visit_across_off_and_on_is_forgotten, reset),
        cmocka_unit_test_setup(a_forgotten_visit_is_never_ended, reset),
        cmocka_unit_test_setup(forgotten_visits_take_no_room, reset),
        cmocka_unit_test_setup(a_forgotten_visit_is_time_of_the_block_around_it, reset),
        cmocka_unit_test_setup(a_change_of_sinks_keeps_the_visit, reset),
        cmocka_unit_test_setup(visits_count_as_in_the_model, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
