/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls longer than a counter wrap are counted as too long, never as short calls. */
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <spoor/function.h>
#include <spoor/trace.h>
#include "function_priv.h"

#define WRAP (UINT64_C(1) << 32)
#define TICK (UINT32_C(1) << 24) /* the unit of the age is sixteen of these */

#define OUTER 0x1000
#define INNER 0x2000

static struct trace_context thread, isr;

static int reset(void **state)
{
    (void)state;
    fake_context = &thread;
    trace_context_init(&thread);
    trace_context_init(&isr);
    trace_function_table_reset();
    return 0;
}

static void enter(uint32_t fn)
{
    struct trace_hook h;

    trace_function_enter_begin(&fake_context->functions, &h);
    trace_function_enter_end(&fake_context->functions, fn, true, &h);
}

static void leave(uint32_t fn)
{
    struct trace_hook h;

    trace_function_leave_begin(&fake_context->functions, fn, &h);
    trace_function_leave_end(&fake_context->functions, fn, true, &h);
}

/* The tick interrupt. It interrupts the running thread, if any. */
static void tick(void)
{
    isr.interrupted = fake_context;
    if (fake_context != NULL) {
        trace_context_suspend(fake_context, fake_cycles);
    }
    fake_context = &isr;
    trace_age_upkeep();
    fake_context = isr.interrupted;
    if (fake_context != NULL) {
        trace_context_resume(fake_context, fake_cycles);
    }
}

static void compute(uint64_t cycles)
{
    for (; cycles >= TICK; cycles -= TICK) {
        fake_cycles += TICK;
        tick();
    }
    fake_cycles += (uint32_t)cycles;
}

static void wait_for(uint64_t cycles)
{
    trace_context_suspend(&thread, fake_cycles);
    fake_context = NULL;
    compute(cycles);
    fake_context = &thread;
    trace_context_resume(&thread, fake_cycles);
}

/* @return the function's statistics, or zeros if the table doesn't have it */
static struct trace_function numbers_of(uint32_t fn)
{
    struct trace_function f;

    for (unsigned n = 0; trace_function_table_get(n, &f) != -EINVAL; n++) {
        if (f.fn == fn) {
            return f;
        }
    }
    return (struct trace_function){0};
}

static uint32_t too_long(void)
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    return l.too_long;
}

static void a_call_longer_than_a_wrap_is_counted_as_too_long(void **state)
{
    (void)state;
    for (uint64_t ran = WRAP; ran < 3 * WRAP; ran += WRAP / 7 + 11) {
        uint32_t before = too_long();

        enter(OUTER);
        compute(ran);
        leave(OUTER);
        assert_int_equal(too_long(), before + 1);
    }
    assert_int_equal(numbers_of(OUTER).count, 0);
}

static void a_call_of_half_a_wrap_is_measured(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 9; n++) {
        enter(OUTER);
        compute(WRAP / 2);
        leave(OUTER);
        assert_int_equal(numbers_of(OUTER).count, n);
        assert_int_equal(numbers_of(OUTER).total_cycles, n * WRAP / 2);
        assert_int_equal(numbers_of(OUTER).max_cycles, WRAP / 2);
    }
    assert_int_equal(too_long(), 0);
}

static void waiting_is_not_counted_as_running(void **state)
{
    (void)state;
    enter(OUTER);
    for (unsigned i = 0; i < 5; i++) {
        compute(100);
        wait_for(WRAP - WRAP / 3);
    }
    leave(OUTER);
    assert_int_equal(numbers_of(OUTER).count, 1);
    assert_int_equal(numbers_of(OUTER).total_cycles, 500);
    assert_int_equal(too_long(), 0);
}

static void of_nested_calls_only_those_longer_than_a_wrap_are_too_long(void **state)
{
    (void)state;
    enter(OUTER);
    compute(WRAP / 2);
    enter(INNER);
    compute(WRAP / 2);
    leave(INNER);
    assert_int_equal(numbers_of(INNER).total_cycles, WRAP / 2);
    enter(INNER);
    compute(WRAP + 5);
    enter(INNER);
    compute(7);
    leave(INNER);
    leave(INNER);
    leave(OUTER);
    assert_int_equal(too_long(), 2);
    assert_int_equal(numbers_of(OUTER).count, 0);
    assert_int_equal(numbers_of(INNER).count, 2);
    assert_int_equal(numbers_of(INNER).self_cycles, WRAP / 2 + 7);

    enter(OUTER); /* the context must not be reset by the long call */
    compute(3);
    leave(OUTER);
    assert_int_equal(numbers_of(OUTER).total_cycles, 3);
}

/* longjmp() skips the hook. */
static void a_long_call_without_a_leave_is_discarded(void **state)
{
    (void)state;
    enter(OUTER);
    enter(INNER);
    compute(2 * WRAP);
    leave(OUTER);
    enter(INNER);
    compute(9);
    leave(INNER);
    assert_int_equal(too_long(), 1);
    assert_int_equal(numbers_of(INNER).max_cycles, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_call_longer_than_a_wrap_is_counted_as_too_long, reset),
        cmocka_unit_test_setup(a_call_of_half_a_wrap_is_measured, reset),
        cmocka_unit_test_setup(waiting_is_not_counted_as_running, reset),
        cmocka_unit_test_setup(of_nested_calls_only_those_longer_than_a_wrap_are_too_long, reset),
        cmocka_unit_test_setup(a_long_call_without_a_leave_is_discarded, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
