/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_points and trace_blocks: their output and the changes they make, and that they leave other items
 * unchanged. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/trace.h>
#include <util/array_spread.h>
#include <spoor/util/format.h>
#include "capture.h"

TRACE_POINT_DEF(shell_point_a);
TRACE_POINT_DEF(shell_point_b, "shell_b point");
TRACE_BLOCK_DEF(shell_block_a);
TRACE_BLOCK_DEF(shell_block_b);
TRACE_BLOCK_DEF(shell_name_of_thirty_two_chars_x);

static unsigned block_id(const struct trace_block *b)
{
    return (unsigned)(b - trace_blocks);
}

static unsigned point_id(const struct trace_point *p)
{
    return (unsigned)(p - trace_points);
}

static const char *text(const char *fmt, unsigned n)
{
    static char buffer[80];

    snprintf(buffer, sizeof(buffer), fmt, n);
    return buffer;
}

static void reset_all(void)
{
    trace_point_reset(&shell_point_a);
    trace_point_reset(&shell_point_b);
    trace_point_enable(&shell_point_a, true);
    trace_point_enable(&shell_point_b, true);
    trace_block_reset(&shell_block_a);
    trace_block_reset(&shell_block_b);
    trace_block_reset(&shell_name_of_thirty_two_chars_x);
    trace_block_enable(&shell_block_a, true);
    trace_block_enable(&shell_block_b, true);
}

/* The table row that contains `name`; "" if there is none. */
static const char *row(const char *name)
{
    static char line[160];
    const char *p = strstr(output, name);
    size_t length;

    if (p == NULL) {
        return "";
    }
    while (p > output && p[-1] != '\n') {
        p--;
    }
    length = strcspn(p, "\n");
    snprintf(line, sizeof(line), "%.*s", (int)(length < sizeof(line) ? length : 0), p);
    return line;
}

/* Number of lines, without the one that names omitted columns. */
static unsigned lines(void)
{
    unsigned n = 0;

    for (const char *p = output; *p != '\0'; p++) {
        n += *p == '\n' && p[1] != '(';
    }
    return n;
}

TEST("the table of points has ID, name, state and count")
{
    char expected[80];

    reset_all();
    trace_point_set(&shell_point_a);
    trace_point_set(&shell_point_a);
    CHECK_EQ(run("trace_points -s shell_point_a"), 0);
    snprintf(expected, sizeof(expected), "ID  Name           Act  Count\n%2u  shell_point_a  yes      2\n",
             point_id(&shell_point_a));
    CHECK_STR(output, expected);
}

TEST("without options, all items are shown")
{
    CHECK_EQ(run("trace_points"), 0);
    CHECK_EQ(lines(), ARRAY_SPREAD_SIZE(trace_points) + 1);
    CHECK_EQ(run("trace_blocks -s *"), 0);
    CHECK_EQ(lines(), ARRAY_SPREAD_SIZE(trace_blocks) + 1);
    CHECK(strstr(output, "shell_block_a") != NULL);
    CHECK(strstr(output, "interrupt_tb") != NULL);
    CHECK(strstr(output, "sched_switch_tb") != NULL);
}

TEST("without a name, all blocks are shown: never visited, and switched off, too")
{
    reset_all();
    trace_block_enable(&shell_block_a, false);
    CHECK_EQ(run("trace_blocks -s"), 0);
    CHECK_EQ(lines(), ARRAY_SPREAD_SIZE(trace_blocks) + 1);
    CHECK(strstr(row("shell_block_a"), " no      0 ") != NULL);
    CHECK(strstr(row("shell_block_b"), " yes     0 ") != NULL);
    reset_all();
}

TEST("the table fits 80 columns: gaps shrink, then the last columns are omitted and named")
{
    reset_all();
    trace_block_record(&shell_block_b, UINT32_MAX);
    trace_block_record(&shell_block_b, 1);
    CHECK_EQ(run("trace_blocks -s *"), 0);
    for (const char *p = output; *p != '\0'; p += strcspn(p, "\n") + 1) {
        CHECK(strcspn(p, "\n") <= 80);
    }
    shell_block_a.count = UINT32_MAX;
    CHECK_EQ(run("trace_blocks -s *"), 0);
    for (const char *p = output; *p != '\0'; p += strcspn(p, "\n") + 1) {
        CHECK(strcspn(p, "\n") <= 80);
    }
    CHECK(strstr(output, "(no room in 80 columns:") != NULL);
    reset_all();
}

