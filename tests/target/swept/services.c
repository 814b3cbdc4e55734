/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A client changes its services, and at each of its instructions a higher-priority thread changes those of
 * another client. The last record of the services must match the services that are on.
 */
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/service.h>
#include <test/test.h>
#include "../events/walk.h"
#include "shots.h"

static struct trace_client keeper, slow, urgent;
static struct sem go = SEM_INIT(go, 0, 1);
static struct thread thread;
static uint8_t stack[THREAD_STACK_BYTES(768)] __attribute__((aligned(8)));
static volatile bool ended;
static unsigned services_id;
static uint32_t recorded, wrong, silent;

static void toggle(struct trace_client *c, uint32_t service)
{
    if (c->wanted & service) {
        CHECK_EQ(trace_service_stop(c, service), 0);
    } else {
        CHECK_EQ(trace_service_start(c, service), 0);
    }
}

static void urgent_thread(void *arg)
{
    (void)arg;
    while (sem_wait(&go, WAIT_FOREVER) == 0 && !ended) {
        toggle(&urgent, TRACE_TIMER);
    }
}

static void prepare(void)
{
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
}

static void op(void)
{
    toggle(&slow, TRACE_IPC);
}

static void interrupt(void)
{
    sem_post(&go);
}

static void keep_last(const struct walk_record *r)
{
    if (r->id == services_id) {
        recorded = r->words[0];
    }
}

static void check(void)
{
    recorded = 0;
    walk_end(keep_last);
    silent += recorded == 0;
    wrong += recorded != trace_services();
}

TEST("when two clients change services at once, the last record has the services that are on")
{
    const struct shots shots = {prepare, op, interrupt, check, false};
    const struct thread_attr attr = {.name = "urgent",
                                     .entry = urgent_thread,
                                     .priority = CONFIG_MAIN_PRIORITY + 2,
                                     .affinity = 1,
                                     .stack = stack,
                                     .stack_bytes = sizeof stack};

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    services_id = event_named("services");
    REQUIRE(services_id != 0);
    CHECK_EQ(trace_client_register(&keeper, "keeper"), 0);
    CHECK_EQ(trace_client_register(&slow, "slow"), 0);
    CHECK_EQ(trace_client_register(&urgent, "urgent"), 0);
    CHECK_EQ(trace_service_start(&keeper, TRACE_SWITCH), 0);
    REQUIRE(thread_create(&thread, &attr) == 0);
    uint32_t hits = shots_take(&shots);

    test_note("%lu hits", (unsigned long)hits);
    CHECK(hits > 100);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(silent, 0);
    ended = true;
    sem_post(&go);
    CHECK_EQ(thread_join(&thread, NULL, 1000), 0);
    trace_client_unregister(&urgent);
    trace_client_unregister(&slow);
    trace_client_unregister(&keeper);
}
