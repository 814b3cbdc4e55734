/* SPDX-License-Identifier: BSD-2-Clause */
/* Formatted output must be equal to the C library's for the conversions that the commands use. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>

static char written[256];
static size_t length;

void spoor_shell_write(const char *text, size_t n)
{
    assert_true(length + n < sizeof written);
    memcpy(written + length, text, n);
    length += n;
    written[length] = '\0';
}

/* One test passes a format that isn't a literal. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wformat-zero-length"

/* Compare both output functions with the library. */
#define SAME(...)                                                                                            \
    do {                                                                                                     \
        char expected[256], got[256];                                                                        \
        int n = snprintf(expected, sizeof expected, __VA_ARGS__);                                            \
                                                                                                             \
        assert_int_equal(spoor_snprintf(got, sizeof got, __VA_ARGS__), n);                                   \
        assert_string_equal(got, expected);                                                                  \
        length = 0;                                                                                          \
        written[0] = '\0';                                                                                   \
        assert_int_equal(spoor_printf(__VA_ARGS__), n);                                                      \
        assert_string_equal(written, expected);                                                              \
    } while (0)

static void numbers_are_formatted_as_by_the_library(void **state)
{
    (void)state;
    SAME("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    SAME("%u %u", 0u, UINT_MAX);
    SAME("%lu %ld %ld", ULONG_MAX, LONG_MIN, LONG_MAX);
    SAME("%llu %lld", ULLONG_MAX, LLONG_MIN);
    SAME("%x %08lx %lx", 0xDEADBEEFu, 0xABCul, 0ul);
    SAME("%zu", (size_t)12345);
    SAME("%5d|%-5d|%05d|%*d|%-*d|", 42, 42, 42, 7, 42, 7, 42);
    SAME("%2u|%-2u|", 12345u, 12345u);
}

static void strings_are_formatted_as_by_the_library(void **state)
{
    (void)state;
    SAME("%s%s", "", "text");
    SAME("%9s|%-11s|%.3s|%.*s|%-6.2s|", "right", "left", "cut off", 2, "cut", "both");
    SAME("%c%c%%", 'a', 'b');
    SAME("no conversion");
}

/* A text longer than the buffer is truncated and terminated. The result is its full length. */
static void long_texts_are_truncated(void **state)
{
    char room[8] = "unused";

    (void)state;
    assert_int_equal(spoor_snprintf(room, sizeof room, "%s-%d", "longer", 12345), 12);
    assert_string_equal(room, "longer-");
    assert_int_equal(spoor_snprintf(room, 1, "%s", "x"), 1);
    assert_string_equal(room, "");
    assert_int_equal(spoor_snprintf(room, 0, "%s", "four"), 4);
}

/* A truncated format and an unknown conversion must not do harm. */
static void invalid_formats_do_no_harm(void **state)
{
    static const struct {
        const char *format, *text;
    } cases[] = {{"100%", "100"}, {"%q", "q"}, {"%-", ""}, {"%5", ""}, {"%.", ""}, {"%l", ""}};
    char room[16];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *format = cases[i].format;

        (void)spoor_snprintf(room, sizeof room, format, 0);
        assert_string_equal(room, cases[i].text);
    }
}

static void putchar_and_puts_write_text_unchanged(void **state)
{
    (void)state;
    length = 0;
    spoor_putchar('x');
    spoor_puts("yz");
    assert_string_equal(written, "xyz");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_formatted_as_by_the_library),
        cmocka_unit_test(strings_are_formatted_as_by_the_library),
        cmocka_unit_test(long_texts_are_truncated),
        cmocka_unit_test(invalid_formats_do_no_harm),
        cmocka_unit_test(putchar_and_puts_write_text_unchanged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
