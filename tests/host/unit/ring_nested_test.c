/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two contexts use one ring, and each is stopped at every branch where interrupts aren't masked. The first
 * context runs up to its k-th branch, the second up to its j-th, then the first to its end, then the second.
 * If j is beyond the second's end, the second acts as an interrupt. The result is compared with the list of
 * ring_model.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/service.h>
#include "ring_model.h"

#define STACK_BYTES 65536
#define ENDLESS     100000 /* branches: more than any operation has */

/* ------------------------------------------------------------------ two contexts */

enum { MAIN, FIRST, SECOND, CONTEXTS };

static struct context {
    ucontext_t at;
    uint32_t branches, stop_at;
    void (*op)(void);
    bool ended;
    char stack[STACK_BYTES];
} contexts[CONTEXTS];
static struct context *running = &contexts[MAIN];

__attribute__((no_sanitize_coverage)) static void go_to(int to)
{
    struct context *from = running;

    running = &contexts[to];
    swapcontext(&from->at, &running->at);
}

void __sanitizer_cov_trace_pc(void);

/* -fsanitize-coverage=trace-pc inserts a call at each branch. The calls take half of the test's time; with
 * sanitizers of their own they would take more. */
__attribute__((no_sanitize_coverage, no_sanitize("address", "undefined"))) void __sanitizer_cov_trace_pc(void)
{
    struct context *c = running;

    if (c == &contexts[MAIN] || fake_lock_depth != 0) {
        return;
    }
    fake_cycles++;
    if (c->branches >= ENDLESS) {
        fail();
    }
    if (c->branches++ == c->stop_at) {
        go_to(MAIN);
    }
}

static void run_op(void)
{
    running->op();
    running->ended = true;
    running->stop_at = NEVER;
    go_to(MAIN);
}

static void make(int n, void (*op)(void), uint32_t stop_at)
{
    getcontext(&contexts[n].at);
    contexts[n].at.uc_stack.ss_sp = contexts[n].stack;
    contexts[n].at.uc_stack.ss_size = STACK_BYTES;
    contexts[n].at.uc_link = NULL;
    makecontext(&contexts[n].at, run_op, 0);
    contexts[n].branches = 0;
    contexts[n].stop_at = stop_at;
    contexts[n].op = op;
    contexts[n].ended = false;
}

/* ------------------------------------------------------------------ every pair of branches */

/* The current operations, for the message of a failure. */
static struct {
    enum spoor_wire_mode mode;
    unsigned filled;
    const char *names[2];
    uint32_t branches[2];
    bool right;
} at;

struct op {
    const char *name;
    void (*run)(void);
};

static void prepare(enum spoor_wire_mode mode, unsigned filled)
{
    at.mode = mode;
    at.filled = filled;
    model_prepare(mode, filled);
}

/* @return whether the context was stopped before its end */
static bool run(int n)
{
    if (!contexts[n].ended) {
        go_to(n);
        model_check_image();
    }
    return !contexts[n].ended;
}

enum { FIRST_STOPPED = 1 << 0, SECOND_STOPPED = 1 << 1 };

static unsigned run_pair(const struct op *first, const struct op *second, uint32_t k, uint32_t j)
{
    unsigned stopped;

    at.names[0] = first->name;
    at.names[1] = second->name;
    at.branches[0] = k;
    at.branches[1] = j;
    at.right = false;
    model_restore();
    make(FIRST, first->run, k);
    make(SECOND, second->run, j);
    stopped = run(FIRST) ? FIRST_STOPPED : 0;
    stopped |= run(SECOND) ? SECOND_STOPPED : 0;
    (void)run(FIRST);
    (void)run(SECOND);
    model_finish();
    at.right = true;
    return stopped;
}

#define OP(name)                                                                                             \
    {                                                                                                        \
#name, name                                                                                          \
    }

static const struct op ops[] = {
    OP(emit_one),       OP(emit_three),    OP(emit_bytes), OP(emit_some),        OP(emit_many), OP(tick),
    OP(tick_and_close), OP(tick_for_long), OP(trigger),    OP(stop_and_restart), OP(read_all),  OP(clear),
};
#define OPS        (sizeof ops / sizeof ops[0])
#define SHORT_OPS  3 /* the first of ops[] */
#define RECORD_OPS 5

/* Only one context may tick, only one may read, and only one may clear. */
static bool may_pair(const struct op *first, const struct op *second)
{
    return first != second || first < ops + RECORD_OPS;
}

/* Start with the ring empty, with one full sub-buffer and with all full, and with two and four words less or
 * more. */
static void each_state(enum spoor_wire_mode mode, void (*each)(enum spoor_wire_mode mode, unsigned filled))
{
    for (unsigned part = 0; part <= CONFIG_TRACE_RING_SUBBUFS;
         part += part == 0 ? 1 : CONFIG_TRACE_RING_SUBBUFS - 1) {
        each(mode, part * PART_SHORT);
        each(mode, part * PART_SHORT + 1);
        each(mode, part * PART_SHORT + PART_SHORT - 1);
    }
}

static void interrupt_each(enum spoor_wire_mode mode, unsigned filled)
{
    for (unsigned pair = 0; pair < OPS * OPS; pair++) {
        const struct op *first = &ops[pair / OPS], *second = &ops[pair % OPS];

        if (!may_pair(first, second)) {
            continue;
        }
        prepare(mode, filled);
        for (uint32_t k = 0; run_pair(first, second, k, NEVER) & FIRST_STOPPED; k++) {
        }
    }
}