TEST("without memory for a copy, a table is printed row by row, unsorted")
{
    static void *taken[64];
    unsigned n = 0;

    reset_all();
    for (size_t bytes = 1 << 26; bytes > 100; bytes /= 2) {
        while (n < 64 && (taken[n] = malloc(bytes)) != NULL) {
            n++;
        }
    }
    int result = run("trace_blocks -s * --sort count");

    while (n > 0) {
        free(taken[--n]);
    }
    CHECK_EQ(result, 0);
    CHECK(strstr(output, "not enough memory to sort; by ID:\n") != NULL);
    CHECK(strstr(output, "shell_block_b") != NULL && strstr(output, "interrupt_tb") != NULL);
}

TEST("a block never visited shows dashes")
{
    reset_all();
    CHECK_EQ(run("trace_blocks -s shell_block_a"), 0);
    CHECK_STR(strchr(row("shell_block_a"), 'y'), "yes      0     -    -    -    -       -        -");
}

TEST("a block's columns line up for any value")
{
    size_t width;
    unsigned rows = 0;

    reset_all();
    shell_block_a.count = UINT32_MAX;
    trace_block_record(&shell_block_b, UINT32_MAX);
    trace_block_record(&shell_block_b, 1);
    CHECK_EQ(run("trace_blocks -s shell_*"), 0);
    width = strcspn(output, "\n");
    for (const char *p = output; *p != '\0' && *p != '('; p += strcspn(p, "\n") + 1, rows++) {
        CHECK_EQ(strcspn(p, "\n"), width);
    }
    CHECK_EQ(rows, 4);
    CHECK(strstr(row("shell_block_a"), " 4294967295 ") != NULL);
    reset_all();
}

TEST("items are selected by ID, name and pattern")
{
    CHECK_EQ(run("trace_blocks -s shell_block_?"), 0);
    CHECK_EQ(lines(), 3);
    CHECK_EQ(run("trace_blocks -s shell_block_[b-z] shell_block_a shell_block_a"), 0);
    CHECK_EQ(lines(), 3);
    CHECK_EQ(run("trace_points -s 'shell_b point'"), 0);
    CHECK_EQ(lines(), 2);
    CHECK_EQ(run(text("trace_blocks %u", block_id(&shell_block_b))), 0);
    CHECK_EQ(lines(), 2);
    CHECK(strstr(output, "shell_block_b") != NULL);
}

TEST("items are selected by file, file and line, and function")
{
    unsigned in_file = 0, line = 0;

    trace_point("shell_placed");
    array_spread_foreach_ptr (d, trace_point_descs) {
        in_file += strcmp(d->location.at.file, __FILE__) == 0;
        line = strcmp(d->name, "shell_placed") == 0 ? (unsigned)d->location.at.line : line;
    }
    CHECK(in_file >= 4);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const words[] = {"trace.c", "shell/trace.c", "'tests/*/trace.[c]'"};
        char given[60];

        snprintf(given, sizeof given, "trace_points %s", words[i]);
        CHECK_EQ(run(given), 0);
        CHECK_EQ(lines(), in_file + 1);
        CHECK(strstr(output, "shell_point_a") != NULL && strstr(output, "thread_create") == NULL);
    }
    CHECK_EQ(run(text("trace_points trace.c:%u", line)), 0);
    CHECK_EQ(lines(), 2);
    CHECK(strstr(output, "shell_placed") != NULL);
    CHECK_EQ(run("trace_points thread_create*()"), 0);
    CHECK(strstr(output, "thread_create") != NULL && strstr(output, "shell_placed") == NULL);
    char given[80];

    snprintf(given, sizeof given, "trace_points -d %s()", __func__);
    CHECK_EQ(run(given), 0);
    CHECK(strstr(output, "shell_placed: off\n") != NULL);
    snprintf(given, sizeof given, "trace_points -a %s()", __func__);
    CHECK_EQ(run(given), 0);
}

