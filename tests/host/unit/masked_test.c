/* SPDX-License-Identifier: BSD-2-Clause */
/* Masked sections with a clock that the test sets: lengths to the cycle, settings, switches and records. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/masked.h>
#include <spoor/port/hooks.h>
#include <spoor/service.h>

#define DEFINE(name, role, service, ...)                                                                     \
    TRACE_EVENT_DEF_GLOBAL(name, SPOOR_WIRE_ROLE_##role, service, ##__VA_ARGS__);
TRACE_KERNEL_EVENTS(DEFINE)

#define FIRST  0x1000u
#define SECOND 0x2000u

static struct trace_client client;
static struct trace_thread threads[2];

void spoor_port_wake_drain(void)
{
}

void trace_hook_switch_filtered(const struct trace_thread *out, const struct trace_thread *in)
{
    (void)out, (void)in;
    fail();
}

static int start(void **state)
{
    (void)state;
    trace_rings_init(1);
    trace_client_register(&client, "test");
    trace_service_start(&client, TRACE_IRQ);
    for (unsigned n = 0; n < 2; n++) {
        threads[n].number = n + 1;
        trace_thread_init(&threads[n]);
    }
    trace_hook_cpu(0, &threads[0]);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    fake_cpu = 0;
    trace_masked_enable(true);
    trace_masked_set_record(0);
    trace_masked_reset();
    trace_rings_clear();
    return 0;
}

static void hold(uintptr_t caller, uint32_t cycles)
{
    spoor_masked_begin_by(caller);
    fake_cycles += cycles;
    spoor_masked_end();
}

static void expect_longest(unsigned cpu, uintptr_t caller, uint32_t cycles, uint32_t sections)
{
    struct trace_masked m;

    trace_masked_get(cpu, &m);
    assert_int_equal(m.caller, caller);
    assert_int_equal(m.cycles, cycles);
    assert_int_equal(m.sections, sections);
}

/* Compare all records of irq_masked on CPU 0 with pairs of a caller and a length. */
static void expect_records(unsigned count, const uint32_t (*pairs)[2])
{
    unsigned n = 0;

    trace_rings_stop(true);
    for (const struct trace_subbuf *p; (p = trace_ring_oldest(0)) != NULL; trace_ring_release(0)) {
        const uint32_t *at = p->records, *end = at + p->head.used_words;

        while (at < end) {
            unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

            if (id == irq_masked.header >> SPOOR_WIRE_TIME_BITS) {
                assert_true(n < count);
                assert_memory_equal(at + 1, pairs[n], sizeof pairs[n]);
                n++;
            }
            at += 1 + trace_words[id];
        }
    }
    trace_rings_stop(false);
    assert_int_equal(n, count);
}

static void the_longest_section_is_kept_with_its_caller(void **state)
{
    (void)state;
    expect_longest(0, 0, 0, 0);
    hold(FIRST, 10);
    expect_longest(0, FIRST, 10, 1);
    hold(SECOND, 9);
    hold(SECOND, 10);
    expect_longest(0, FIRST, 10, 3);
    hold(SECOND, 11);
    expect_longest(0, SECOND, 11, 4);
    hold(FIRST, 0);
    expect_longest(0, SECOND, 11, 5);
}

/* Also when sections that aren't the longest are recorded. */
static void of_equal_sections_the_first_is_kept(void **state)
{
    (void)state;
    trace_masked_set_record(5);
    hold(FIRST, 10);
    hold(SECOND, 10);
    expect_longest(0, FIRST, 10, 2);
}

static void a_section_may_contain_the_wrap_of_the_counter(void **state)
{
    static const uint32_t expected[][2] = {{FIRST, 100}, {SECOND, UINT32_MAX}};

    (void)state;
    fake_cycles = UINT32_MAX - 4;
    hold(FIRST, 100);
    expect_longest(0, FIRST, 100, 1);
    hold(SECOND, UINT32_MAX);
    expect_longest(0, SECOND, UINT32_MAX, 2);
    hold(FIRST, 7); /* not longer than the longest possible one */
    expect_longest(0, SECOND, UINT32_MAX, 3);
    expect_records(2, expected);
}

static void each_cpu_has_its_own(void **state)
{
    (void)state;
    spoor_masked_begin_by(FIRST);
    fake_cpu = 1;
    fake_cycles += 5;
    hold(SECOND, 20);
    fake_cpu = 0;
    spoor_masked_end();
    expect_longest(0, FIRST, 25, 1);
    expect_longest(1, SECOND, 20, 1);
}

