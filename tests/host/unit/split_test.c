/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splitting of shell lines: blanks, quotes, escapes, limits.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/shell/shell.h>

/* Split a copy on the heap, so that the sanitizer detects overruns, and compare the words joined by '|'. */
static void expect(const char *line, int max, int n, const char *words)
{
    char *copy = strdup(line);
    char *argv[32];
    char joined[256] = "";

    assert_int_equal(spoor_shell_split(copy, argv, max), n);
    for (int i = 0; i < n; i++) {
        strcat(strcat(joined, i > 0 ? "|" : ""), argv[i]);
    }
    assert_string_equal(joined, words);
    free(copy);
}

static void blanks_separate_words(void **state)
{
    (void)state;
    expect("", 4, 0, "");
    expect(" \t ", 4, 0, "");
    expect("ps", 4, 1, "ps");
    expect("  trace_blocks\t-s   -i 3 ", 4, 4, "trace_blocks|-s|-i|3");
}

static void quotes_and_backslashes_keep_characters(void **state)
{
    (void)state;
    expect("echo \"two words\" 'and these'", 4, 3, "echo|two words|and these");
    expect("a\\ b c\\\\d \\\"e", 4, 3, "a b|c\\d|\"e");
    expect("\"a\\\"b\" 'c\\d' '\"'", 4, 3, "a\"b|c\\d|\"");
    expect("a\"b c\"'d e'f", 4, 1, "ab cd ef");
    expect("x \"\" y", 4, 3, "x||y");
    expect("''", 4, 1, "");
}

static void unterminated_quotes_are_rejected(void **state)
{
    (void)state;
    expect("a \"b", 4, -EINVAL, "");
    expect("a 'b\"", 4, -EINVAL, "");
    expect("a b\\", 4, -EINVAL, "");
    expect("\\", 4, -EINVAL, "");
    expect("\"", 4, -EINVAL, "");
}

static void more_words_than_the_maximum_are_rejected(void **state)
{
    (void)state;
    expect("a b c d", 4, 4, "a|b|c|d");
    expect("a b c d ", 4, 4, "a|b|c|d");
    expect("a b c d e", 4, -E2BIG, "");
    expect("a", 0, -E2BIG, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_separate_words),
        cmocka_unit_test(quotes_and_backslashes_keep_characters),
        cmocka_unit_test(unterminated_quotes_are_rejected),
        cmocka_unit_test(more_words_than_the_maximum_are_rejected),
    };

    return cmocka_run_group_tests_name("shell/split", tests, NULL, NULL);
}