TEST("a place where nothing is defined is refused, and a function's name without () is explained")
{
    char given[80], expected[200];

    CHECK_OUTPUT("trace_points race.c", -ENOENT,
                 "trace_points: no point is named \"race.c\"; see trace_points -s\n");
    CHECK_OUTPUT("trace_points trace.c:1", -ENOENT,
                 "trace_points: no point is named \"trace.c:1\"; see trace_points -s\n");
    CHECK_OUTPUT("trace_points trace.c:x", -ENOENT,
                 "trace_points: no point is named \"trace.c:x\"; see trace_points -s\n");
    CHECK_EQ(run("trace_points ()"), -ENOENT);
    trace_point("shell_explained");
    snprintf(given, sizeof given, "trace_points -i %s", __func__);
    snprintf(expected, sizeof expected,
             "trace_points: no point is named \"%s\"; \"%s()\" selects those in this function\n", __func__,
             __func__);
    CHECK_OUTPUT(given, -ENOENT, expected);
}

TEST("--sort orders numbers descending and names ascending")
{
    const char *a, *b, *c;

    reset_all();
    trace_block_record(&shell_block_a, 100);
    trace_block_record(&shell_block_a, 100);
    trace_block_record(&shell_block_b, 1000);
    CHECK_EQ(run("trace_blocks -s shell_* --sort avg"), 0);
    a = strstr(output, "shell_block_a");
    b = strstr(output, "shell_block_b");
    c = strstr(output, "shell_name");
    CHECK(b < a && a < c);
    CHECK_EQ(run("trace_blocks --sort=count -s shell_*"), 0);
    CHECK(strstr(output, "shell_block_a") < strstr(output, "shell_block_b"));
    CHECK_EQ(run("trace_blocks --sort total shell_*"), 0);
    CHECK(strstr(output, "shell_block_b") < strstr(output, "shell_block_a"));
    CHECK_EQ(run("trace_blocks --sort name -s shell_* interrupt_tb"), 0);
    CHECK(strstr(output, "interrupt_tb") < strstr(output, "shell_block_a"));
    CHECK(strstr(output, "shell_block_b") < strstr(output, "shell_name"));
    reset_all();
}

#if CONFIG_TRACE_HISTOGRAM

static void record_spread(void)
{
    for (int i = 0; i < 98; i++) {
        trace_block_record(&shell_block_a, 100);
    }
    trace_block_record(&shell_block_a, 1000);
    trace_block_record(&shell_block_a, 2000);
}

TEST("-i prints percentiles and the histogram")
{
    const char *bar;

    reset_all();
    record_spread();
    CHECK_EQ(run("trace_blocks -i shell_block_a"), 0);
    CHECK(strstr(output, "  wall about p50 ") != NULL);
    bar = strstr(output, "  from ");
    REQUIRE(bar != NULL);
    CHECK_EQ(strspn(strchr(bar, '#'), "#"), 40);
    CHECK(strstr(bar, "# 98\n") != NULL);
    CHECK(strstr(bar, "  # 1\n") != NULL);
    CHECK(strstr(bar, "  0\n") != NULL);
    CHECK_STR(output + strlen(output) - 6, "  # 1\n");
    reset_all();
    CHECK_EQ(run("trace_blocks -i shell_block_a"), 0);
    CHECK(strstr(output, "from") == NULL);
}

#endif

TEST("-i aligns wall, net and self time")
{
    reset_all();
    trace_block_enter(&shell_block_a);
    trace_block_enter(&shell_block_b);
    trace_block_leave(&shell_block_b);
    trace_block_leave(&shell_block_a);
    CHECK_EQ(run("trace_blocks -i shell_block_a"), 0);
    CHECK_EQ(strlen(row("  wall  ")), strlen(row(" Last ")));
    CHECK_EQ(strlen(row("  net  ")), strlen(row(" Last ")));
    CHECK_EQ(strlen(row("  self  ")), strlen(row(" Last ")));
}

TEST("--net shows net times and self time")
{
    reset_all();
    trace_block_record(&shell_block_a, 1); /* short, so that all columns fit */
    CHECK_EQ(run("trace_blocks -s shell_block_a --net"), 0);
    CHECK(strstr(output, " SelfTotal ") != NULL && strstr(output, " NetLast\n") != NULL);
    CHECK_EQ(lines(), 2);
}

TEST("--less-own subtracts an empty block's time, but not below 0")
{
    reset_all();
    trace_block_record(&shell_block_a, 0);
    CHECK_EQ(run("trace_blocks -s shell_block_a --less-own"), 0);
    CHECK_STR(strchr(row("shell_block_a"), 'y'), "yes      1  0 ns  0 ns  0 ns  0 ns    0 ns     0 ns");
}

