/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line editor: keys, completion, limits, random input. Its output goes to a model of a terminal, so that
 * the visible text can be compared with the line after every byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/shell/edit.h>
#include "terminal.h"

#define PROMPT "spoor> "

static const char *const commands[] = {"echo", "help", "trace_blocks", "trace_points", "ps"};
static const char *const blocks[] = {"interrupt_tb", "two words",  "twin", "twin",
                                     "it's",         "say \"hi\"", "it's"};

static const char *const conditions[] = {"max>", "min<"};

static const char *candidate(const struct spoor_shell_words *words, unsigned n)
{
    if (words->argc == 0) {
        return n < 5 ? commands[n] : NULL;
    }
    if (strcmp(words->argv[words->argc - 1], "-w") == 0) {
        return n < 2 ? conditions[n] : NULL;
    }
    return strcmp(words->argv[0], "trace_blocks") == 0 && n < 7 ? blocks[n] : NULL;
}

static const struct spoor_edit_ops ops = {terminal_show, candidate};
static char spoor_history_data[256];
static struct spoor_history history;
static struct spoor_edit edit;

static int set_up(void **state)
{
    (void)state;
    terminal_clear();
    history = (struct spoor_history){spoor_history_data, sizeof(spoor_history_data), 0};
    spoor_edit_init(&edit, &ops, PROMPT, &history);
    spoor_edit_begin(&edit);
    return 0;
}

/* The terminal must show the prompt, the line as far as it fits, and the cursor in its column. */
static void check_screen(void)
{
    char expected[COLUMNS + 1];
    unsigned room = COLUMNS - 1 - strlen(PROMPT);

    if (edit.searching) { /* the found line is shown instead of the edited line */
        assert_true(strncmp(terminal.row, "(search) ", 9) == 0);
        return;
    }
    assert_true(edit.length < SPOOR_SHELL_LINE_BYTES && edit.cursor <= edit.length &&
                edit.first <= edit.cursor);
    assert_int_equal(strlen(edit.line), edit.length);
    snprintf(expected, sizeof(expected), "%s%-*.*s", PROMPT, (int)room + 1, (int)room,
             edit.line + edit.first);
    assert_string_equal(terminal.row, expected);
    assert_int_equal(terminal.column, strlen(PROMPT) + edit.cursor - edit.first);
}

static enum spoor_edit_result feed(const char *bytes, size_t n)
{
    enum spoor_edit_result result = SPOOR_EDIT_MORE;

    for (size_t i = 0; i < n; i++) {
        assert_int_equal(result, SPOOR_EDIT_MORE);
        result = spoor_edit_feed(&edit, bytes[i]);
        if (result == SPOOR_EDIT_MORE) {
            check_screen();
        }
    }
    return result;
}

static enum spoor_edit_result keys(const char *text)
{
    return feed(text, strlen(text));
}

/* Feed keys and compare the resulting line. '|' in `line` marks the cursor. */
static void expect(const char *text, const char *line)
{
    char shown[SPOOR_SHELL_LINE_BYTES + 1];

    assert_int_equal(keys(text), SPOOR_EDIT_MORE);
    snprintf(shown, sizeof(shown), "%.*s|%s", edit.cursor, edit.line, edit.line + edit.cursor);
    assert_string_equal(shown, line);
}

