/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formatting of numbers and times: every unit, its limits and its rounding.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/util/format.h>

static void expect_time(uint64_t ns, const char *text)
{
    char buffer[SPOOR_FORMAT_TIME_BYTES];

    assert_string_equal(spoor_format_time_ns(buffer, ns), text);
}

static void numbers_have_all_their_digits(void **state)
{
    char buffer[SPOOR_FORMAT_U64_BYTES];

    (void)state;
    assert_string_equal(spoor_format_u64(buffer, 0), "0");
    assert_string_equal(spoor_format_u64(buffer, 9), "9");
    assert_string_equal(spoor_format_u64(buffer, 10), "10");
    assert_string_equal(spoor_format_u64(buffer, UINT32_MAX), "4294967295");
    assert_string_equal(spoor_format_u64(buffer, UINT64_MAX), "18446744073709551615");
}

static void times_use_the_largest_unit_below_them(void **state)
{
    (void)state;
    expect_time(0, "0 ns");
    expect_time(1676, "1676 ns");
    expect_time(9999, "9999 ns");
    expect_time(10000, "10.00 us");
    expect_time(17598, "17.60 us");
    expect_time(123456, "123.5 us");
    expect_time(1000000, "1.000 ms");
    expect_time(4861000, "4.861 ms");
    expect_time(98765432, "98.77 ms");
    expect_time(12345678901, "12.35 s");
    expect_time(999900000000, "999.9 s");
    expect_time(1234567890123, "1235 s");
    expect_time(86400ull * 365 * 1000000000, "31536000 s");
    expect_time(UINT64_MAX, "18446744074 s");
}

static void times_are_rounded_half_up_into_the_next_unit_too(void **state)
{
    (void)state;
    expect_time(10004, "10.00 us");
    expect_time(10005, "10.01 us");
    expect_time(99994, "99.99 us");
    expect_time(99995, "100.0 us");
    expect_time(999949, "999.9 us");
    expect_time(999950, "1.000 ms");
    expect_time(999949999, "999.9 ms");
    expect_time(999950000, "1.000 s");
    expect_time(999949999999, "999.9 s");
    expect_time(999950000000, "1000 s");
    expect_time(1000499999999, "1000 s");
    expect_time(1000500000000, "1001 s");
}

static void rounding_errors_are_at_most_half_of_the_fourth_digit(void **state)
{
    (void)state;
    for (uint64_t ns = 1; ns < UINT64_MAX / 16 * 15; ns += 1 + ns / 97) {
        char text[SPOOR_FORMAT_TIME_BYTES], *unit;
        double scale = 1e9;
        double shown = strtod(spoor_format_time_ns(text, ns), &unit);

        scale = strcmp(unit, " ns") == 0   ? 1
                : strcmp(unit, " us") == 0 ? 1e3
                : strcmp(unit, " ms") == 0 ? 1e6
                                           : 1e9;
        assert_true(fabs(shown * scale - (double)ns) <= 0.000501 * (double)ns);
        assert_true(strlen(text) <= 13);
    }
}

static void shares_have_as_many_digits_as_needed(void **state)
{
    static const struct {
        uint64_t part, whole;
        const char *text;
    } cases[] = {
        {0, 0, "0"},
        {1, 0, "0"},
        {0, 5, "0"},
        {1, 3, "33.3"},
        {2, 3, "66.7"},
        {1, 1, "100.0"},
        {UINT64_MAX, UINT64_MAX, "100.0"},
        {125, 10000, "1.25"},
        {9994, 100000, "9.99"},
        {9995, 100000, "10.0"},
        {1, 1000, "0.10"},
        {99, 100000, "0.099"},
        {1, 100000, "0.001"},
        {1, 200000, "0.001"},
        {1, 200001, "<0.001"},
        {1, UINT64_MAX, "<0.001"},
        {7, 2, "350.0"},
    };
    char text[SPOOR_FORMAT_SHARE_BYTES];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(spoor_format_share(text, cases[i].part, cases[i].whole), cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_all_their_digits),
        cmocka_unit_test(times_use_the_largest_unit_below_them),
        cmocka_unit_test(times_are_rounded_half_up_into_the_next_unit_too),
        cmocka_unit_test(rounding_errors_are_at_most_half_of_the_fourth_digit),
        cmocka_unit_test(shares_have_as_many_digits_as_needed),
    };

    return cmocka_run_group_tests_name("shell/format", tests, NULL, NULL);
}
