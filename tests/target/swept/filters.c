/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Filters and stops of the rings are changed. At each instruction of the change, an interrupt records, or a
 * higher-priority thread records and makes changes too. Each record must be in the ring, or counted as lost
 * or filtered; afterwards everything must be recorded again.
 */
#include <spoor/port/atomic.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/port/hooks.h>
#include <spoor/service.h>
#include <test/test.h>
#include "../events/walk.h"
#include "shots.h"

#define NOBODY 1000 /* not the ID of any thread */

TRACE_EVENT_DEF(filtered_op, TRACE_USER, "n");
TRACE_EVENT_DEF(filtered_interrupt, TRACE_USER, "n");
TRACE_DATA_DEF(filtered_data, TRACE_USER, "text:str");

static struct trace_client client;
static struct sem go = SEM_INIT(go, 0, 1);
static struct thread urgent;
static uint8_t stack[THREAD_STACK_BYTES(768)] __attribute__((aligned(8)));
static volatile bool ended;

static struct {
    void (*op)(void);
    void (*in_thread)(void); /* run by the high-priority thread; NULL: the interrupt itself records */
    bool hides_op;           /* the thread is excluded during the sweep: none of its records are kept */
    uint32_t ops, interrupts, datas;
    uint32_t wrong_sum, wrong_op, wrong_interrupt, wrong_state;
} sweep;

static void record_op(void)
{
    trace_event(filtered_op, spoor_atomic_add(&sweep.ops, 1)); /* also from the high-priority thread */
}

static void record_interrupt(void)
{
    sweep.interrupts++;
    trace_event(filtered_interrupt, sweep.interrupts);
    sweep.datas++;
    trace_data(filtered_data, "filtered", 8);
}

/* ------------------------------------------------------------------ operations */

static void choose_other(void)
{
    CHECK_EQ(trace_filter_thread(NOBODY, true), 0);
    record_op();
    CHECK_EQ(trace_filter_thread(NOBODY, false), 0);
}

static void choose_and_clear(void)
{
    CHECK_EQ(trace_filter_thread(NOBODY, true), 0);
    record_op();
    trace_filter_clear();
}

static void hide_cpu(void)
{
    CHECK_EQ(trace_filter_cpu(0, true), 0);
    record_op();
    CHECK_EQ(trace_filter_cpu(0, false), 0);
}

static void stop_and_go(void)
{
    trace_rings_stop(true);
    record_op();
    trace_rings_stop(false);
}

static void records_only(void)
{
    record_op();
}

/* ------------------------------------------------------------------ a sweep */

static void urgent_thread(void *arg)
{
    (void)arg;
    while (sem_wait(&go, WAIT_FOREVER) == 0 && !ended) {
        record_interrupt();
        sweep.in_thread();
    }
}

static void prepare(void)
{
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
    if (sweep.hides_op) {
        CHECK_EQ(trace_filter_thread(thread_id(thread_self()), true), 0);
        trace_filter_enter(thread_id(thread_self())); /* as the next switch would do */
    }
    sweep.ops = sweep.interrupts = sweep.datas = 0;
}

static void op(void)
{
    sweep.op();
}

static void interrupt(void)
{
    if (sweep.in_thread != NULL) {
        sem_post(&go);
    } else {
        record_interrupt();
    }
}

static uint32_t seen(const struct trace_event *e)
{
    return walks[0].seen[event_id_of(e)] + trace_losses[0][event_id_of(e)];
}

static void check(void)
{
    uint32_t ops = sweep.ops, unrecorded = trace_rings[0].unrecorded;

    if (sweep.hides_op) {
        trace_filter_clear();
        sweep.wrong_interrupt += unrecorded != ops;
    }
    sweep.wrong_state += trace_filtering || trace_rings[0].paused != 0;
    record_op(); /* must be recorded, like everything afterwards */
    walk_end(NULL);
    sweep.wrong_op += seen(&filtered_op) < 1 || (sweep.hides_op && seen(&filtered_op) != 1);
    sweep.wrong_sum += seen(&filtered_op) + seen(&filtered_interrupt) + seen(&filtered_data) + unrecorded !=
                       sweep.ops + sweep.interrupts + sweep.datas;
}

static void sweep_one(const char *name, void (*o)(void), const char *by, void (*in_thread)(void),
                      bool hides_op)
{
    const struct shots shots = {prepare, op, interrupt, check, false};

    sweep = (typeof(sweep)){.op = o, .in_thread = in_thread, .hides_op = hides_op};
    uint32_t hits = shots_take(&shots);

    test_note("%s, interrupted by %s: %lu hits", name, by, (unsigned long)hits);
    CHECK(hits > 10);
    CHECK_EQ(sweep.wrong_sum, 0);
    CHECK_EQ(sweep.wrong_op, 0);
    CHECK_EQ(sweep.wrong_interrupt, 0);
    CHECK_EQ(sweep.wrong_state, 0);
}

static void nothing_more(void)
{
}

TEST("filters and stops are right when interrupted at each instruction by records and by a thread that "
     "changes them")
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ops[] = {
        {"a filter on another thread", choose_other},
        {"a cleared filter", choose_and_clear},
        {"an excluded CPU", hide_cpu},
        {"a stop", stop_and_go},
    };
    const struct thread_attr attr = {.name = "urgent",
                                     .entry = urgent_thread,
                                     .priority = CONFIG_MAIN_PRIORITY + 2,
                                     .affinity = 1,
                                     .stack = stack,
                                     .stack_bytes = sizeof stack};

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    CHECK_EQ(trace_client_register(&client, "filters"), 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    REQUIRE(thread_create(&urgent, &attr) == 0);
    for (unsigned n = 0; n < sizeof ops / sizeof ops[0]; n++) {
        sweep_one(ops[n].name, ops[n].run, "records", NULL, false);
        sweep_one(ops[n].name, ops[n].run, "a thread that records", nothing_more, false);
        sweep_one(ops[n].name, ops[n].run, "a thread with a filter", choose_other, false);
    }
    sweep_one("an excluded thread", records_only, "records", NULL, true);
    sweep_one("an excluded thread", records_only, "a thread that records", nothing_more, true);
    ended = true;
    sem_post(&go);
    CHECK_EQ(thread_join(&urgent, NULL, 1000), 0);
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    trace_client_unregister(&client);
}
