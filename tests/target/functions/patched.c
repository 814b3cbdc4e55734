/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that are traced by their first instruction. This file is the first of its image: the tests after
 * it run with all functions of tree.c and calls.c switched on, except tree_plain().
 */
#include <errno.h>
#include <string.h>
#include <kernel/thread.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>
#include <spoor/function.h>
#include <spoor/service.h>
#include <spoor/port/unwind.h>
#include <test/jitter.h>
#include <test/test.h>
#include "calls.h"
#include "tree.h"

#define POOL    CONFIG_TRACE_FUNCTION_PATCHED
#define CODE(f) ((uint32_t)(uintptr_t)(f) & ~1u)

static uint32_t visits(const void *fn)
{
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0 && CODE(f.fn) == CODE(fn)) {
            return f.count;
        }
    }
    return 0;
}

static void begin(void)
{
    trace_function_table_reset();
    trace_function_table_run(true);
}

static uint32_t too_deep(void)
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    return l.too_deep;
}

#if defined(__riscv)
#define NOP 0x0001
typedef uint16_t instruction;
#elif defined(__thumb__)
#define NOP 0xBF00
typedef uint16_t instruction;
#else
#define NOP 0xE1A00000
typedef uint32_t instruction;
#endif

TEST("functions are off as built, with one instruction more than others")
{
    const instruction *entry = (const instruction *)(uintptr_t)CODE(tree_leaf);

    begin();
    tree_root();
    trace_function_table_run(false);
    CHECK_EQ(visits(tree_root), 0);
    CHECK_EQ(entry[0], NOP);
    CHECK_EQ(memcmp(entry + 1, (const void *)(uintptr_t)CODE(tree_no_inst), 4), 0);
}

TEST("functions are switched by their addresses")
{
    begin();
    CHECK_EQ(trace_functions_switch(CODE(tree_branch), CODE(tree_branch) + 1, true), 1);
    tree_root();
    CHECK_EQ(trace_functions_switch(CODE(tree_branch), CODE(tree_branch) + 1, false), 1);
    tree_root();
    CHECK_EQ(visits(tree_branch), 1);
    CHECK_EQ(visits(tree_root), 0);
    CHECK(trace_functions_switch(0, UINT32_MAX, true) > 50);
    CHECK_EQ(trace_functions_switch(CODE(tree_plain), CODE(tree_plain) + 1, false), 1);
    CHECK_EQ(trace_functions_switch(CODE(tree_no_inst), CODE(tree_no_inst) + 1, true), 0);
    tree_root();
    tree_plain();
    CHECK_EQ(visits(tree_root), 1);
    CHECK_EQ(visits(tree_branch), 2);
    CHECK_EQ(visits(tree_leaf), 3);
    CHECK_EQ(visits(tree_plain), 0);
    trace_function_table_run(false);
}

static void switch_branch_off(void)
{
    (void)trace_functions_switch(CODE(tree_call), CODE(tree_call) + 1, false);
}

TEST("a function that is switched off while it runs is traced to its end")
{
    begin();
    tree_call(switch_branch_off);
    CHECK_EQ(visits(tree_call), 1);
    tree_call(tree_leaf);
    CHECK_EQ(visits(tree_call), 1);
    CHECK_EQ(trace_functions_switch(CODE(tree_call), CODE(tree_call) + 1, true), 1);
    trace_function_table_run(false);
}

static void check_calls(void)
{
    struct words w = calls_struct(7);

    CHECK_EQ(calls_tail(20), 41);
    CHECK_EQ(calls_six(1, 2, 3, 4, 5, 6), 123456);
    CHECK_EQ(calls_eight(1, 2, 3, 4, 5, 6, 7, 8), 12345678);
    CHECK_EQ(calls_wide(5, 6) == (6ull << 32 | 5), true);
    for (uint32_t n = 0; n < 5; n++) {
        CHECK_EQ(w.word[n], 7 + n);
    }
    CHECK_EQ(calls_double(1.5, 3) == 4.5, true);
    CHECK_EQ(calls_nested(4), 9);
}

/* Leave nothing of what a called function may change. */
static void spoil(uint32_t fn)
{
    (void)fn;
#ifdef __riscv
    __asm__ volatile("li t0, 1\n\tli t1, 1\n\tli t2, 1\n\tli a0, 1\n\tli a1, 1\n\tli a2, 1\n\tli a3, 1\n\t"
                     "li a4, 1\n\tli a5, 1\n\tli a6, 1\n\tli a7, 1\n\tli t3, 1\n\tli t4, 1\n\tli t5, 1\n\t"
                     "li t6, 1" ::
                         : "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5",
                           "t6");
#else
    __asm__ volatile("movs r0, #1\n\tmovs r1, #1\n\tmovs r2, #1\n\tmovs r3, #1\n\tmov r12, r0" ::
                         : "r0", "r1", "r2", "r3", "r12", "cc");
#endif
}

TRACE_FUNCTION_ENTER_HANDLER(spoil);
TRACE_FUNCTION_LEAVE_HANDLER(spoil);

