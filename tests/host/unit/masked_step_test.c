/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One CPU ends a masked section while another reads its numbers. The first stops before its k-th access, then
 * the second before its j-th; then the first goes on to its end, and the second to its own. Whatever k and j
 * are, the read must get the numbers of before or after, and no mixture.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>
#include <cmocka.h>
#include <spoor/masked.h>
#include <spoor/port/port.h>
#include "step.h"

#define STACK_BYTES 65536
#define STEPS       40 /* more than a change or a read has, unless a read waits for a change */

enum { MAIN, WRITER, READER, CONTEXTS };

static struct context {
    ucontext_t at;
    unsigned steps, stop_at;
    int lock_depth;
    bool ended;
    void (*op)(void);
    char stack[STACK_BYTES];
} contexts[CONTEXTS];
static unsigned running = MAIN;

static void go_to(unsigned to)
{
    unsigned from = running;

    contexts[from].lock_depth = fake_lock_depth;
    running = to;
    fake_lock_depth = contexts[to].lock_depth;
    fake_cpu = to == WRITER;
    swapcontext(&contexts[from].at, &contexts[to].at);
}

void step(void)
{
    struct context *c = &contexts[running];

    if (running != MAIN && c->steps++ == c->stop_at) {
        go_to(MAIN);
    }
}

static void run_op(void)
{
    contexts[running].op();
    contexts[running].ended = true;
    go_to(MAIN);
}

static void make(unsigned n, void (*op)(void), unsigned stop_at)
{
    struct context *c = &contexts[n];

    getcontext(&c->at);
    c->at.uc_stack.ss_sp = c->stack;
    c->at.uc_stack.ss_size = STACK_BYTES;
    c->at.uc_link = NULL;
    makecontext(&c->at, run_op, 0);
    c->steps = 0;
    c->stop_at = stop_at;
    c->lock_depth = 0;
    c->ended = false;
    c->op = op;
}

static void section(uintptr_t caller, uint32_t cycles)
{
    spoor_masked_begin_by(caller);
    fake_cycles += cycles;
    spoor_masked_end();
}

static void write_longer(void)
{
    section(2, 200);
}

static void write_reset(void)
{
    trace_masked_reset();
    section(2, 50);
}

static struct trace_masked got;

static void read(void)
{
    trace_masked_get(1, &got);
}

/* The numbers before and after, apart from the sections so far, which a CPU also counts outside of its
 * changes. */
static const struct expected {
    uintptr_t caller;
    uint32_t cycles;
} before = {1, 100}, longer = {2, 200}, none = {0, 0}, shorter = {2, 50};

static bool is(const struct expected *e)
{
    return got.caller == e->caller && got.cycles == e->cycles;
}

/* Run both up to their stops, then each to its end. @return whether the read waited for the change */
static bool finish(void)
{
    go_to(WRITER);
    go_to(READER);
    bool waited = !contexts[READER].ended;

    for (unsigned n = WRITER; n <= READER; n++) {
        contexts[n].stop_at = UINT32_MAX;
        if (!contexts[n].ended) {
            go_to(n);
        }
        assert_true(contexts[n].ended);
    }
    return waited;
}

/* Stop a change at access `k` and a read at access `j`. @return whether the read waited for the change */
static bool interleave(void (*change)(void), unsigned k, unsigned j)
{
    running = MAIN;
    fake_cpu = 1;
    fake_lock_depth = 0;
    trace_masked_reset();
    section(1, 100);
    make(WRITER, change, k);
    make(READER, read, j);
    return finish() && j == STEPS;
}

static void a_read_gets_the_numbers_before_or_after_a_change(void **state)
{
    unsigned of_before = 0, of_after = 0, waited = 0;

    (void)state;
    for (unsigned k = 0; k <= STEPS; k++) {
        for (unsigned j = 0; j <= STEPS; j++) {
            waited += interleave(write_longer, k, j);
            assert_true(is(&before) || is(&longer));
            of_before += is(&before);
            of_after += is(&longer);
        }
    }
    assert_true(of_before > 0 && of_after > 0 && waited > 0);
}

static void a_read_during_a_reset_gets_no_old_section_after_it(void **state)
{
    unsigned of_none = 0, of_after = 0;

    (void)state;
    for (unsigned k = 0; k <= STEPS; k++) {
        for (unsigned j = 0; j <= STEPS; j++) {
            (void)interleave(write_reset, k, j);
            assert_true(is(&before) || is(&none) || is(&shorter));
            of_none += is(&none);
            of_after += is(&shorter);
        }
    }
    assert_true(of_none > 0 && of_after > 0);
    fake_cpu = 0;
    trace_masked_get(1, &got);
    assert_true(is(&shorter));
}

static void change_settings(void)
{
    trace_masked_set_record(1000);
}

static void reset(void)
{
    trace_masked_reset();
    section(3, 10);
}

/* The section of CPU 0 begins after its reset. It isn't counted if the change of CPU 1 came during it. */
static void changes_of_two_cpus_are_both_taken_over(void **state)
{
    unsigned counted = 0;

    (void)state;
    for (unsigned k = 0; k <= STEPS; k++) {
        for (unsigned j = 0; j <= STEPS; j++) {
            running = MAIN;
            fake_cpu = 0;
            section(4, 500);
            make(WRITER, change_settings, k);
            make(READER, reset, j);
            finish();
            fake_cpu = 0;
            trace_masked_get(0, &got);
            assert_true(is(&none) || (got.caller == 3 && got.cycles == 10));
            counted += got.caller == 3;
            trace_masked_get(1, &got);
            assert_true(is(&none));
            assert_int_equal(trace_masked_record(), 1000);
            trace_masked_set_record(0);
        }
    }
    assert_true(counted > STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_gets_the_numbers_before_or_after_a_change),
        cmocka_unit_test(changes_of_two_cpus_are_both_taken_over),
        cmocka_unit_test(a_read_during_a_reset_gets_no_old_section_after_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
