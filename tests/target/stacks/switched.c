/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks of sched_switch: they are the outgoing thread's, and show why it left. */
#include <string.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/port/kernel_events.h>
#include <spoor/service.h>
#include <test/test.h>
#include "chain.h"

#define DEPTH 15

static struct trace_client client;
static struct sem never;
static struct thread waiter;
THREAD_STACK(waiter_stack, 1536);

static void wait_on_never(void)
{
    (void)sem_wait(&never, 20);
}

static volatile bool stop_spinning;

static void spin(void)
{
    while (!stop_spinning) {
    }
}

static void run(void *function)
{
    (void)chain_outer((chain_end)function);
    thread_exit(0);
}

static bool in(uint32_t address, const void *function)
{
    uint32_t begin = (uint32_t)function & ~1u;

    return address - begin < 256; /* an address after a call may be in the next function */
}

/*
 * Find the first switch from `waiter` for the reason `left`, and copy its stack. @return the number of
 * addresses
 */
static unsigned find_stack(enum trace_left left, uint32_t *addresses)
{
    const struct trace_ring *ring = &trace_rings[0];
    uint32_t number = trace_thread_number(&waiter.trace), header = 0, running = 0;

    REQUIRE(ring->open != NULL);
    for (const uint32_t *at = ring->open->records; at < ring->next;) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS, words = trace_words[id];
        const uint32_t *data = at + 1;
        uint32_t bytes = 4 * words;

        if (words == SPOOR_WIRE_WORDS_DATA) {
            bytes = at[1];
            data = at + 2;
        }
        if (id == sched_switch.header >> SPOOR_WIRE_TIME_BITS) {
            if (running == number && (data[0] & ((1u << TRACE_LEFT_BITS) - 1)) == left && header == 0) {
                header = *at;
            }
            running = data[0] >> TRACE_LEFT_BITS;
        } else if (id == SPOOR_WIRE_ID_STACK && header != 0 && data[0] == header) {
            REQUIRE(bytes / 4 - 1 <= DEPTH);
            memcpy(addresses, data + 1, bytes - 4);
            return bytes / 4 - 1;
        }
        at = data + (bytes + 3) / 4;
    }
    return 0;
}

static void begin(chain_end function)
{
    (void)thread_set_affinity(thread_self(), 1);
    if (client.name == NULL) {
        REQUIRE(trace_client_register(&client, "switched") == 0);
    }
    CHECK_EQ(trace_event_set_depth(&sched_switch, DEPTH), 0);
    trace_rings_clear();
    CHECK_EQ(trace_service_start(&client, TRACE_SWITCH), 0);
    CHECK_EQ(thread_create(&waiter, &(struct thread_attr){.name = "waiter",
                                                          .entry = run,
                                                          .arg = (void *)function,
                                                          .priority = THREAD_PRIORITY_MAX - 1,
                                                          .affinity = 1,
                                                          .stack = waiter_stack,
                                                          .stack_bytes = sizeof waiter_stack}),
             0);
}

static void end(void)
{
    CHECK_EQ(thread_join(&waiter, NULL, 1000), 0);
    CHECK_EQ(trace_service_stop(&client, TRACE_SWITCH), 0);
    CHECK_EQ(trace_event_set_depth(&sched_switch, 0), 0);
}

/* Check that the frames from `i` on are those of run() and the chain. */
static void check_chain(const uint32_t *addresses, unsigned n, unsigned i)
{
    const void *const chain[] = {(void *)chain_inner, (void *)chain_large, (void *)chain_middle,
                                 (void *)chain_outer};

    REQUIRE(i + 4 < n);
    for (unsigned k = 0; k < 4; k++) {
        CHECK(in(addresses[i + k], chain[k]));
    }
    CHECK(in(addresses[i + 4], (void *)run));
}

TEST("the stack of a switch from a thread that waits leads to the call that waits")
{
    uint32_t addresses[DEPTH];
    unsigned i = 0;

    sem_init(&never, 0, 1);
    begin(wait_on_never);
    thread_sleep(5);
    unsigned n = find_stack(TRACE_LEFT_SEM, addresses);

    end();
    while (i < n && !in(addresses[i], (void *)chain_inner)) {
        i++;
    }
    test_note("%u of %u frames are below the chain", i, n);
    REQUIRE(i > 0);
    CHECK(!(addresses[0] & 1));
    CHECK(i == 1 || addresses[1] & 1);
    check_chain(addresses, n, i);
}

TEST("the stack of a switch from a preempted thread begins where it was interrupted")
{
    uint32_t addresses[DEPTH];

    unsigned priority = thread_self()->base_priority;

    stop_spinning = false;
    CHECK_EQ(thread_set_priority(thread_self(), THREAD_PRIORITY_MAX), 0);
    begin(spin);
    thread_sleep(5);
    stop_spinning = true;
    unsigned n = find_stack(TRACE_LEFT_PREEMPTED, addresses);

    end();
    CHECK_EQ(thread_set_priority(thread_self(), priority), 0);
    REQUIRE(n > 0);
    CHECK(in(addresses[0], (void *)spin));
    CHECK(!(addresses[0] & 1));
    check_chain(addresses, n, 1);
}
