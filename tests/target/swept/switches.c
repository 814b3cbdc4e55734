/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A message and its reply, both by the short path, and at each of their instructions an interrupt that wakes
 * another thread. A partner that was chosen to run next must then let a more urgent thread run first, and
 * only direct switches may be counted and recorded as short.
 */
#include <kernel/ipc.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/service.h>
#include <test/test.h>
#include "../events/walk.h"
#include "shots.h"

static struct trace_client client;
static struct sem go = SEM_INIT(go, 0, 1);
static struct thread server, other;
THREAD_STACK(server_stack, 512);
THREAD_STACK(other_stack, 512);

static volatile bool ended, woken, server_is_urgent;
static unsigned short_id, switch_id, short_to;
static uint32_t late, wrong, before, shorts, displaced;

/* Called by threads that must not run while the other thread is ready. */
static void check_order(void)
{
    late += woken;
}

static void serve(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg = {{0}};

    (void)arg;
    while (ipc_reply_receive(&from, &msg, WAIT_FOREVER) == 0 && !ended) {
        if (!server_is_urgent) {
            check_order();
        }
    }
    CHECK_EQ(ipc_reply(from, &msg), 0);
}

static void wait_for_go(void *arg)
{
    (void)arg;
    while (sem_wait(&go, WAIT_FOREVER) == 0 && !ended) {
        woken = false;
    }
}

static void prepare(void)
{
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    before = ipc_short_path_count();
}

static void op(void)
{
    struct ipc_msg msg = {{0}};

    CHECK_EQ(ipc_send(&server, &msg, WAIT_FOREVER), 0);
    check_order();
}

static void interrupt(void)
{
    woken = true;
    sem_post(&go);
}

static void follow(const struct walk_record *r)
{
    if (r->id == short_id) {
        wrong += short_to != 0;
        short_to = r->words[0];
        shorts++;
    } else if (r->id == switch_id) {
        wrong += short_to != 0 && r->words[0] >> TRACE_LEFT_BITS != short_to;
        short_to = 0;
    }
}

static void check(void)
{
    uint32_t counted = ipc_short_path_count() - before;

    shorts = short_to = 0;
    walk_end(follow);
    wrong += shorts != counted || short_to != 0;
    displaced += counted < 2;
}

static void start(struct thread *t, void (*entry)(void *), int above, uint8_t *stack, size_t stack_bytes)
{
    const struct thread_attr attr = {.name = "switched",
                                     .entry = entry,
                                     .priority = (uint8_t)(CONFIG_MAIN_PRIORITY + above),
                                     .affinity = 1,
                                     .stack = stack,
                                     .stack_bytes = stack_bytes};

    REQUIRE(thread_create(t, &attr) == 0);
}

static void sweep(int server_above, int other_above)
{
    const struct shots shots = {prepare, op, interrupt, check, false};
    struct ipc_msg msg = {{0}};

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    short_id = event_named("ipc_short");
    switch_id = event_named("sched_switch");
    CHECK_EQ(trace_client_register(&client, "switches"), 0);
    CHECK_EQ(trace_service_start(&client, TRACE_SWITCH | TRACE_IPC_SHORT), 0);
    ended = woken = false;
    late = wrong = displaced = 0;
    server_is_urgent = server_above > other_above;
    start(&server, serve, server_above, server_stack, sizeof server_stack);
    start(&other, wait_for_go, other_above, other_stack, sizeof other_stack);
    thread_sleep(2); /* both wait */

    uint32_t hits = shots_take(&shots);

    test_note("%lu hits, %lu displaced the partner", (unsigned long)hits, (unsigned long)displaced);
    CHECK(hits > 100);
    CHECK(displaced > 0);
    CHECK_EQ(late, 0);
    CHECK_EQ(wrong, 0);
    ended = true;
    CHECK_EQ(ipc_send(&server, &msg, WAIT_FOREVER), 0);
    sem_post(&go);
    CHECK_EQ(thread_join(&server, NULL, 1000), 0);
    CHECK_EQ(thread_join(&other, NULL, 1000), 0);
    trace_client_unregister(&client);
}

TEST(
    "a message and its reply let a more urgent thread run first, which is woken at any of their instructions")
{
    sweep(1, 2);
}

TEST("the same with a server of a lower priority")
{
    sweep(-1, 2);
}

TEST("the reply lets a thread run first that is only more urgent than the caller")
{
    sweep(2, 1);
}
