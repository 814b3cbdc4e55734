/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of function tracing in the ring. */
#include <errno.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <tracelib.h>
#include <spoor/function.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/jitter.h>
#include <test/test.h>
#include "tree.h"

#define ENTER(fn) (SPOOR_WIRE_ID_ENTER), (uint32_t)(fn)
#define LEAVE(fn) (SPOOR_WIRE_ID_LEAVE), (uint32_t)(fn)

/* The next function record in CPU 0's open sub-buffer; NULL before the first. */
static const uint32_t *at;

/* Of the record that next() returned: the context, or NO_CONTEXT if switches are recorded too. */
static uint32_t context;

#define NO_CONTEXT        UINT32_MAX
#define CONTEXT(t, level) (trace_thread_number(&(t)->trace) << 4 | (level))

/* @return the ID of a function's record, whether with its context or without; 0 for other records */
static unsigned plain_id(unsigned id)
{
    unsigned plain = SPOOR_WIRE_ID_ENTER;

    if (id == SPOOR_WIRE_ID_ENTER || id == SPOOR_WIRE_ID_LEAVE) {
        return id;
    }
    array_spread_foreach_ptr (e, trace_events) { /* the one for enters is defined first */
        if (e->service == TRACE_FUNCTION) {
            if (e->header >> SPOOR_WIRE_TIME_BITS == id) {
                return plain;
            }
            plain = SPOOR_WIRE_ID_LEAVE;
        }
    }
    return 0;
}

/* Keep the test on one CPU. A sub-buffer holds all of its records. */
static void begin(void)
{
    (void)thread_set_affinity(thread_self(), 1);
    trace_rings_clear();
    at = NULL;
}

static bool next(unsigned *id, uint32_t *fn)
{
    const struct trace_ring *r = &trace_rings[0];

    if (r->open == NULL) {
        return false;
    }
    if (at == NULL) {
        at = r->open->records;
    }
    REQUIRE(at >= r->open->records && at <= r->next); /* all records are in one sub-buffer */
    for (unsigned found, words; at < r->next; at += words) {
        found = *at >> SPOOR_WIRE_TIME_BITS;
        words = trace_words[found] != SPOOR_WIRE_WORDS_DATA ? 1u + trace_words[found] : 2 + (at[1] + 3) / 4;
        *id = plain_id(found);
        if (*id != 0) {
            *fn = at[1];
            context = *id == found ? NO_CONTEXT : at[2];
            at += words;
            return true;
        }
    }
    return false;
}

static void check_next(unsigned id, uint32_t fn)
{
    unsigned found_id = 0;
    uint32_t found = 0;

    CHECK(next(&found_id, &found));
    CHECK_EQ(found_id, id);
    CHECK_EQ(found & ~1u, fn & ~1u);
}

static void check_end(void)
{
    unsigned id;
    uint32_t fn;

    CHECK(!next(&id, &fn));
}

static void check_leaf(void)
{
    check_next(ENTER(tree_leaf));
    check_next(LEAVE(tree_leaf));
}

static void check_root(void)
{
    check_next(ENTER(tree_root));
    check_next(ENTER(tree_branch));
    check_leaf();
    check_leaf();
    check_next(LEAVE(tree_branch));
    check_leaf();
    check_next(LEAVE(tree_root));
}

TEST("nothing is recorded before trace_init()")
{
    begin();
    CHECK_EQ(trace_start(), -ENOENT);
    CHECK_EQ(trace_stop(), -ENOENT);
    CHECK_EQ(trace_flush(), -ENOENT);
    CHECK_EQ(trace_done(), -ENOENT);
    tree_root();
    check_end();
}

TEST("calls are recorded in order between trace_start() and trace_stop()")
{
    CHECK_EQ(trace_init(0x100, "test"), -EINVAL);
    CHECK_EQ(trace_init(TRACE_NO_SERVER | TRACE_ALLOW_SERVERFAIL, "test"), 0);
    CHECK_EQ(trace_init(TRACE_NO_SERVER, "test"), -EEXIST);
    begin();
    tree_root();
    CHECK_EQ(trace_start(), 0);
    tree_root();
    CHECK_EQ(trace_stop(), 0);
    tree_root();
    check_root();
    CHECK_EQ(context, CONTEXT(thread_self(), 0));
    check_end();
}

