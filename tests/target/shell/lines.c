/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines: words, unknown commands, limits; and the start script, which ran before the tests.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <spoor/shell/shell.h>
#include <util/array_spread.h>
#include "capture.h"

const char *const spoor_shell_prompt = NULL;
const char *const spoor_shell_start_script[] = {"note boot", "no_such_command", "note 'after a failure'",
                                                NULL};

TEST("the start script runs before the application and continues after a failed line")
{
    CHECK_EQ(notes, 2);
    CHECK_STR(noted, "|after a failure");
}

TEST("a command gets its words, including quoted and escaped ones")
{
    CHECK_OUTPUT("note one \"two words\" 'three of them' four\\ too", 0, "");
    CHECK_STR(noted, "|one|two words|three of them|four too");
    CHECK_OUTPUT("  note   ", 0, "");
    CHECK_STR(noted, "");
}

TEST("a line returns its command's result")
{
    note_result = -EIO;
    CHECK_OUTPUT("note", -EIO, "");
    note_result = 0;
}

TEST("an empty line does nothing")
{
    CHECK_OUTPUT("", 0, "");
    CHECK_OUTPUT(" \t ", 0, "");
}

TEST("an unknown command is reported with a hint")
{
    CHECK_OUTPUT("trace_block -s", -ENOENT, "trace_block: no such command; see help\n");
    CHECK_OUTPUT(
        "trace_events -s", -ENOENT,
        "trace_events: not in this image; build it with CONFIG := TRACE_EVENTS=1, or run demo-events\n");
    CHECK_OUTPUT("help trace_samples", -ENOENT,
                 "trace_samples: not in this image; build it with CONFIG := TRACE_SAMPLES=1, or run "
                 "samples-shell\n");
    CHECK_OUTPUT("''", -ENOENT, ": no such command; see help\n");
}

TEST("a line that can't be split is refused with a one-line message")
{
    unsigned before = notes;

    CHECK_OUTPUT("note 'open", -EINVAL, "the line ends inside a quote or after a backslash\n");
    CHECK_OUTPUT("note \\", -EINVAL, "the line ends inside a quote or after a backslash\n");
    CHECK_EQ(notes, before);
}

TEST("sixteen words fit, seventeen don't")
{
    CHECK_OUTPUT("note 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", 0, "");
    CHECK_STR(noted, "|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16");
    CHECK_OUTPUT("note 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", -E2BIG, "too many words: at most 16\n");
    CHECK_STR(noted, "");
}

TEST("127 characters fit, 128 don't")
{
    char line[SPOOR_SHELL_LINE_BYTES + 1];

    memset(line, 'x', sizeof(line));
    memcpy(line, "note ", 5);
    line[SPOOR_SHELL_LINE_BYTES] = '\0';
    CHECK_OUTPUT(line, -E2BIG, "line too long: at most 127 characters\n");
    line[SPOOR_SHELL_LINE_BYTES - 1] = '\0';
    CHECK_OUTPUT(line, 0, "");
    CHECK_EQ(strlen(noted), 123);
}

TEST("help lists every command with its summary in an aligned column")
{
    const char *column = NULL;

    CHECK_EQ(run("help"), 0);
    CHECK(strncmp(output, "Command", 7) == 0);
    column = strstr(output, "Summary");
    REQUIRE(column != NULL);
    array_spread_foreach_ptr (c, spoor_shell_commands) {
        const char *row = strstr(output, c->summary);

        REQUIRE(row != NULL);
        while (row[-1] != '\n') {
            row--;
        }
        CHECK(strncmp(row, c->name, strlen(c->name)) == 0);
        CHECK_EQ(strstr(row, c->summary) - row, column - output);
    }
}

TEST("help lists the profiler's commands first, then a blank line and the others")
{
    CHECK_EQ(run("help"), 0);
    char *others = strstr(output, "\n  ");

    REQUIRE(others != NULL);
    CHECK(strncmp(strchr(output, '\n') + 1, "trace_", 6) == 0);
    CHECK(strstr(others, "\nnote ") != NULL && strstr(others, "\ntrace_") == NULL);
    *others = '\0';
    CHECK(strstr(output, "\ntrace_blocks ") != NULL && strstr(output, "\nnote ") == NULL);
}

TEST("help COMMAND prints the command's summary and usage")
{
    CHECK_OUTPUT("help note", 0, "note: note its words\nusage: note [WORD...]\n");
    CHECK_OUTPUT("help version", 0, "version: show version, board and configuration\nusage: version\n");
    CHECK_OUTPUT("help nothing", -ENOENT, "nothing: no such command; see help\n");
    CHECK_OUTPUT("help a b", -EINVAL, "help: usage: help [COMMAND]\n");
}

TEST("commands refuse wrong arguments and print their usage")
{
    CHECK_OUTPUT("ps x", -EINVAL, "ps: usage: ps\n");
    CHECK_OUTPUT("irqs x", -EINVAL, "irqs: usage: irqs\n");
    CHECK_OUTPUT("uptime x", -EINVAL, "uptime: usage: uptime\n");
    CHECK_OUTPUT("mem x", -EINVAL, "mem: usage: mem\n");
    CHECK_OUTPUT("version x", -EINVAL, "version: usage: version\n");
    CHECK_OUTPUT("sleep", -EINVAL, "sleep: usage: sleep MILLISECONDS\n");
    CHECK_OUTPUT("sleep 1 2", -EINVAL, "sleep: usage: sleep MILLISECONDS\n");
    CHECK_OUTPUT("sleep -1", -EINVAL, "sleep: \"-1\": milliseconds are a number of at most 7 digits\n");
    CHECK_OUTPUT("sleep ''", -EINVAL, "sleep: \"\": milliseconds are a number of at most 7 digits\n");
    CHECK_OUTPUT("sleep 12345678", -EINVAL,
                 "sleep: \"12345678\": milliseconds are a number of at most 7 digits\n");
    CHECK_OUTPUT("echo a  'b  c'", 0, "a b  c\n");
}
