/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shell's history: order, repeated lines, eviction of the oldest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/shell/edit.h>

static void an_empty_history_has_no_lines(void **state)
{
    char data[8];
    struct spoor_history h = {data, sizeof(data), 0};

    (void)state;
    assert_null(spoor_history_get(&h, 0));
    assert_null(spoor_history_get(&h, 7));
}

static void the_newest_line_is_first(void **state)
{
    char data[64];
    struct spoor_history h = {data, sizeof(data), 0};

    (void)state;
    spoor_history_add(&h, "ps");
    spoor_history_add(&h, "irqs");
    assert_string_equal(spoor_history_get(&h, 0), "irqs");
    assert_string_equal(spoor_history_get(&h, 1), "ps");
    assert_null(spoor_history_get(&h, 2));
}

static void blank_and_repeated_lines_are_not_kept(void **state)
{
    char data[64];
    struct spoor_history h = {data, sizeof(data), 0};

    (void)state;
    spoor_history_add(&h, "");
    spoor_history_add(&h, " \t");
    spoor_history_add(&h, "ps");
    spoor_history_add(&h, "ps");
    spoor_history_add(&h, "irqs");
    spoor_history_add(&h, "ps");
    assert_string_equal(spoor_history_get(&h, 0), "ps");
    assert_string_equal(spoor_history_get(&h, 1), "irqs");
    assert_string_equal(spoor_history_get(&h, 2), "ps");
    assert_null(spoor_history_get(&h, 3));
}

static void the_oldest_lines_are_evicted(void **state)
{
    char data[10];
    struct spoor_history h = {data, sizeof(data), 0};

    (void)state;
    spoor_history_add(&h, "aa");
    spoor_history_add(&h, "bb");
    spoor_history_add(&h, "cc");
    assert_string_equal(spoor_history_get(&h, 2), "aa");
    spoor_history_add(&h, "dddd");
    assert_string_equal(spoor_history_get(&h, 0), "dddd");
    assert_string_equal(spoor_history_get(&h, 1), "cc");
    assert_null(spoor_history_get(&h, 2));
    spoor_history_add(&h, "123456789");
    assert_string_equal(spoor_history_get(&h, 0), "123456789");
    assert_null(spoor_history_get(&h, 1));
    spoor_history_add(&h, "1234567890");
    assert_string_equal(spoor_history_get(&h, 0), "123456789");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_history_has_no_lines),
        cmocka_unit_test(the_newest_line_is_first),
        cmocka_unit_test(blank_and_repeated_lines_are_not_kept),
        cmocka_unit_test(the_oldest_lines_are_evicted),
    };

    return cmocka_run_group_tests_name("shell/history", tests, NULL, NULL);
}
