/* SPDX-License-Identifier: BSD-2-Clause */
/* The stack that stacks of events take, and threads that don't have it. */
#include <hal/context.h>
#include <kernel/thread.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>
#include <spoor/port/port.h>
#include <spoor/port/unwind.h>
#include <spoor/service.h>
#include <test/test.h>
#include "chain.h"

TRACE_EVENT_DEF(roomy, TRACE_USER, "value");

#define FILL      0xA5
#define GUARD     64 /* at least the guard */
#define OWN_FRAME 96 /* at least the frame of record() */

static struct trace_client client;
static uint8_t stack[3072] __attribute__((aligned(8)));
static uintptr_t recorded_at; /* the stack pointer of the function that records */
static uintptr_t lowest;      /* the lowest byte that it changed */

/* The lowest byte of the stack that isn't as filled. */
static uintptr_t lowest_used(void)
{
    const volatile uint8_t *p = stack + GUARD;

    while (*p == FILL) {
        p++;
    }
    return (uintptr_t)p;
}

/* Set recorded_at, and fill the stack below. */
static inline __attribute__((always_inline)) void fill_below(void)
{
    recorded_at = (uintptr_t)__builtin_frame_address(0);
    for (volatile uint8_t *p = stack + GUARD; (uintptr_t)p < recorded_at - OWN_FRAME; p++) {
        *p = FILL;
    }
}

static __attribute__((noipa)) void record(void)
{
    uint32_t state = spoor_port_lock();

    fill_below();
    trace_event(roomy, 1);
    lowest = lowest_used();
    spoor_port_unlock(state);
}

static struct spoor_frame frame;

/* Unwind a step from an instruction of chain_large, where it was interrupted or where it called a function.
 */
static __attribute__((noipa)) void step(void)
{
    uint32_t state = spoor_port_lock();

    fill_below();
    (void)spoor_unwind_step(&frame);
    lowest = lowest_used();
    spoor_port_unlock(state);
}

static void step_called(void)
{
    spoor_frame_set(&frame, ((uint32_t)chain_large | 1) + 12, recorded_at, 0);
    step();
}

static void step_interrupted(void)
{
    spoor_frame_set(&frame, ((uint32_t)chain_large & ~1u) + 12, recorded_at, 0);
    step();
}

static void run(void *function)
{
    (void)chain_outer((chain_end)function);
    thread_exit(0);
}

static unsigned bytes_taken(chain_end function, unsigned depth)
{
    static struct thread t;

    CHECK_EQ(trace_event_set_depth(&roomy, depth), 0);
    CHECK_EQ(thread_create(&t, &(struct thread_attr){.name = "roomy",
                                                     .entry = run,
                                                     .arg = (void *)function,
                                                     .priority = THREAD_PRIORITY_MAX,
                                                     .stack = stack,
                                                     .stack_bytes = sizeof stack}),
             0);
    CHECK_EQ(thread_join(&t, NULL, 1000), 0);
    return (unsigned)(recorded_at - lowest);
}

TEST("a stack takes no more of its thread's stack than documented")
{
    REQUIRE(trace_client_register(&client, "room") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    unsigned none = bytes_taken(record, 0), one = bytes_taken(record, 1);
    unsigned cold = bytes_taken(record, 15), warm = bytes_taken(record, 15);
    unsigned called = bytes_taken(step_called, 0), interrupted = bytes_taken(step_interrupted, 0);

    test_note("an event takes %u bytes, with one frame %u, with 15 frames %u, then %u", none, one, cold,
              warm);
    test_note("a step takes %u bytes, from interrupted code %u", called, interrupted);
    CHECK(cold + interrupted - called <= SPOOR_UNWIND_BYTES);
    CHECK(warm <= SPOOR_UNWIND_BYTES);
    CHECK_EQ(trace_client_unregister(&client), 0);
}

static unsigned room; /* for the next record */

/* Leave about `room` bytes to the recorder. */
static __attribute__((noipa)) void record_with_room(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    volatile uint8_t taken[here - spoor_port_stack_low() - room];

    taken[0] = 0;
    trace_event(roomy, taken[0]);
}

/* @return the frames recorded by a thread whose stack has `bytes` left */
static unsigned frames_with_room(unsigned bytes)
{
    const struct trace_ring *r = &trace_rings[0];

    room = bytes;
    trace_rings_clear();
    (void)bytes_taken(record_with_room, 6);
    REQUIRE(r->open != NULL);
    const uint32_t *stack_of_event = r->open->records;

    while (stack_of_event < r->next && *stack_of_event >> SPOOR_WIRE_TIME_BITS != SPOOR_WIRE_ID_STACK) {
        unsigned words = trace_words[*stack_of_event >> SPOOR_WIRE_TIME_BITS];

        REQUIRE(words != SPOOR_WIRE_WORDS_DATA);
        stack_of_event += 1 + words;
    }
    REQUIRE(stack_of_event < r->next);
    return stack_of_event[1] / 4 - 1;
}

TEST("a thread without room for the unwinder records one frame, and its stack doesn't overflow")
{
    (void)thread_set_affinity(thread_self(), 1);
    REQUIRE(trace_client_register(&client, "room") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(frames_with_room(SPOOR_UNWIND_BYTES + 128), 6);
    for (unsigned bytes = 128; bytes < SPOOR_UNWIND_BYTES; bytes += 32) {
        CHECK_EQ(frames_with_room(bytes), 1);
    }
    CHECK_EQ(trace_client_unregister(&client), 0);
}
