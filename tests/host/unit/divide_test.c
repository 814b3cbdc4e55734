/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Division of 64 bits by 32 against the compiler's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/util/divide.h>
#include <spoor/util/widen.h>

static void assert_divides(uint64_t n, uint32_t by)
{
    uint32_t rest;

    assert_int_equal(spoor_divide(n, by, &rest), n / by);
    assert_int_equal(rest, n % by);
    assert_int_equal(spoor_divide(n, by, NULL), n / by);
}

static void the_ends_of_the_ranges_are_divided(void **state)
{
    static const uint64_t numbers[] = {0,
                                       1,
                                       2,
                                       UINT32_MAX - 1,
                                       UINT32_MAX,
                                       UINT64_C(1) << 32,
                                       (UINT64_C(1) << 32) + 1,
                                       UINT64_MAX >> 1,
                                       UINT64_MAX - 1,
                                       UINT64_MAX};
    static const uint32_t divisors[] = {
        1, 2, 3, 10, 1000, 0x7FFFFFFF, 0x80000000, 0x80000001, UINT32_MAX - 1, UINT32_MAX};

    (void)state;
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (unsigned k = 0; k < sizeof divisors / sizeof divisors[0]; k++) {
            assert_divides(numbers[i], divisors[k]);
        }
    }
}

static void any_numbers_are_divided(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;

        uint64_t n = seed >> (seed >> 58);
        uint32_t by = (uint32_t)(seed >> 21) >> (seed >> 5) % 32;

        assert_divides(n, by + (by == 0));
    }
}

static void cycles_become_ns_to_2_to_the_64(void **state)
{
    static const uint32_t rates[] = {1, 32768, 25000000, 999999999, 1000000000, UINT32_MAX};

    (void)state;
    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        for (uint64_t cycles = 1; cycles >> 34 == 0; cycles = cycles * 3 + 1) {
            assert_int_equal(spoor_divide_to_ns(cycles, rates[i]), spoor_widen_ns(cycles, rates[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_of_the_ranges_are_divided),
        cmocka_unit_test(any_numbers_are_divided),
        cmocka_unit_test(cycles_become_ns_to_2_to_the_64),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