TEST("arguments and results of all kinds are kept, traced or not")
{
    check_calls();
    begin();
    trace_function_handlers_run(true);
    check_calls();
    trace_function_handlers_run(false);
    trace_function_table_run(false);
    CHECK_EQ(visits(calls_tail), 1);
    CHECK_EQ(visits(calls_last), 1);
    CHECK_EQ(visits(calls_six), 1);
    CHECK_EQ(visits(calls_wide), 1);
    CHECK_EQ(visits(calls_struct), 1);
    CHECK_EQ(visits(calls_double), 1);
    CHECK_EQ(visits(calls_nested), 1);
}

TEST("more calls than may be open are counted as missing, and still return")
{
    begin();
    CHECK_EQ(calls_sum(POOL + 10), (POOL + 10) * (POOL + 11) / 2);
    CHECK_EQ(too_deep(), POOL + 11 - CONFIG_TRACE_FUNCTION_DEPTH);
    CHECK_EQ(calls_sum(2), 3);
    CHECK_EQ(visits(calls_sum), CONFIG_TRACE_FUNCTION_DEPTH + 3);
    trace_function_table_run(false);
}

static struct trace_client client;

/* @return records lost since the last clear, on all CPUs */
static uint32_t lost(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += trace_rings[cpu].dropped;
    }
    return sum;
}

TEST("the records of calls that are missing are counted as lost")
{
    uint32_t before;

    REQUIRE(trace_client_register(&client, "patched") == 0);
    trace_rings_clear();
    CHECK_EQ(trace_service_start(&client, TRACE_FUNCTION | TRACE_SWITCH), 0);
    before = lost();
    (void)calls_sum(POOL + 2);
    CHECK_EQ(trace_client_unregister(&client), 0);
    CHECK_EQ(lost() - before, 2 * 3);
}

static __attribute__((noinline)) unsigned jump_out(unsigned depth)
{
    jmp_buf here;

    if (setjmp(here) == 0) {
        calls_jump(here, depth);
    }
    return depth + 1;
}

TEST("functions left by longjmp() don't take the entries of others forever")
{
    unsigned left = 0;

    begin();
    for (unsigned n = 0; n < 2 * POOL; n++) {
        left += jump_out(n % 5);
    }
    CHECK(left > 2 * POOL);
    begin();
    tree_root();
    trace_function_table_run(false);
    CHECK_EQ(too_deep(), 0);
    CHECK_EQ(visits(tree_root), 1);
    CHECK_EQ(visits(tree_leaf), 3);
}

/* ------------------------------------------------------------------ stacks */

static uint32_t addresses[8];
static unsigned found;

static __attribute__((noinline)) void unwind(void)
{
    struct spoor_frame f;

    spoor_unwind_here(&f);
    found = spoor_unwind(&f, addresses, 8);
}

static bool is_within(uint32_t address, const void *fn)
{
    return address - CODE(fn) < 64;
}

static __attribute__((noinline)) void call_twice(void)
{
    tree_call(unwind);
    __asm__ volatile("");
}

TEST("a stack through traced functions has their callers")
{
    unsigned i = 0;

    if (!spoor_unwind_possible()) {
        test_skip("stacks aren't unwound");
    }
    begin();
    call_twice();
    trace_function_table_run(false);
    CHECK_EQ(visits(tree_call), 1);
    while (i < found && !is_within(addresses[i], tree_call)) {
        i++;
    }
    REQUIRE(i + 1 < found);
    CHECK(is_within(addresses[i + 1], call_twice));
}

/* ------------------------------------------------------------------ interrupts and threads */

static void from_outer(void)
{
    (void)calls_tail(1);
    tree_branch();
}

TEST("calls of nested interrupts are exact")
{
    uint32_t sum = 0;

    if (jitter_start(20000, from_outer, tree_leaf) != 0) {
        test_skip("no spare timer");
    }
    begin();
    uint32_t outer = jitter_outer_count();

    for (unsigned n = 0; n < 2000; n++) {
        sum += calls_sum(2) + calls_tail(n);
    }
    jitter_stop();
    trace_function_table_run(false);
    outer = jitter_outer_count() - outer;
    test_note("%lu interrupts", (unsigned long)outer);
    CHECK(outer > 10);
    CHECK_EQ(sum, 2000 * 3 + 2000 * 2000);
    CHECK_EQ(visits(calls_sum), 6000);
    CHECK(visits(calls_tail) - 2000 - outer <= 1);
    CHECK_EQ(too_deep(), 0);
}

THREAD_STACK(stack, 1024);

static void end_inside(void)
{
    thread_exit(0);
}

static void run(void *arg)
{
    (void)arg;
    (void)calls_sum(1);
    tree_call(end_inside);
}

TEST("a thread that ends inside traced functions leaves others exact")
{
    struct thread t;
    const struct thread_attr attr = {
        .name = "ends",
        .entry = run,
        .priority = CONFIG_MAIN_PRIORITY + 1,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    begin();
    for (unsigned n = 0; n < 4; n++) {
        CHECK_EQ(thread_create(&t, &attr), 0);
        CHECK_EQ(thread_join(&t, NULL, WAIT_FOREVER), 0);
    }
    trace_function_table_run(false);
    CHECK_EQ(visits(calls_sum), 8);
    CHECK_EQ(visits(tree_call), 0);
    CHECK_EQ(too_deep(), 0);
}
