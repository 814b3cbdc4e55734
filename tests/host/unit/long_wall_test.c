/* SPDX-License-Identifier: BSD-2-Clause */
/* Visits longer than a counter wrap with CONFIG_TRACE_NET=0, where interruptions don't leave a trace. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <spoor/trace.h>

#define WRAP (UINT64_C(1) << 32)
#define TICK (UINT32_C(1) << 25)

TRACE_BLOCK_DEF(pair);
TRACE_BLOCK_DEF(scope);

static void pass(uint64_t cycles)
{
    for (; cycles >= TICK; cycles -= TICK) {
        fake_cycles += TICK;
        trace_age_upkeep();
    }
    fake_cycles += (uint32_t)cycles;
}

static struct trace_block_stats stats_of(struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    trace_block_reset(b);
    return s;
}

static void visit_both(uint64_t cycles)
{
    TRACE_BLOCK_SCOPE(&scope);

    trace_block_enter(&pair);
    pass(cycles);
    trace_block_leave(&pair);
}

static void short_visits_are_measured_at_any_phase(void **state)
{
    (void)state;
    trace_context_init(fake_context);
    for (uint64_t cycles = 0; cycles < WRAP; cycles += WRAP / 101) {
        pass(cycles / 3 + 1);
        visit_both(cycles);
        assert_int_equal(stats_of(&pair).last_ns, cycles);
        assert_int_equal(stats_of(&scope).last_ns, cycles);
    }
}

static void long_pairs_are_measured_and_long_scopes_counted_as_too_long(void **state)
{
    (void)state;
    trace_context_init(fake_context);
    for (unsigned wraps = 1; wraps < 9; wraps++) {
        for (uint64_t part = 0; part < WRAP; part += WRAP / 7) {
            pass(part / 3 + 1);
            visit_both(wraps * WRAP + part);
            assert_int_equal(stats_of(&pair).last_ns, wraps * WRAP + part);
            struct trace_block_stats s = stats_of(&scope);

            assert_int_equal(s.count, 0);
            assert_int_equal(s.too_long, 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_visits_are_measured_at_any_phase),
        cmocka_unit_test(long_pairs_are_measured_and_long_scopes_counted_as_too_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