TEST("-o measures the cost of a visit, on above off, and adds nothing to the tables")
{
    unsigned blocks = (unsigned)ARRAY_SPREAD_SIZE(trace_blocks);

    CHECK_EQ(run("trace_blocks -o"), 0);
    CHECK(strstr(output, "\nenter and leave ") != NULL && strstr(output, "\nscope ") != NULL);
    CHECK_EQ(run("trace_points -o"), 0);
    CHECK(strstr(output, "\npoint ") != NULL);
    CHECK_EQ(run("trace_blocks -s *"), 0);
    CHECK_EQ(lines(), blocks + 1);
}

TEST("-i prints state, numbers and location")
{
    char expected[80];

    trace_block_leave(&shell_block_b); /* the first unmatched leave may be ignored */
    reset_all();
    trace_block_leave(&shell_block_b);
    CHECK_EQ(run("trace_blocks -i shell_block_b"), 0);
    snprintf(expected, sizeof(expected), "block %u shell_block_b\n  state      on\n  count      0\n",
             block_id(&shell_block_b));
    CHECK(strncmp(output, expected, strlen(expected)) == 0);
    CHECK_STR(row("  wall"), "  wall          -    -    -    -      -");
    CHECK_STR(row("  mismatches"), "  mismatches 1 unmatched leaves, 0 unmatched enters");
    CHECK(strncmp(row("  file"), "  file       tests/target/shell/trace.c:", 40) == 0);
    CHECK_STR(row("  function"), "  function   - (at file scope)");
    trace_point("shell_here");
    CHECK_EQ(run("trace_points -i shell_here"), 0);
    CHECK(strstr(output, "  count      1\n") != NULL);
    CHECK(strstr(row("  function"), __func__) != NULL);
    reset_all();
}

TEST("mismatches are shown below the table")
{
    char expected[120];

    reset_all();
    trace_block_leave(&shell_block_a);
    trace_block_leave(&shell_block_a);
    CHECK_EQ(run("trace_blocks -s shell_*"), 0);
    snprintf(expected, sizeof(expected),
             "mismatches: block %u shell_block_a: 2 unmatched leaves, 0 unmatched enters",
             block_id(&shell_block_a));
    CHECK_STR(row("mismatches"), expected);
    reset_all();
    CHECK_EQ(run("trace_blocks -s shell_*"), 0);
    CHECK_STR(row("mismatches"), "");
}

TEST("-d stops and -a resumes, and both report it")
{
    char expected[80];

    reset_all();
    trace_block_record(&shell_block_a, 5);
    snprintf(expected, sizeof(expected), "block %u shell_block_a: off\n", block_id(&shell_block_a));
    CHECK_OUTPUT("trace_blocks -d shell_block_a", 0, expected);
    CHECK(!trace_block_is_on(&shell_block_a));
    CHECK_EQ(run("trace_blocks -s shell_block_a"), 0);
    CHECK(strstr(output, "  no       1  ") != NULL);
    snprintf(expected, sizeof(expected), "block %u shell_block_a: on\n", block_id(&shell_block_a));
    CHECK_OUTPUT(text("trace_blocks -a %u", block_id(&shell_block_a)), 0, expected);
    CHECK(trace_block_is_on(&shell_block_a));
    CHECK_EQ(shell_block_a.count, 1);
    CHECK_OUTPUT("trace_points -d shell_point_a 'shell_b*'", 0, "disabled 2 points\n");
    trace_point_set(&shell_point_a);
    CHECK_EQ(trace_point_get_value(&shell_point_a), 0);
    CHECK_OUTPUT("trace_points -a shell_point_a 'shell_b*'", 0, "enabled 2 points\n");
    trace_point_set(&shell_point_a);
    CHECK_EQ(trace_point_get_value(&shell_point_a), 1);
}

TEST("-r resets the given items, or all if none is given")
{
    char expected[80];

    reset_all();
    trace_block_record(&shell_block_a, 5);
    trace_block_record(&shell_block_b, 5);
    snprintf(expected, sizeof(expected), "block %u shell_block_a: reset\n", block_id(&shell_block_a));
    CHECK_OUTPUT("trace_blocks -r shell_block_a", 0, expected);
    CHECK_EQ(shell_block_a.count, 0);
    CHECK_EQ(shell_block_b.count, 1);
    snprintf(expected, sizeof(expected), "reset %u blocks\n", (unsigned)ARRAY_SPREAD_SIZE(trace_blocks));
    CHECK_OUTPUT("trace_blocks -r", 0, expected);
    CHECK_EQ(shell_block_b.count, 0);
    CHECK(trace_block_is_on(&shell_block_b));
}

