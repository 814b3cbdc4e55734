/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Comparing and reading of texts, and lists of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/util/text.h>

static void texts_compare_as_bytes(void **state)
{
    (void)state;
    assert_int_equal(spoor_text_compare("", ""), 0);
    assert_true(spoor_text_compare("a", "") > 0);
    assert_true(spoor_text_compare("ab", "abc") < 0);
    assert_true(spoor_text_compare("\xC3", "z") > 0);
    assert_true(spoor_text_is("-n", "-n"));
    assert_false(spoor_text_is("-n", "-net"));
}

static void beginnings_are_taken_off(void **state)
{
    (void)state;
    assert_string_equal(spoor_text_after("service:thread", "service:"), "thread");
    assert_string_equal(spoor_text_after("x", ""), "x");
    assert_null(spoor_text_after("serv", "service:"));
    assert_true(spoor_text_contains("[-h] [-s]", "[-s]"));
    assert_true(spoor_text_contains("", ""));
    assert_false(spoor_text_contains("[-h] [-s", "[-s]"));
    assert_true(spoor_text_has("<>=", '='));
    assert_false(spoor_text_has("<>=", '\0'));
}

static void texts_are_appended(void **state)
{
    char text[8];

    (void)state;
    assert_ptr_equal(spoor_text_put(spoor_text_put(text, "1676"), " ns"), text + 7);
    assert_string_equal(text, "1676 ns");
}

static void numbers_are_digits_alone(void **state)
{
    uint32_t value;

    (void)state;
    assert_true(spoor_text_number("0", &value) && value == 0);
    assert_true(spoor_text_number("0042", &value) && value == 42);
    assert_true(spoor_text_number("4294967294", &value) && value == UINT32_MAX - 1);
    assert_true(spoor_text_number("4294967295", &value) && value == UINT32_MAX);
    assert_true(spoor_text_number("4294967296", &value) && value == UINT32_MAX);
    assert_true(spoor_text_number("42949672960", &value) && value == UINT32_MAX);
    assert_true(spoor_text_number("99999999999999999999", &value) && value == UINT32_MAX);
    assert_false(spoor_text_number("", &value));
    assert_false(spoor_text_number("-1", &value));
    assert_false(spoor_text_number("5us", &value));
}

static void lists_have_an_end(void **state)
{
    (void)state;
    assert_string_equal(spoor_text_nth("yes\0no\0", 0), "yes");
    assert_string_equal(spoor_text_nth("yes\0no\0", 1), "no");
    assert_null(spoor_text_nth("yes\0no\0", 2));
    assert_null(spoor_text_nth("yes\0no\0", 9));
    assert_null(spoor_text_nth("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_compare_as_bytes), cmocka_unit_test(beginnings_are_taken_off),
        cmocka_unit_test(texts_are_appended),     cmocka_unit_test(numbers_are_digits_alone),
        cmocka_unit_test(lists_have_an_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