TEST("records don't have their context if switches are recorded")
{
    struct trace_client other = {0};

    REQUIRE(trace_client_register(&other, "other") == 0);
    CHECK_EQ(trace_service_start(&other, TRACE_SWITCH), 0);
    begin();
    CHECK_EQ(trace_start(), 0);
    tree_leaf();
    CHECK_EQ(trace_client_unregister(&other), 0);
    tree_leaf();
    CHECK_EQ(trace_stop(), 0);
    check_next(ENTER(tree_leaf));
    CHECK_EQ(context, NO_CONTEXT);
    check_next(LEAVE(tree_leaf));
    CHECK_EQ(context, NO_CONTEXT);
    check_leaf();
    CHECK_EQ(context, CONTEXT(thread_self(), 0));
    check_end();
}

TEST("function tracing stays on for another client")
{
    struct trace_client other = {0};

    begin();
    REQUIRE(trace_client_register(&other, "other") == 0);
    CHECK_EQ(trace_service_start(&other, TRACE_FUNCTION), 0);
    CHECK_EQ(trace_start(), 0);
    CHECK_EQ(trace_stop(), 0);
    tree_leaf();
    CHECK_EQ(trace_client_unregister(&other), 0);
    tree_leaf();
    check_leaf();
    check_end();
}

/* The code of tree_plain() and tree_no_inst() in a file that isn't instrumented. functions.check compares
 * them. */
static volatile uint32_t sink;

static __attribute__((noipa)) void tree_twin(void)
{
    sink++;
}

TEST("a function excluded at build is not recorded")
{
    begin();
    CHECK_EQ(trace_start(), 0);
    tree_plain();
    tree_no_inst();
    tree_twin();
    CHECK_EQ(trace_stop(), 0);
    check_end();
}

static void filter(void (*fn)(void), bool exclude)
{
    uint32_t address = (uint32_t)fn & ~1u;
    const struct trace_function_filter f = {address, address + 1, exclude};

    CHECK_EQ(trace_function_filter_add(&f), 0);
}

TEST("with an include range, only functions in it are recorded")
{
    begin();
    CHECK_EQ(trace_start(), 0);
    filter(tree_branch, false);
    tree_root();
    trace_function_filters_clear();
    check_next(ENTER(tree_branch));
    check_next(LEAVE(tree_branch));
    check_end();
    tree_leaf();
    check_leaf();
    CHECK_EQ(trace_stop(), 0);
}

TEST("functions in an exclude range are not recorded, even if another range includes them")
{
    const struct trace_function_filter all = {0, UINT32_MAX, false};
    const struct trace_function_filter none = {8, 8, false};

    begin();
    CHECK_EQ(trace_start(), 0);
    CHECK_EQ(trace_function_filter_add(&all), 0);
    CHECK_EQ(trace_function_filter_add(&none), -EINVAL);
    filter(tree_leaf, true);
    tree_branch();
    check_next(ENTER(tree_branch));
    check_next(LEAVE(tree_branch));
    check_end();
    filter(tree_leaf, true);
    filter(tree_leaf, true);
    CHECK_EQ(trace_function_filter_add(&all), -ENOSPC);
    trace_function_filters_clear();
    CHECK_EQ(trace_stop(), 0);
}

TEST("functions of an excluded context are not recorded")
{
    struct trace_context *self = spoor_port_context();

    begin();
    CHECK_EQ(trace_start(), 0);
    trace_function_exclude_context(self, true);
    tree_leaf();
    trace_function_exclude_context(self, false);
    tree_branch();
    CHECK_EQ(trace_stop(), 0);
    check_next(ENTER(tree_branch));
    check_leaf();
    check_leaf();
    check_next(LEAVE(tree_branch));
    check_end();
}

