/* SPDX-License-Identifier: BSD-2-Clause */
/* Points and blocks of every kind, with and without names in flash. The shell handles both. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <spoor/trace.h>
#include <spoor/shell/shell.h>
#include <test/output.h>
#include <test/test.h>

TRACE_POINT_DEF(names_point);
TRACE_POINT_DEF(names_other, "names_of two words");
TRACE_BLOCK_DEF(names_block);

const char *const spoor_shell_prompt = NULL;

static char output[2048];

static int run(const char *line)
{
    test_output_begin(output, sizeof output);
    int result = spoor_shell_run(line);

    test_output_end();
    return result;
}

static inline int in_an_inline_function(int n)
{
    TRACE_BLOCK_SCOPED(names_scope);
    trace_point("names_inline");
    return n + 1;
}

static __attribute__((noinline)) int in_a_function(int n)
{
    trace_point("names_here");
    return in_an_inline_function(n);
}

static unsigned id_of(const struct trace_block *b)
{
    unsigned id = 0;

    array_spread_foreach_ptr (other, trace_blocks) {
        if (other == b) {
            break;
        }
        id++;
    }
    return id;
}

TEST("points and blocks count and measure, with or without their names")
{
    CHECK_EQ(in_a_function(1), 2);
    trace_point_set(&names_point);
    trace_point_set(&names_other);
    trace_block_record(&names_block, 5);
    CHECK_EQ(trace_point_get_value(&names_point), 1);
    CHECK_EQ(trace_point_get_value(&names_other), 1);
    CHECK_EQ(names_block.count, 1);
}

/* Both images contain all of the code, so that their sizes can be compared. */
static const volatile bool named = CONFIG_TRACE_NAMES;

/* Assembles a name at run time: a literal would be in the image. */
static const char *spelt(const char *rest)
{
    static char name[24];

    snprintf(name, sizeof(name), "names_%s", rest);
    return name;
}

static int run_with(const char *format, unsigned id)
{
    char line[60];

    snprintf(line, sizeof(line), format, id);
    return run(line);
}

TEST("a table shows names, or IDs if there are no names")
{
    char expected[40];
    unsigned id = id_of(&names_block);

    CHECK_EQ(run_with("trace_blocks -s %u", id), 0);
    if (named) {
        snprintf(expected, sizeof(expected), "\n%2u  %s  ", id, spelt("block"));
    } else {
        snprintf(expected, sizeof(expected), "\n%2u  #%u ", id, id);
    }
    CHECK(strstr(output, expected) != NULL);
}

TEST("points and blocks have their names and locations")
{
    if (!named) {
        test_skip("names are only in the ELF file");
    }
    CHECK_STR(trace_point_get_name(&names_other), spelt("of two words"));
    CHECK(&names_block == trace_block_find(spelt("block")));
    CHECK_EQ(run_with("trace_blocks -i %u", id_of(&names_block)), 0);
    CHECK(strstr(output, "names.c:") != NULL);
}

TEST("without names, look-ups by name fail and names are empty")
{
    if (named) {
        test_skip("names are in flash");
    }
    CHECK_STR(trace_point_get_name(&names_other), "");
    CHECK_STR(trace_block_get_name(&names_block), "");
    CHECK_STR(trace_point_get_location_func(&names_point), "");
    CHECK(trace_block_find(spelt("block")) == NULL && trace_point_find(spelt("point")) == NULL);
    CHECK(trace_block_desc(&names_block) == NULL && trace_point_desc(&names_point) == NULL);
    CHECK_EQ(run("trace_blocks -i names_*"), -ENOENT);
    CHECK(strstr(output, "\"names_*\": names and places need CONFIG_TRACE_NAMES;") != NULL);
    CHECK_EQ(run("trace_blocks -i names.c"), -ENOENT);
}

TEST("without names, details report the setting that adds the location, and #ID works like ID")
{
    if (named) {
        test_skip("names are in flash");
    }
    CHECK_EQ(run_with("trace_blocks -i #%u", id_of(&names_block)), 0);
    CHECK(strstr(output, "  count      1\n") != NULL);
    CHECK(strstr(output, "\n  place      needs CONFIG_TRACE_NAMES;") != NULL);
    CHECK(strstr(output, "file") == NULL && strstr(output, "function") == NULL);
    CHECK_EQ(run("trace_blocks -s --sort name"), 0);
    CHECK_EQ(run("trace_points -s"), 0);
}

TEST("a condition is set by ID")
{
    CHECK_EQ(run_with("trace_blocks -w %u count>=2 disable", id_of(&names_block)), 0);
    trace_block_record(&names_block, 5);
    trace_block_record(&names_block, 5);
    CHECK_EQ(names_block.count, 2);
    CHECK(!trace_block_is_on(&names_block));
}