static void a_reset_forgets_all_cpus_and_sections_that_have_begun(void **state)
{
    (void)state;
    hold(FIRST, 50);
    fake_cpu = 1;
    hold(FIRST, 60);
    spoor_masked_begin_by(FIRST);
    fake_cpu = 0;
    trace_masked_reset();
    expect_longest(0, 0, 0, 0);
    expect_longest(1, 0, 0, 0);
    fake_cpu = 1;
    fake_cycles += 100;
    spoor_masked_end();
    expect_longest(1, 0, 0, 0);
    hold(SECOND, 3);
    expect_longest(1, SECOND, 3, 1);
    expect_longest(0, 0, 0, 0);
}

static void a_section_that_began_while_off_is_not_measured(void **state)
{
    (void)state;
    spoor_masked_begin_by(FIRST); /* its end isn't seen */
    trace_masked_enable(false);
    assert_false(trace_masked_is_on());
    fake_cycles += 1000;
    trace_masked_enable(true); /* inside of a section whose begin wasn't seen */
    spoor_masked_end();
    expect_longest(0, 0, 0, 0);
    hold(SECOND, 4);
    expect_longest(0, SECOND, 4, 1);
    trace_masked_enable(false);
    expect_longest(0, SECOND, 4, 1);
}

static void an_end_without_a_begin_and_a_begin_without_an_end_are_no_sections(void **state)
{
    (void)state;
    spoor_masked_end();
    expect_longest(0, 0, 0, 0);
    spoor_masked_begin_by(FIRST);
    fake_cycles += 1000;
    hold(SECOND, 4);
    spoor_masked_end();
    expect_longest(0, SECOND, 4, 1);
}

/* As on cores where a thread may be switched out while it masks interrupts: the mask is part of its state. */
static void a_section_ends_at_the_switch_of_threads(void **state)
{
    (void)state;
    spoor_masked_begin_by(FIRST);
    fake_cycles += 30;
    trace_hook_switch(&threads[0], &threads[1], fake_cycles);
    expect_longest(0, FIRST, 30, 1);
    fake_cycles += 5000;
    hold(SECOND, 8);
    trace_hook_switch(&threads[1], &threads[0], fake_cycles);
    fake_cycles += 100;
    spoor_masked_end(); /* the end of the first thread's section */
    expect_longest(0, FIRST, 30, 2);
}

static void each_new_longest_section_is_recorded(void **state)
{
    static const uint32_t expected[][2] = {{FIRST, 10}, {SECOND, 12}};

    (void)state;
    hold(FIRST, 10);
    hold(SECOND, 10);
    hold(SECOND, 12);
    hold(FIRST, 11);
    expect_records(2, expected);
}

static void sections_beyond_a_limit_are_recorded_even_if_shorter(void **state)
{
    static const uint32_t expected[][2] = {{FIRST, 3}, {FIRST, 50}, {SECOND, 20}, {FIRST, 21}, {SECOND, 51}};

    (void)state;
    trace_masked_set_record(20);
    assert_int_equal(trace_masked_record(), 20);
    hold(FIRST, 3); /* the longest so far */
    hold(FIRST, 50);
    hold(FIRST, 19);
    hold(SECOND, 20);
    hold(FIRST, 21);
    trace_masked_set_record(0);
    hold(FIRST, 22);
    hold(SECOND, 51);
    expect_records(5, expected);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup(test, begin)
    const struct CMUnitTest tests[] = {
        EACH(the_longest_section_is_kept_with_its_caller),
        EACH(of_equal_sections_the_first_is_kept),
        EACH(a_section_may_contain_the_wrap_of_the_counter),
        EACH(each_cpu_has_its_own),
        EACH(a_reset_forgets_all_cpus_and_sections_that_have_begun),
        EACH(a_section_that_began_while_off_is_not_measured),
        EACH(an_end_without_a_begin_and_a_begin_without_an_end_are_no_sections),
        EACH(a_section_ends_at_the_switch_of_threads),
        EACH(each_new_longest_section_is_recorded),
        EACH(sections_beyond_a_limit_are_recorded_even_if_shorter),
    };

    return cmocka_run_group_tests(tests, start, NULL);
}
