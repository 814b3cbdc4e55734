/* SPDX-License-Identifier: BSD-2-Clause */
/* Handlers of entry and exit, registered from this unit and called for a known tree of calls. */
#include <string.h>
#include <kernel/thread.h>
#include <spoor/function.h>
#include <test/test.h>
#include "tree.h"

/* 'E' and 'L' with a letter for the function: root, branch, leaf. */
static char calls[64];
static unsigned length;
static unsigned also;
static bool calls_functions;

static void note(char what, uint32_t fn)
{
    static const struct {
        void (*fn)(void);
        char letter;
    } names[] = {{tree_root, 'r'}, {tree_branch, 'b'}, {tree_leaf, 'l'}};

    for (unsigned i = 0; i < 3; i++) {
        if (((uint32_t)(uintptr_t)names[i].fn & ~1u) == (fn & ~1u) && length + 2 < sizeof calls) {
            calls[length++] = what;
            calls[length++] = names[i].letter;
        }
    }
}

static void entered(uint32_t fn)
{
    note('E', fn);
    if (calls_functions) {
        tree_leaf();
    }
}

static void entered_too(uint32_t fn)
{
    (void)fn;
    also++;
}

static void left(uint32_t fn)
{
    note('L', fn);
}

TRACE_FUNCTION_ENTER_HANDLER(entered);
TRACE_FUNCTION_ENTER_HANDLER(entered_too);
TRACE_FUNCTION_LEAVE_HANDLER(left);

static const char *calls_of(void (*fn)(void))
{
    memset(calls, 0, sizeof calls);
    length = also = 0;
    fn();
    return calls;
}

TEST("every handler is called at each entry and exit, while handlers run")
{
    CHECK_STR(calls_of(tree_root), "");
    trace_function_handlers_run(true);
    CHECK_STR(calls_of(tree_root), "ErEbElLlElLlLbElLlLr");
    CHECK_EQ(also, 5);
    trace_function_handlers_run(false);
    CHECK_STR(calls_of(tree_root), "");
    CHECK_EQ(also, 0);
}

TEST("a handler may call traced functions, which call no handlers")
{
    trace_function_handlers_run(true);
    calls_functions = true;
    CHECK_STR(calls_of(tree_branch), "EbElLlElLlLb");
    calls_functions = false;
    trace_function_handlers_run(false);
}

TEST("filters and excluded contexts apply to handlers")
{
    uint32_t leaf = (uint32_t)(uintptr_t)tree_leaf & ~1u;
    const struct trace_function_filter f = {leaf, leaf + 2, true};
    struct trace_context *self = &thread_self()->trace.context;

    trace_function_handlers_run(true);
    CHECK_EQ(trace_function_filter_add(&f), 0);
    CHECK_STR(calls_of(tree_root), "ErEbLbLr");
    trace_function_filters_clear();
    trace_function_exclude_context(self, true);
    CHECK_STR(calls_of(tree_root), "");
    trace_function_exclude_context(self, false);
    CHECK_STR(calls_of(tree_leaf), "ElLl");
    trace_function_handlers_run(false);
}

TEST("handlers and the table work together")
{
    struct trace_function f;
    uint32_t count = 0;

    trace_function_table_reset();
    trace_function_handlers_run(true);
    trace_function_table_run(true);
    CHECK_STR(calls_of(tree_leaf), "ElLl");
    trace_function_table_run(false);
    CHECK_STR(calls_of(tree_leaf), "ElLl");
    trace_function_handlers_run(false);
    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        count += trace_function_table_get(n, &f) == 0 ? f.count : 0;
    }
    CHECK_EQ(count, 1);
    trace_function_table_reset();
}
