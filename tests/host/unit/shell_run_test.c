/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of random words: a rejected line must print one message and leave every point and block unchanged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/cost.h>
#include <util/array_spread.h>
#include <spoor/trace.h>
#include <spoor/shell/shell.h>

TRACE_POINT_DEF(point_a);
TRACE_POINT_DEF(point_b, "two words");
TRACE_BLOCK_DEF(block_a);
TRACE_BLOCK_DEF(block_b);
TRACE_BLOCK_DEF(block_c, "a name much longer than any table has room for, which is cut where the cell ends");

static const char *const words[] = {
    "-s",         "-i",          "-a",         "-d",     "-r",        "-h",     "-x",      "--sort",
    "--sort=avg", "avg",         "name",       "id",     "count",     "0",      "1",       "2",
    "3",          "99",          "4294967296", "12abc",  "block_*",   "point?", "block_a", "block_b",
    "point_a",    "two\\ words", "'*'",        "[",      "''",        "-",      "--",      "-1",
    "-sr",        "\"",          "total",      "[a-z]*", "'a name*'", "\\",
};

static const char *const commands[] = {"trace_points", "trace_blocks", "help", "echo", "trace_", ""};

#define PICK(array) ((array)[(unsigned)rand() % (sizeof(array) / sizeof((array)[0]))])

struct state {
    struct trace_point points[2];
    struct trace_block blocks[3];
};

static struct state get_state(void)
{
    return (struct state){{point_a, point_b}, {block_a, block_b, block_c}};
}

static void set_state(void)
{
    array_spread_foreach_ptr (p, trace_points) {
        p->count = rand() % 2 ? (uint32_t)rand() * 2u : 0;
        trace_point_enable(p, rand() % 2);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_reset(b);
        trace_block_enable(b, rand() % 2);
        for (int n = rand() % 3; n > 0; n--) {
            trace_block_record(b, (uint32_t)rand() >> (rand() % 32));
        }
        b->unmatched_leave = (uint16_t)(rand() % 3 == 0 ? rand() : 0);
    }
}

/* @return whether all lines after the first begin with a blank, which marks continuation lines */
static bool is_one_message(const char *text)
{
    while ((text = strchr(text, '\n') + 1)[0] == ' ') {
    }
    return *text == '\0';
}

static void a_rejected_line_prints_one_message_and_changes_nothing(void **state)
{
    unsigned refused = 0, run = 0;

    (void)state;
    srand(1);
    for (int round = 0; round < 20000; round++) {
        char line[1024];
        char *text = NULL;
        size_t bytes = 0;
        FILE *console = stdout;

        set_state();
        strcpy(line, PICK(commands));
        for (int n = rand() % (rand() % 50 == 0 ? 20 : 6); n > 0; n--) {
            strcat(strcat(line, " "), PICK(words));
        }

        struct state before = get_state();

        stdout = open_memstream(&text, &bytes);
        int result = spoor_shell_run(line);

        fclose(stdout);
        stdout = console;
        struct state after = get_state();

        if (result != 0) {
            assert_true(bytes > 1 && text[bytes - 1] == '\n');
            assert_true(is_one_message(text));
            assert_memory_equal(&before, &after, sizeof(before));
            refused++;
        } else {
            assert_true(bytes == 0 || text[bytes - 1] == '\n');
            run++;
        }
        free(text);
    }
    assert_true(refused > 2000 && run > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rejected_line_prints_one_message_and_changes_nothing),
    };

    return cmocka_run_group_tests_name("shell/run", tests, NULL, NULL);
}