/* @return the distance between the tested branches; smaller with FULL=1 in the environment */
static unsigned stride(void)
{
    return getenv("FULL") != NULL ? 31 : 211;
}

/* The first operation is a short one. The second is stopped at every stride()-th branch. */
static void alternate_each(enum spoor_wire_mode mode, unsigned filled)
{
    for (unsigned pair = 0; pair < SHORT_OPS * OPS; pair++) {
        const struct op *first = &ops[pair / OPS], *second = &ops[pair % OPS];

        prepare(mode, filled);
        for (uint32_t k = 0, stopped = FIRST_STOPPED; stopped & FIRST_STOPPED; k++) {
            stopped = SECOND_STOPPED | FIRST_STOPPED;
            for (uint32_t j = k % stride(); (stopped & SECOND_STOPPED) && (stopped & FIRST_STOPPED);
                 j += stride()) {
                stopped = run_pair(first, second, k, j);
            }
        }
    }
}

/* The ring is full. A clear is stopped at each branch, and the record, which evicts a sub-buffer, at every
 * 7th. */
static void clear_and_record(enum spoor_wire_mode mode)
{
    static const struct op first = OP(clear), second = OP(emit_one);

    prepare(mode, CONFIG_TRACE_RING_SUBBUFS * PART_SHORT);
    for (uint32_t k = 0, stopped = FIRST_STOPPED; stopped & FIRST_STOPPED; k++) {
        stopped = SECOND_STOPPED | FIRST_STOPPED;
        for (uint32_t j = k % 7; stopped == (SECOND_STOPPED | FIRST_STOPPED); j += 7) {
            stopped = run_pair(&first, &second, k, j);
        }
    }
}

static void hide(void)
{
    trace_ring_filter(TRACE_FILTERED_ALL);
}

static int start(void **state)
{
    static bool known;

    (void)state;
    if (!known) {
        model_start();
        known = true;
    }
    return 0;
}

/* Report where a test failed. If it failed in one of the contexts, that context is abandoned. */
__attribute__((no_sanitize_coverage)) static int end(void **state)
{
    (void)state;
    running = &contexts[MAIN];
    fake_lock_depth = 0;
    if (!at.right) {
        print_message("mode %u, %u records: %s up to branch %u, %s up to branch %u\n", (unsigned)at.mode,
                      at.filled, at.names[0], at.branches[0], at.names[1], at.branches[1]);
    }
    return 0;
}

static void an_interrupt_at_any_branch_is_correct_while_streaming(void **state)
{
    (void)state;
    each_state(SPOOR_WIRE_MODE_STREAM, interrupt_each);
}

static void an_interrupt_at_any_branch_is_correct_while_overwriting(void **state)
{
    (void)state;
    each_state(SPOOR_WIRE_MODE_OVERWRITE, interrupt_each);
}

static void an_interrupt_at_any_branch_is_correct_while_stopping(void **state)
{
    (void)state;
    each_state(SPOOR_WIRE_MODE_STOP, interrupt_each);
}

static void threads_may_alternate_at_any_branch_while_streaming(void **state)
{
    (void)state;
    each_state(SPOOR_WIRE_MODE_STREAM, alternate_each);
}

static void threads_may_alternate_at_any_branch_while_overwriting(void **state)
{
    (void)state;
    each_state(SPOOR_WIRE_MODE_OVERWRITE, alternate_each);
}

static void a_clear_may_alternate_with_an_eviction(void **state)
{
    (void)state;
    clear_and_record(SPOOR_WIRE_MODE_OVERWRITE);
}

/* On another CPU no switch would apply the filter again, so the ring would stay excluded. */
static void a_filter_cleared_during_a_switch_does_not_exclude_the_ring(void **state)
{
    static const struct op first = OP(hide), second = {"trace_filter_clear", trace_filter_clear};

    (void)state;
    prepare(SPOOR_WIRE_MODE_STREAM, 0);
    for (uint32_t k = 0, stopped = FIRST_STOPPED; stopped & FIRST_STOPPED; k++) {
        assert_int_equal(trace_filter_thread(1, true), 0);
        stopped = run_pair(&first, &second, k, NEVER);
        assert_int_equal(ring->paused & (TRACE_PAUSED_ALL | TRACE_PAUSED_THREADS), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_interrupt_at_any_branch_is_correct_while_streaming, start, end),
        cmocka_unit_test_setup_teardown(an_interrupt_at_any_branch_is_correct_while_overwriting, start, end),
        cmocka_unit_test_setup_teardown(an_interrupt_at_any_branch_is_correct_while_stopping, start, end),
        cmocka_unit_test_setup_teardown(threads_may_alternate_at_any_branch_while_streaming, start, end),
        cmocka_unit_test_setup_teardown(threads_may_alternate_at_any_branch_while_overwriting, start, end),
        cmocka_unit_test_setup_teardown(a_clear_may_alternate_with_an_eviction, start, end),
        cmocka_unit_test_setup_teardown(a_filter_cleared_during_a_switch_does_not_exclude_the_ring, start,
                                        end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