TEST("several options take effect in order")
{
    reset_all();
    CHECK_EQ(run("trace_blocks -d shell_block_a -s shell_block_a -a shell_block_a -r shell_block_a"), 0);
    CHECK(strstr(output, ": off\nID") != NULL);
    CHECK(strstr(output, " no ") != NULL);
    CHECK(strstr(output, ": on\nblock") != NULL);
    CHECK(trace_block_is_on(&shell_block_a));
}

TEST("a wrong word anywhere is reported in one line, and the command has no effect")
{
    char expected[120];
    unsigned size = (unsigned)ARRAY_SPREAD_SIZE(trace_blocks);

    reset_all();
    trace_block_record(&shell_block_a, 5);
    CHECK_OUTPUT("trace_blocks -d shell_block_a -r -a foo*", -ENOENT,
                 "trace_blocks: no block matches \"foo*\"; see trace_blocks -s\n");
    CHECK_OUTPUT("trace_blocks -r shell_block_a 12abc", -ENOENT,
                 "trace_blocks: no block is named \"12abc\"; see trace_blocks -s\n");
    CHECK_OUTPUT("trace_blocks -r -s ''", -ENOENT,
                 "trace_blocks: no block is named \"\"; see trace_blocks -s\n");
    snprintf(expected, sizeof(expected), "trace_blocks: ID 4294967296: there are %u blocks, 0 to %u\n", size,
             size - 1);
    CHECK_OUTPUT("trace_blocks -r -d 4294967296", -ENOENT, expected);
    snprintf(expected, sizeof(expected), "trace_blocks: ID %u: there are %u blocks, 0 to %u\n", size, size,
             size - 1);
    CHECK_OUTPUT(text("trace_blocks -r -d %u", size), -ENOENT, expected);
    CHECK_OUTPUT("trace_blocks -r -i", -EINVAL, "trace_blocks: -i needs ID...\n");
    CHECK_OUTPUT("trace_blocks -r -x", -EINVAL, "trace_blocks: -x: no such option; see trace_blocks -h\n");
    CHECK_OUTPUT("trace_blocks -r -sr", -EINVAL, "trace_blocks: -sr: no such option; see trace_blocks -h\n");
    CHECK_OUTPUT("trace_blocks -r -1", -EINVAL, "trace_blocks: -1: no such option; see trace_blocks -h\n");
    CHECK_OUTPUT("trace_blocks -r -h x", -EINVAL, "trace_blocks: -h takes no \"x\"\n");
    CHECK_OUTPUT("trace_blocks -r --sort", -EINVAL,
                 "trace_blocks: --sort \"\": the keys are id, name, count, last, min, max, avg,\n"
                 "   total, netmin, netmax, netavg, nettotal, selfavg, selftotal or netlast\n");
    CHECK_OUTPUT("trace_points -r --sort avg", -EINVAL,
                 "trace_points: --sort \"avg\": the keys are id, name or count\n");
    CHECK_OUTPUT("trace_blocks -r --sort avg", -EINVAL, "trace_blocks: --sort needs -s\n");
    CHECK_OUTPUT("trace_blocks -r --less-own", -EINVAL, "trace_blocks: --less-own needs -s\n");
    CHECK_OUTPUT("trace_points -r --net", -EINVAL,
                 "trace_points: --net: no such option; see trace_points -h\n");
    CHECK_OUTPUT("trace_blocks -r -o x", -EINVAL, "trace_blocks: -o takes no \"x\"\n");
    CHECK_EQ(shell_block_a.count, 1);
    CHECK(trace_block_is_on(&shell_block_a));
}

TEST("-h prints the options and the sort keys")
{
    CHECK_EQ(run("trace_points -h"), 0);
    CHECK(strstr(output, "\nusage: trace_points [-h] [-s") != NULL);
    CHECK(strstr(output, "KEY is id, name or count.\n") != NULL);
    CHECK_EQ(run("trace_blocks -h"), 0);
    CHECK(strstr(output, "selftotal or netlast.\n") != NULL);
}