/* ------------------------------------------------------------------ interrupts and threads */

#define DEPTH  16
#define ROUNDS 20

struct calls {
    unsigned leaves, branches, outers;
};

static unsigned is(uint32_t fn, uint32_t one)
{
    return (fn & ~1u) == (one & ~1u);
}

/* Calls must nest: the function that is left is the one entered last. */
static void check_nested(struct calls *count)
{
    uint32_t open[DEPTH], fn;
    unsigned depth = 0, id;

    while (next(&id, &fn)) {
        CHECK_EQ(context >> 4, trace_thread_number(&thread_self()->trace));
        if (is(fn, (uint32_t)tree_branch)) {
            CHECK((context & 0xF) >= 1); /* its interrupt may come in that of the tick */
        } else if (is(fn, (uint32_t)tree_outer)) {
            CHECK_EQ(context & 0xF, 0);
        }
        if (id == SPOOR_WIRE_ID_ENTER) {
            REQUIRE(depth < DEPTH);
            open[depth++] = fn;
        } else {
            REQUIRE(depth > 0);
            CHECK_EQ(open[--depth], fn);
            count->leaves += is(fn, (uint32_t)tree_leaf);
            count->branches += is(fn, (uint32_t)tree_branch);
            count->outers += is(fn, (uint32_t)tree_outer);
        }
    }
    CHECK_EQ(depth, 0);
}

static volatile bool traced;
static unsigned outers, inners;

static void outer(void)
{
    if (traced) {
        outers++;
        tree_branch();
    }
}

static void inner(void)
{
    if (traced) {
        inners++;
        tree_leaf();
    }
}

TEST("calls from nested interrupts nest within those of the thread")
{
    struct calls count = {0};

    if (jitter_start(20000, outer, inner) != 0) {
        test_skip("no spare timer");
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        begin();
        CHECK_EQ(trace_start(), 0);
        traced = true;
        tree_outer(50, 50);
        traced = false;
        CHECK_EQ(trace_stop(), 0);
        check_nested(&count);
    }
    jitter_stop();
    test_note("%u interrupts, %u nested", outers, inners);
    CHECK(outers >= ROUNDS);
    CHECK(inners > 0);
    CHECK_EQ(count.outers, ROUNDS);
    CHECK_EQ(count.branches, outers);
    CHECK_EQ(count.leaves, 2 * outers + inners);
}

THREAD_STACK(stack, 768);

static void calls(void *arg)
{
    (void)arg;
    tree_root();
}

TEST("calls of a preempting thread nest within those of the preempted thread")
{
    struct thread t;
    const struct thread_attr attr = {
        .name = "calls",
        .entry = calls,
        .priority = CONFIG_MAIN_PRIORITY + 1,
        .stack = stack,
        .stack_bytes = sizeof stack,
        .affinity = 1,
    };

    begin();
    CHECK_EQ(trace_start(), 0);
    tree_leaf();
    CHECK_EQ(thread_create(&t, &attr), 0);
    tree_leaf();
    CHECK_EQ(trace_stop(), 0);
    CHECK_EQ(thread_join(&t, NULL, WAIT_FOREVER), 0);
    check_leaf();
    CHECK_EQ(context, CONTEXT(thread_self(), 0));
    check_root();
    CHECK_EQ(context, CONTEXT(&t, 0));
    check_leaf();
    CHECK_EQ(context, CONTEXT(thread_self(), 0));
    check_end();
}

static void start(void)
{
    CHECK_EQ(trace_start(), 0);
}

#if CONFIG_TRACE_FUNCTION_PATCHED
TEST("of a function entered before the start nothing is recorded")
#else
TEST("of a function entered before the start only the leave is recorded")
#endif
{
    begin();
    tree_call(start);
    if (!CONFIG_TRACE_FUNCTION_PATCHED) {
        check_next(LEAVE(tree_call));
    }
    check_end();
    CHECK_EQ(trace_done(), 0);
    CHECK_EQ(trace_done(), -ENOENT);
    tree_leaf();
    check_end();
}
