/* SPDX-License-Identifier: BSD-2-Clause */
/* The open blocks of threads, of which the port has a list. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/open.h>
#include <spoor/port/port.h>
#include <spoor/trace.h>

TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(inner);

/* The second thread was created before the profiler knew its context. */
bool spoor_port_thread(unsigned n, struct spoor_port_thread *t)
{
    memset(t, n < 2 ? 0 : 0xA5, sizeof *t); /* past the last, nothing is described */
    t->name = n == 0 ? "first" : "second";
    t->context = n == 0 ? fake_context : n == 1 ? NULL : t->context;
    return n < 2;
}

static int reset(void **state)
{
    (void)state;
    trace_context_init(fake_context);
    trace_block_enable(&outer, true);
    trace_block_enable(&inner, true);
    return 0;
}

static void open_blocks_have_their_thread_and_time(void **state)
{
    struct trace_open_block o;

    (void)state;
    trace_block_enter(&outer);
    fake_cycles += 100;
    trace_block_enter(&inner);
    fake_cycles += 10;
    assert_int_equal(trace_open_get(0, 0, &o), 0);
    assert_ptr_equal(o.block, &outer);
    assert_string_equal(o.thread, "first");
    assert_int_equal(o.wall_ns, 110);
    assert_int_equal(trace_open_get(0, 1, &o), 0);
    assert_ptr_equal(o.block, &inner);
    assert_int_equal(o.wall_ns, 10);
    assert_int_equal(trace_open_get(0, 2, &o), -ENOENT);
    trace_block_leave(&inner);
    assert_int_equal(trace_open_get(0, 1, &o), -ENOENT);
    trace_block_leave(&outer);
    assert_int_equal(trace_open_get(0, 0, &o), -ENOENT);
}

static void a_thread_without_a_context_has_no_blocks(void **state)
{
    struct trace_open_block o;

    (void)state;
    assert_int_equal(trace_open_get(1, 0, &o), -ENOENT);
}

static void past_the_last_thread_there_is_none(void **state)
{
    struct trace_open_block o;

    (void)state;
    assert_int_equal(trace_open_get(2, 0, &o), -ESRCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(open_blocks_have_their_thread_and_time, reset),
        cmocka_unit_test_setup(a_thread_without_a_context_has_no_blocks, reset),
        cmocka_unit_test_setup(past_the_last_thread_there_is_none, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
