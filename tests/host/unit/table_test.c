/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables: columns must be aligned for any contents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/shell/table.h>

static const char columns[] = ">ID\0<Name\0>Count";

/* Print `n` rows of the three columns. @return the text, which the caller must free */
static char *print(const char *const names[], const unsigned counts[], unsigned n)
{
    char *text;
    size_t bytes;
    FILE *console = stdout;
    struct spoor_table t;

    stdout = open_memstream(&text, &bytes);
    spoor_table_begin(&t, columns, 3);
    while (spoor_table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            spoor_table_cell(&t, "%u", i);
            spoor_table_cell(&t, "%s", names[i]);
            spoor_table_cell(&t, "%u", counts[i]);
        }
    }
    fclose(stdout);
    stdout = console;
    return text;
}

static void a_table_without_rows_has_a_header(void **state)
{
    char *text = print(NULL, NULL, 0);

    (void)state;
    assert_string_equal(text, "ID  Name  Count\n");
    free(text);
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    const char *const names[] = {"a", "a_name_of_thirty_two_characters_"};
    const unsigned counts[] = {4294967295u, 0};
    char *text = print(names, counts, 2);

    (void)state;
    assert_string_equal(text, "ID  Name                                   Count\n"
                              " 0  a                                 4294967295\n"
                              " 1  a_name_of_thirty_two_characters_           0\n");
    free(text);
}

/* Without memory for a copy, counters may change between the two passes. */
static void a_cell_that_grows_between_the_passes_does_no_harm(void **state)
{
    char *text;
    size_t bytes;
    FILE *console = stdout;
    struct spoor_table t;
    unsigned count = 9;

    (void)state;
    stdout = open_memstream(&text, &bytes);
    spoor_table_begin(&t, columns, 3);
    while (spoor_table_pass(&t)) {
        spoor_table_cell(&t, "%u", count);
        spoor_table_cell(&t, "%u", count * 111111);
        spoor_table_cell(&t, "%u", count * 111111);
        count *= 10;
    }
    fclose(stdout);
    stdout = console;
    assert_string_equal(text, "ID  Name     Count\n"
                              "90  9999990  9999990\n");
    free(text);
}

static void a_cell_that_is_too_long_is_truncated(void **state)
{
    char name[200];
    const char *const names[] = {name};
    const unsigned counts[] = {7};

    (void)state;
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';

    char *text = print(names, counts, 1);
    char *row = strchr(text, '\n') + 1;

    assert_int_equal(strlen(row), 2 + 2 + SPOOR_TABLE_CELL_BYTES - 1 + 2 + 5 + 1);
    assert_int_equal(row - text, strlen(row));
    assert_non_null(strstr(row, "x...  "));
    free(text);
}

static void each_character_takes_a_column(void **state)
{
    const char *const names[] = {"Z\xC3\xA4hler", "plain", "\xE2\x82\xAC\xF0\x9F\x90\xBE"};
    const unsigned counts[] = {1, 2, 3};
    char *text = print(names, counts, 3);

    (void)state;
    assert_string_equal(text, "ID  Name    Count\n"
                              " 0  Z\xC3\xA4hler      1\n"
                              " 1  plain       2\n"
                              " 2  \xE2\x82\xAC\xF0\x9F\x90\xBE          3\n");
    free(text);
}

static void invalid_utf8_does_no_harm(void **state)
{
    const char *const names[] = {"\x1B[31mred", "tab\tand\nline", "\xFF\x80\xC3",
                                 "\xC2\x9B"
                                 "1m",
                                 "\xE2\x82"};
    const unsigned counts[] = {1, 2, 3, 4, 5};
    char *text = print(names, counts, 5);

    (void)state;
    assert_string_equal(text, "ID  Name          Count\n"
                              " 0  ?[31mred          1\n"
                              " 1  tab?and?line      2\n"
                              " 2  ???               3\n"
                              " 3  ??1m              4\n"
                              " 4  ??                5\n");
    free(text);
}

static void a_left_aligned_last_column_has_no_trailing_blanks(void **state)
{
    static const char last_left[] = "<A\0<B";
    char *text;
    size_t bytes;
    FILE *console = stdout;
    struct spoor_table t;

    (void)state;
    stdout = open_memstream(&text, &bytes);
    spoor_table_begin(&t, last_left, 2);
    while (spoor_table_pass(&t)) {
        spoor_table_cell(&t, "wide");
        spoor_table_cell(&t, "wider");
        spoor_table_cell(&t, "w");
        spoor_table_cell(&t, "w");
    }
    fclose(stdout);
    stdout = console;
    assert_string_equal(text, "A     B\nwide  wider\nw     w\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_without_rows_has_a_header),
        cmocka_unit_test(a_cell_that_grows_between_the_passes_does_no_harm),
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(a_cell_that_is_too_long_is_truncated),
        cmocka_unit_test(each_character_takes_a_column),
        cmocka_unit_test(invalid_utf8_does_no_harm),
        cmocka_unit_test(a_left_aligned_last_column_has_no_trailing_blanks),
    };

    return cmocka_run_group_tests_name("shell/table", tests, NULL, NULL);
}
