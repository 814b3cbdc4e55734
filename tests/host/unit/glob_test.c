/* SPDX-License-Identifier: BSD-2-Clause */
/* Shell patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/util/glob.h>

static void plain_text_matches_only_itself(void **state)
{
    (void)state;
    assert_true(spoor_glob_match("interrupt_tb", "interrupt_tb"));
    assert_false(spoor_glob_match("interrupt_tb", "interrupt_t"));
    assert_false(spoor_glob_match("interrupt_t", "interrupt_tb"));
    assert_false(spoor_glob_match("A", "a"));
    assert_true(spoor_glob_match("", ""));
    assert_false(spoor_glob_match("", "a"));
    assert_false(spoor_glob_match("a", ""));
}

static void stars_match_any_run(void **state)
{
    (void)state;
    assert_true(spoor_glob_match("*", ""));
    assert_true(spoor_glob_match("*", "anything"));
    assert_true(spoor_glob_match("sched*", "sched_switch_tb"));
    assert_true(spoor_glob_match("*_tb", "a_tb_tb"));
    assert_true(spoor_glob_match("a*b*c", "aXbXbXc"));
    assert_true(spoor_glob_match("**a**", "bab"));
    assert_false(spoor_glob_match("a*b*c", "aXcXb"));
    assert_false(spoor_glob_match("*_tb", "a_tbx"));
    assert_true(spoor_glob_match("*ab*", "aaab"));
}

static void many_stars_do_not_take_exponential_time(void **state)
{
    char text[121];

    (void)state;
    memset(text, 'a', 120);
    text[120] = '\0';
    assert_false(spoor_glob_match("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text));
}

static void a_question_mark_matches_one_character(void **state)
{
    (void)state;
    assert_true(spoor_glob_match("b?ock", "block"));
    assert_false(spoor_glob_match("b?ock", "bock"));
    assert_false(spoor_glob_match("?", ""));
    assert_true(spoor_glob_match("?*", "a"));
    assert_false(spoor_glob_match("?*", ""));
}

static void a_set_matches_one_of_its_characters(void **state)
{
    (void)state;
    assert_true(spoor_glob_match("uart[0-3]", "uart2"));
    assert_false(spoor_glob_match("uart[0-3]", "uart4"));
    assert_false(spoor_glob_match("uart[0-3]", "uart"));
    assert_true(spoor_glob_match("[abc]x", "bx"));
    assert_true(spoor_glob_match("[!0-9]*", "a9"));
    assert_false(spoor_glob_match("[^0-9]*", "9a"));
    assert_true(spoor_glob_match("[]x]", "]"));
    assert_true(spoor_glob_match("[!]x]", "y"));
    assert_false(spoor_glob_match("[!]x]", "]"));
    assert_true(spoor_glob_match("[a-]", "-"));
    assert_true(spoor_glob_match("*[0-9]", "ab12"));
    assert_true(spoor_glob_match("[\x80-\xff]", "\xc3"));
}

static void an_unclosed_bracket_is_a_character(void **state)
{
    (void)state;
    assert_true(spoor_glob_match("[", "["));
    assert_true(spoor_glob_match("a[b", "a[b"));
    assert_true(spoor_glob_match("a[]", "a[]"));
    assert_true(spoor_glob_match("a[!", "a[!"));
    assert_true(spoor_glob_match("a[b-", "a[b-"));
    assert_false(spoor_glob_match("a[b", "ab"));
}

static void patterns_are_distinguished_from_names(void **state)
{
    (void)state;
    assert_false(spoor_glob_is_pattern(""));
    assert_false(spoor_glob_is_pattern("sched_switch_tb"));
    assert_true(spoor_glob_is_pattern("s*"));
    assert_true(spoor_glob_is_pattern("s?"));
    assert_true(spoor_glob_is_pattern("[s"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_matches_only_itself),
        cmocka_unit_test(stars_match_any_run),
        cmocka_unit_test(many_stars_do_not_take_exponential_time),
        cmocka_unit_test(a_question_mark_matches_one_character),
        cmocka_unit_test(a_set_matches_one_of_its_characters),
        cmocka_unit_test(an_unclosed_bracket_is_a_character),
        cmocka_unit_test(patterns_are_distinguished_from_names),
    };

    return cmocka_run_group_tests_name("shell/glob", tests, NULL, NULL);
}
