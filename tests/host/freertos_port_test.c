/* SPDX-License-Identifier: BSD-2-Clause */
/* The example port to FreeRTOS, its hooks called in the order in which that kernel calls them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <FreeRTOS.h>
#include <task.h>
#include <profiler/tracing/trace.h>

volatile uint32_t trace_port_cycles;
static TickType_t ticks;
static struct tskTaskControlBlock one, two, three;
static TaskHandle_t pxCurrentTCB;

TRACE_BLOCK_DEF(work);
TRACE_BLOCK_DEF(handler);

void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t slot, void *value)
{
    task->storage[slot] = value;
}

void *pvTaskGetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t slot)
{
    return task->storage[slot];
}

TickType_t xTaskGetTickCount(void)
{
    return ticks;
}

static void pass(uint32_t cycles)
{
    trace_port_cycles += cycles;
}

static void switch_to(TaskHandle_t task)
{
    traceTASK_SWITCHED_OUT();
    pxCurrentTCB = task;
    pass(1);
    traceTASK_SWITCHED_IN();
}

static uint64_t ns(uint32_t cycles)
{
    return cycles * UINT64_C(1000000000) / configCPU_CLOCK_HZ;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

static int start(void **state)
{
    (void)state;
    trace_port_init();
    trace_block_reset(&work);
    trace_block_reset(&handler);
    traceTASK_CREATE(&one);
    traceTASK_CREATE(&two);
    pxCurrentTCB = &one;
    traceTASK_SWITCHED_IN();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    traceTASK_DELETE(&one);
    traceTASK_DELETE(&two);
    traceTASK_SWITCHED_OUT();
    return 0;
}

static void a_task_is_charged_for_its_own_time_alone(void **state)
{
    (void)state;
    trace_block_enter(&work);
    pass(100);
    switch_to(&two);
    trace_block_enter(&work);
    pass(1000);
    trace_block_leave(&work);
    switch_to(&one);
    pass(20);
    trace_block_leave(&work);
    struct trace_block_stats s = stats_of(&work);

    assert_int_equal(s.count, 2);
    assert_true(s.max_ns == ns(100 + 1 + 1000 + 1 + 20));
    assert_true(s.net_min_ns == ns(120) && s.net_max_ns == ns(1000));
    assert_int_equal(s.unmatched_leave + s.unmatched_enter, 0);
}

static void interrupts_nest_and_are_nobody_elses_time(void **state)
{
    (void)state;
    trace_block_enter(&work);
    pass(10);
    traceISR_ENTER();
    trace_block_enter(&handler);
    pass(5);
    traceISR_ENTER();
    pass(70);
    traceISR_EXIT_TO_SCHEDULER();
    trace_block_leave(&handler);
    traceISR_EXIT();
    switch_to(&two);
    pass(300);
    switch_to(&one);
    trace_block_leave(&work);
    assert_true(stats_of(&work).net_max_ns == ns(10));
    assert_true(stats_of(&handler).net_max_ns == ns(5));
    assert_true(stats_of(&handler).max_ns == ns(75));
}

static void an_interrupt_while_tasks_are_switched_is_counted_once(void **state)
{
    (void)state;
    trace_block_enter(&work);
    pass(10);
    traceTASK_SWITCHED_OUT();
    pass(3);
    traceISR_ENTER();
    pass(50);
    traceISR_EXIT();
    pass(4);
    traceTASK_SWITCHED_IN();
    pass(10);
    trace_block_leave(&work);
    assert_true(stats_of(&work).net_last_ns == ns(20));
    assert_true(stats_of(&work).last_ns == ns(77));
}

static void interrupts_nested_deeper_than_levels_do_no_harm(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        traceISR_ENTER();
    }
    for (int i = 0; i < 20; i++) {
        traceISR_EXIT();
    }
    assert_ptr_equal(trace_now.context[0], one.storage[TRACE_PORT_SLOT]);
}

static void what_a_task_leaves_open_is_counted_when_it_is_deleted(void **state)
{
    (void)state;
    trace_block_enter(&work);
    traceTASK_DELETE(&one);
    switch_to(&two);
    assert_int_equal(stats_of(&work).unmatched_enter, 1);
    traceTASK_CREATE(&one); /* in the other's place */
    switch_to(&one);
    trace_block_leave(&work);
    assert_int_equal(stats_of(&work).count, 0);
}

static void a_task_too_many_shares_and_shows_it(void **state)
{
    (void)state;
    traceTASK_CREATE(&three);
    switch_to(&three);
    trace_block_enter(&work);
    pass(7);
    trace_block_leave(&work);
    assert_true(stats_of(&work).net_last_ns == ns(7));
    trace_block_enter(&work);
    switch_to(&one);
    assert_int_equal(stats_of(&work).unmatched_enter, 1);
    traceTASK_DELETE(&three);
}

static void a_sleep_that_stops_the_counter_is_made_up_for(void **state)
{
    (void)state;
    trace_block_enter(&work);
    traceLOW_POWER_IDLE_BEGIN();
    pass(500);
    ticks += 20;
    traceLOW_POWER_IDLE_END();
    trace_block_leave(&work);
    assert_true(stats_of(&work).last_ns == 20 * 1000000);
    traceLOW_POWER_IDLE_BEGIN();
    pass(2 * configCPU_CLOCK_HZ / configTICK_RATE_HZ - 1); /* it went on: the tick's grain is no lag */
    ticks += 2;
    uint32_t before = trace_port_cycles;

    traceLOW_POWER_IDLE_END();
    assert_int_equal(trace_port_cycles, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_task_is_charged_for_its_own_time_alone, start, stop),
        cmocka_unit_test_setup_teardown(interrupts_nest_and_are_nobody_elses_time, start, stop),
        cmocka_unit_test_setup_teardown(an_interrupt_while_tasks_are_switched_is_counted_once, start, stop),
        cmocka_unit_test_setup_teardown(interrupts_nested_deeper_than_levels_do_no_harm, start, stop),
        cmocka_unit_test_setup_teardown(what_a_task_leaves_open_is_counted_when_it_is_deleted, start, stop),
        cmocka_unit_test_setup_teardown(a_task_too_many_shares_and_shows_it, start, stop),
        cmocka_unit_test_setup_teardown(a_sleep_that_stops_the_counter_is_made_up_for, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
