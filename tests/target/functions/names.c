/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of functions on the target; on RISC-V only the list of their addresses. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <spoor/function.h>
#include "../shell/capture.h"
#include "tree.h"

#ifdef __arm__
#define NAMED true
#else
#define NAMED false
#endif

static uint32_t address(void (*fn)(void))
{
    return (uint32_t)(uintptr_t)fn;
}

static bool is_listed(uint32_t fn)
{
    for (unsigned n = 0; trace_function_nth(n) != 0; n++) {
        if (trace_function_nth(n) == fn) {
            return true;
        }
    }
    return false;
}

/* The row of coverage for a function that was never entered. */
static bool is_unreached(void (*fn)(void))
{
    char row[40];

    snprintf(row, sizeof row, "function  0x%08lx", (unsigned long)(address(fn) & ~1u));
    return strstr(output, row) != NULL;
}

static void restart(void)
{
    trace_function_filters_clear();
    trace_function_table_reset();
    trace_function_table_run(true);
}

TEST("each instrumented function is listed once, those without hooks aren't")
{
    CHECK(is_listed(address(tree_root)));
    CHECK(is_listed(address(tree_branch)));
    CHECK(is_listed(address(tree_leaf)));
    CHECK(!is_listed(address(tree_no_inst)));
    CHECK(!is_listed(address(restart)));
    for (unsigned n = 0; trace_function_nth(n) != 0; n++) {
        for (unsigned other = 0; other < n; other++) {
            CHECK(trace_function_nth(other) != trace_function_nth(n));
        }
    }
}

TEST("a function has the name of its source")
{
    if (!NAMED) {
        test_skip("the compiler writes no names on this architecture");
    }
    CHECK_STR(trace_function_name(address(tree_root)), "tree_root");
    CHECK_STR(trace_function_name(address(tree_leaf)), "tree_leaf");
    restart();
    tree_root();
    CHECK_EQ(run("trace_functions"), 0);
    CHECK(strstr(output, "\ntree_leaf ") != NULL);
    CHECK(strstr(output, "0x") == NULL);
}

TEST("functions are selected by name or pattern")
{
    if (!NAMED) {
        test_skip("the compiler writes no names on this architecture");
    }
    restart();
    CHECK_EQ(run("trace_functions -a tree_leaf"), 0);
    tree_root();
    CHECK_EQ(run("trace_functions"), 0);
    CHECK(strstr(output, "\ntree_leaf ") != NULL && strstr(output, "tree_branch") == NULL);
    CHECK(strstr(output, "\nonly tree_leaf\n") != NULL);
    restart();
    CHECK_EQ(run("trace_functions -d tree_[rb]*"), 0);
    tree_root();
    CHECK_EQ(run("trace_functions"), 0);
    CHECK(strstr(output, "\ntree_leaf ") != NULL);
    CHECK(strstr(output, "\nwithout tree_root\n") != NULL &&
          strstr(output, "\nwithout tree_branch\n") != NULL);
    CHECK_EQ(run("trace_functions -a tree_none"), -EINVAL);
    CHECK_STR(
        output,
        "trace_functions: \"tree_none\" isn't a function, or an address or range like 4f0 or 4f0-8ff\n");
    CHECK_EQ(run("trace_functions -c"), 0);
}

TEST("coverage lists the functions that were never entered")
{
    unsigned reached = 0, all = 0;

    restart();
    CHECK_EQ(run("coverage"), 0);
    CHECK(is_unreached(tree_root) && is_unreached(tree_leaf));
    CHECK((strstr(output, " tree_leaf ") != NULL) == NAMED);
    tree_leaf();
    CHECK_EQ(run("coverage"), 0);
    CHECK(is_unreached(tree_root) && !is_unreached(tree_leaf));
    const char *sum = strstr(output, "\nfunctions: ");

    REQUIRE(sum != NULL);
    CHECK_EQ(sscanf(sum, "\nfunctions: %u of %u reached", &reached, &all), 2);
    CHECK_EQ(reached, 1);
    while (trace_function_nth(all) != 0) {
        all++;
    }
    CHECK(all > 5);
    CHECK_EQ(trace_function_nth(all), 0);
}