static void enter(const char *text)
{
    assert_int_equal(keys(text), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
}

static void typing_inserts_at_the_cursor(void **state)
{
    (void)state;
    expect("hlo", "hlo|");
    expect("\x1b[D\x1b[D", "h|lo");
    expect("el", "hel|lo");
    expect("\x1b[C\x1b[C\x1b[C", "hello|");
    expect("\x01>", ">|hello");
    expect("\x05<", ">hello<|");
    expect("\x02\x02\x06", ">hello|<");
}

static void every_form_of_home_end_and_delete_works(void **state)
{
    (void)state;
    expect("abc\x1b[H", "|abc");
    expect("\x1b[F", "abc|");
    expect("\x1bOH", "|abc");
    expect("\x1bOF", "abc|");
    expect("\x1b[1~", "|abc");
    expect("\x1b[4~", "abc|");
    expect("\x1b[7~", "|abc");
    expect("\x1b[8~", "abc|");
    expect("\x1bOD\x1bOD\x1bOC", "ab|c");
    expect("\x1b[3~", "ab|");
    expect("\x1b[3~\x04", "ab|");
    expect("\x01\x04", "|b");
    expect("\x7f\x08", "|b");
    expect("\x05\x08", "|");
    expect("cd\x7f", "c|");
}

static void words_and_line_ends_are_deleted(void **state)
{
    (void)state;
    expect("one two  three  \x17", "one two  |");
    expect("\x17", "one |");
    expect("\x17\x17", "|");
    expect("one two\x1b[D\x1b[D\x0b", "one t|");
    expect("\x02\x15", "|t");
    expect("\x05x\x0c", "tx|");
}

static void enter_ends_a_line_once(void **state)
{
    (void)state;
    assert_int_equal(keys("ps\r"), SPOOR_EDIT_LINE);
    assert_string_equal(edit.line, "ps");
    spoor_edit_begin(&edit);
    assert_int_equal(keys("\n"), SPOOR_EDIT_MORE);
    assert_int_equal(keys("\n"), SPOOR_EDIT_LINE);
    assert_string_equal(edit.line, "");
    spoor_edit_begin(&edit);
    assert_int_equal(keys("a\n"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("b\n"), SPOOR_EDIT_LINE);
}

static void control_c_drops_the_line(void **state)
{
    (void)state;
    assert_int_equal(keys("trace_blocks -r\x03"), SPOOR_EDIT_DROPPED);
    spoor_edit_begin(&edit);
    expect("", "|");
    assert_null(spoor_history_get(&history, 0));
}

static void arrows_browse_the_history_and_keep_the_draft(void **state)
{
    (void)state;
    enter("one\r");
    enter("two\r");
    enter("two\r");
    enter("  \r");
    expect("dra\x1b[A", "two|");
    expect("\x10", "one|");
    expect("\x1b[A\x1b[A", "one|");
    expect("\x0e", "two|");
    expect("\x1b[B", "dra|");
    expect("\x1b[B", "dra|");
    expect("\x1b[Axx", "twoxx|");
    enter("\r");
    expect("\x1b[A", "twoxx|");
    expect("\x1b[A", "two|");
}

static void keys_move_by_words(void **state)
{
    (void)state;
    expect("one two three\x1b"
           "b",
           "one two |three");
    expect("\x1b"
           "b\x1b"
           "B",
           "|one two three");
    expect("\x1b"
           "f",
           "one| two three");
    expect("\x1b"
           "d",
           "one| three");
    expect("\x01\x1b[1;5C", "one| three");
    expect("\x1b[1;5C\x1b[1;3D", "one |three");
    expect("\x1b[1;2D", "one| three");
    expect("\x1b"
           "x",
           "onex| three");
}

static void ctrl_r_searches_the_history(void **state)
{
    (void)state;
    enter("ps\r");
    enter("trace_blocks -s\r");
    enter("trace_points\r");
    keys("\x12");
    assert_non_null(strstr(terminal.row, "(search) : "));
    keys("trace");
    assert_non_null(strstr(terminal.row, "(search) trace: trace_points"));
    keys("\x12");
    assert_non_null(strstr(terminal.row, "(search) trace: trace_blocks -s"));
    keys("\x12"); /* no older line matches */
    assert_int_equal(terminal.bells, 1);
    expect("\x05 x", "trace_blocks -s x|");
    keys("\x15\x12ps\x7f\x7f");
    expect("p\x03", "|");
    assert_int_equal(keys("\x03"), SPOOR_EDIT_DROPPED);
    spoor_edit_begin(&edit);
    expect("draft\x12"
           "blo\x01",
           "|trace_blocks -s");
    expect("\x0e", "trace_points|");
    expect("\x0e", "draft|");
    expect("\x12zzz\x07", "draft|");
    assert_int_equal(spoor_edit_feed(&edit, '\x12'), SPOOR_EDIT_MORE);
    assert_int_equal(spoor_edit_feed(&edit, 'p'), SPOOR_EDIT_MORE);
    assert_int_equal(spoor_edit_feed(&edit, '\r'), SPOOR_EDIT_LINE);
    assert_string_equal(edit.line, "trace_points");
}

static void tab_completes_a_unique_prefix(void **state)
{
    (void)state;
    expect("h\t", "help |");
    expect("\x15xx\t", "xx|");
    assert_int_equal(terminal.bells, 1);
    expect("\x15trace_b\tin\t", "trace_blocks interrupt_tb |");
    expect("i\x1b[D\x1b[D\x17in\t", "trace_blocks interrupt_tb| i");
    expect("\x15 \x05\x15  p\t", "  ps |");
    expect("\x15trace_blocks tw\tin\t", "trace_blocks twin |");
    expect("\x15help \t", "help |");
    expect("\x15trace_blocks -w ma\t1us", "trace_blocks -w max>1us|");
}

static void tab_quotes_words_that_need_it(void **state)
{
    (void)state;
    expect("trace_blocks two\t", "trace_blocks two\\ words |");
    expect("\x15trace_blocks \"two w\t", "trace_blocks \"two words\" |");
    expect("\x15trace_blocks 'two\t", "trace_blocks 'two words' |");
    expect("\x15trace_blocks it\t", "trace_blocks it\\'s |");
    expect("\x15trace_blocks 'it\t", "trace_blocks 'it'\\''s' |");
    expect("\x15trace_blocks s\t", "trace_blocks say\\ \\\"hi\\\" |");
    expect("\x15trace_blocks two\\\t", "trace_blocks two\\|");
}

static void tab_twice_lists_the_candidates(void **state)
{
    (void)state;
    expect("t\t", "trace_|");
    assert_int_equal(terminal.bells, 0);
    expect("\t", "trace_|");
    assert_string_equal(terminal.above, PROMPT "trace_\ntrace_blocks  trace_points\n");
    expect("b\tt\t", "trace_blocks tw|");
    terminal.above[0] = '\0';
    expect("\t", "trace_blocks tw|");
    assert_string_equal(terminal.above, PROMPT "trace_blocks tw\ntwo words  twin\n");
}

static void a_completion_that_does_not_fit_changes_nothing(void **state)
{
    char line[SPOOR_SHELL_LINE_BYTES + 1];

    (void)state;
    snprintf(line, sizeof(line), "trace_blocks %0110d t", 0);
    keys(line);
    assert_int_equal(edit.length, 125);
    keys("\t");
    assert_int_equal(edit.length, 126);
    keys("o\t");
    assert_int_equal(edit.length, 127);
}

static void long_lines_scroll_and_can_be_edited(void **state)
{
    (void)state;
    for (int i = 0; i < 127; i++) {
        keys("x");
    }
    assert_int_equal(edit.length, 127);
    for (int i = 0; i < 100; i++) {
        keys("\x1b[D");
    }
    assert_int_equal(edit.cursor, 27);
    keys("\x7fy\x05\x7f\x01\x1b[3~\x05");
    assert_int_equal(edit.length, 125);
    assert_int_equal(keys("\r"), SPOOR_EDIT_LINE);
    assert_int_equal(edit.line[25], 'y');
}

static void a_line_that_is_too_long_is_discarded(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        keys("x");
    }
    assert_int_equal(terminal.bells, 1);
    assert_int_equal(keys("\x7f\x7f\x1b[A\t\x17\r"), SPOOR_EDIT_TOO_LONG);
    assert_null(spoor_history_get(&history, 0));
    spoor_edit_begin(&edit);
    enter("ps\r");
    for (int i = 0; i < 128; i++) {
        keys("x");
    }
    expect("\x15ps", "ps|");
    assert_int_equal(keys("\r"), SPOOR_EDIT_LINE);
}

static void unknown_bytes_have_no_effect(void **state)
{
    static const char bytes[] =
        "a\x00\x0f\x11\x12\x13\x14\x16\x18\x19\x1a\x1c\x1d\x1e\x1f\x80\x9b\xc3\xa4\xff"
        "\x1b[99~\x1b[1;5A\x1b[?25h\x1b[ q\x1b[[A\x1bOP\x1b[200~\x1b[257~\x1b[\x1b[2Jb";

    (void)state;
    enter("old\r");
    feed(bytes, sizeof(bytes) - 1);
    keys("\x1b[");
    for (int i = 0; i < 5000; i++) {
        keys("9;");
    }
    keys("~");
    expect("", "oldb|");
}

static void an_unfinished_sequence_ends_with_the_line(void **state)
{
    (void)state;
    assert_int_equal(keys("ps\x1b\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("ps\x1b[\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("ps\x1b[1;\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    assert_int_equal(keys("ps\x1bO\r"), SPOOR_EDIT_LINE);
    spoor_edit_begin(&edit);
    expect("\x1bps\x1b[\x1b[H", "|ps");
}

static void random_bytes_never_break_line_or_screen(void **state)
{
    static const char *const some[] = {"\x1b[D",
                                       "\x1b[C",
                                       "\x1b[A",
                                       "\x1b[B",
                                       "\x1b[H",
                                       "\x1b[F",
                                       "\x1b[3~",
                                       "\t",
                                       "\x7f",
                                       "\x17",
                                       "\x0b",
                                       "\"",
                                       "\\",
                                       "'",
                                       " ",
                                       "tw",
                                       "\r",
                                       "trace_blocks ",
                                       "xxxxxxxxxxxxxxxxxxxx"};

    (void)state;
    srand(1);
    for (int i = 0; i < 50000; i++) {
        char byte[2] = {(char)rand(), '\0'};
        const char *next = rand() % 4 != 0 ? some[(unsigned)rand() % (sizeof(some) / sizeof(some[0]))] : byte;

        if (next[0] == '\0') {
            continue;
        }
        if (keys(next) != SPOOR_EDIT_MORE) {
            spoor_edit_begin(&edit);
        }
        check_screen();
    }
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(typing_inserts_at_the_cursor),
        TEST(every_form_of_home_end_and_delete_works),
        TEST(words_and_line_ends_are_deleted),
        TEST(enter_ends_a_line_once),
        TEST(control_c_drops_the_line),
        TEST(arrows_browse_the_history_and_keep_the_draft),
        TEST(keys_move_by_words),
        TEST(ctrl_r_searches_the_history),
        TEST(tab_completes_a_unique_prefix),
        TEST(tab_quotes_words_that_need_it),
        TEST(tab_twice_lists_the_candidates),
        TEST(a_completion_that_does_not_fit_changes_nothing),
        TEST(long_lines_scroll_and_can_be_edited),
        TEST(a_line_that_is_too_long_is_discarded),
        TEST(unknown_bytes_have_no_effect),
        TEST(an_unfinished_sequence_ends_with_the_line),
        TEST(random_bytes_never_break_line_or_screen),
    };

    return cmocka_run_group_tests_name("shell/edit", tests, NULL, NULL);
}
