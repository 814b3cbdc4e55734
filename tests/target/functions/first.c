/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls a known tree of functions, and prints how many calls were counted and missed. */
#include <stdio.h>
#include <kernel/thread.h>
#include <spoor/function.h>
#include <test/test.h>
#include "calls.h"
#include "tree.h"

static unsigned long visits(const void *fn)
{
    struct trace_function f;

    return trace_function_table_find((uint32_t)(uintptr_t)fn, &f) == 0 ? f.count : 0;
}

TEST("functions work the same on and off")
{
    struct trace_function_losses l;

    (void)thread_set_affinity(thread_self(), 1);
    trace_function_table_run(true);
    tree_root();
    tree_call(tree_leaf);
    CHECK_EQ(calls_tail(20), 41);
    CHECK_EQ(calls_nested(4), 9);
    CHECK_EQ(calls_six(1, 2, 3, 4, 5, 6), 123456);
    CHECK_EQ(calls_sum(19), 190);
    trace_function_table_run(false);
    trace_function_table_losses(&l);
    printf("# root %lu leaf %lu tail %lu last %lu sum %lu missed %lu\n", visits(tree_root), visits(tree_leaf),
           visits(calls_tail), visits(calls_last), visits(calls_sum), (unsigned long)l.too_deep);
}
