/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks recorded with events: their addresses, where they start, and the events that they belong to. */
#include <errno.h>
#include <string.h>
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <spoor/port/unwind.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/jitter.h>
#include <test/test.h>
#include "chain.h"

TRACE_EVENT_DEF(marked, TRACE_USER, "value");
TRACE_EVENT_DEF(plain, TRACE_USER, "value");
TRACE_DATA_DEF(message, TRACE_USER, "text:str");

static struct trace_client client;

/* A record in the open sub-buffer. */
struct record {
    uint32_t header, bytes;
    const uint32_t *words;
};

static const uint32_t *at;

static void begin(void)
{
    (void)thread_set_affinity(thread_self(), 1);
    if (client.name == NULL) {
        REQUIRE(trace_client_register(&client, "test") == 0);
    }
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_clear();
    at = NULL;
}

static void end(void)
{
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    CHECK_EQ(trace_event_set_depth(&marked, 0), 0);
}

static bool next(struct record *r)
{
    const struct trace_ring *ring = &trace_rings[0];

    do {
        if (at == NULL && ring->open != NULL) {
            at = ring->open->records;
        }
        if (at == NULL || at == ring->next) {
            return false;
        }
        REQUIRE(at >= ring->open->records && at < ring->next); /* all records are in one sub-buffer */
        unsigned words = trace_words[*at >> SPOOR_WIRE_TIME_BITS];

        *r = (struct record){.header = *at, .bytes = 4 * words, .words = at + 1};
        if (words == SPOOR_WIRE_WORDS_DATA) {
            r->bytes = at[1];
            r->words = at + 2;
        }
        at = r->words + (r->bytes + 3) / 4;
    } while (r->header >> SPOOR_WIRE_TIME_BITS == SPOOR_WIRE_ID_TIME);
    return true;
}

/* True if `fn` is the nearest function of the chain at or below the address. */
static bool lies_in(uint32_t address, const void *fn)
{
    const uint32_t functions[] = {
        (uint32_t)chain_outer, (uint32_t)chain_middle, (uint32_t)chain_large,
        (uint32_t)chain_inner, (uint32_t)chain_spin,
    };
    uint32_t nearest = 0;

    address -= address & 1 ? 3 : 0;
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        uint32_t f = functions[i] & ~1u;

        nearest = f <= address && f > nearest ? f : nearest;
    }
    return nearest == ((uint32_t)fn & ~1u) && address - nearest < 256;
}

/* Take the next two records, an event and its stack, and copy the stack. @return the number of addresses */
static unsigned take_stack(uint32_t *addresses)
{
    struct record event, stack;

    REQUIRE(next(&event));
    REQUIRE(next(&stack));
    CHECK_EQ(stack.header >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_ID_STACK);
    REQUIRE(stack.bytes >= 8 && stack.bytes <= 64);
    CHECK_EQ(stack.words[0], event.header);
    memcpy(addresses, stack.words + 1, stack.bytes - 4);
    return stack.bytes / 4 - 1;
}

static void mark(void)
{
    trace_event(marked, 7);
}

static void check_chain(const uint32_t *addresses)
{
    CHECK(lies_in(addresses[0], chain_inner));
    CHECK(lies_in(addresses[1], chain_large));
    CHECK(lies_in(addresses[2], chain_middle));
    CHECK(lies_in(addresses[3], chain_outer));
}

/* `mark` calls the emitter by a tail jump, so its own caller is the first address. */
static bool within(uint32_t first, void (*function)(void))
{
    uint32_t address = (first & ~1u) - 2, fn = (uint32_t)function & ~1u;

    return address >= fn && address < fn + 64;
}

static unsigned own_frames(uint32_t first)
{
    return within(first, mark);
}

TEST("a stack holds the return addresses of the calls that led to its event")
{
    uint32_t addresses[16];

    CHECK_EQ(trace_event_set_depth(&marked, 8), 0);
    begin();
    (void)chain_outer(mark);
    unsigned n = take_stack(addresses);
    unsigned own = own_frames(addresses[0]);

    end();
    CHECK_EQ(n, 8);
    check_chain(addresses + own);
    for (unsigned i = 0; i < n; i++) {
        CHECK(addresses[i] & 1);
    }
}

TEST("a stack ends at the thread's entry")
{
    uint32_t addresses[16];

    CHECK_EQ(trace_event_set_depth(&marked, 15), 0);
    begin();
    (void)chain_outer(mark);
    unsigned n = take_stack(addresses);

    end();
    CHECK(n > 6 && n < 15);
}

TEST("a stack has at most the depth set")
{
    uint32_t addresses[16];

    for (unsigned depth = 1; depth <= 6; depth++) {
        CHECK_EQ(trace_event_set_depth(&marked, depth), 0);
        begin();
        (void)chain_outer(mark);
        CHECK_EQ(take_stack(addresses), depth);
        end();
    }
    CHECK_EQ(trace_event_set_depth(&marked, 16), -EINVAL);
}

TEST("only events with a depth have a stack")
{
    struct record r;

    CHECK_EQ(trace_event_set_depth(&marked, 3), 0);
    begin();
    trace_event(plain, 1);
    trace_event(marked, 2);
    trace_event(plain, 3);
    REQUIRE(next(&r));
    CHECK_EQ(r.words[0], 1);
    REQUIRE(next(&r));
    CHECK_EQ(r.words[0], 2);
    REQUIRE(next(&r));
    CHECK_EQ(r.header >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_ID_STACK);
    REQUIRE(next(&r));
    CHECK_EQ(r.words[0], 3);
    CHECK(!next(&r));
    end();
}

TEST("a data event can have a stack")
{
    struct record r;

    CHECK_EQ(trace_event_set_depth(&message, 4), 0);
    begin();
    trace_data(message, "hello", 5);
    REQUIRE(next(&r));
    CHECK_EQ(r.bytes, 5);
    CHECK(memcmp(r.words, "hello", 5) == 0);
    uint32_t header = r.header;

    REQUIRE(next(&r));
    CHECK_EQ(r.header >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_ID_STACK);
    CHECK_EQ(r.words[0], header);
    CHECK_EQ(r.bytes, 20);
    CHECK(!next(&r));
    CHECK_EQ(trace_event_set_depth(&message, 0), 0);
    end();
}

/* ------------------------------------------------------------------ interrupts */

static unsigned interrupts;

static void in_interrupt(void)
{
    if (interrupts == 0) {
        (void)chain_inner(mark);
    }
    interrupts++;
}

static void spin(void)
{
    chain_spin(200);
}

TEST("a stack from an interrupt continues through the interrupted code")
{
    uint32_t addresses[16];
    unsigned i = 0;

    CHECK_EQ(trace_event_set_depth(&marked, 15), 0);
    begin();
    interrupts = 0;
    if (jitter_start(20000, in_interrupt, NULL) != 0) {
        test_skip("no spare timer");
    }
    (void)chain_outer(spin);
    jitter_stop();
    unsigned n = take_stack(addresses);

    end();
    CHECK(lies_in(addresses[own_frames(addresses[0])], chain_inner));
    while (i < n && (addresses[i] & 1)) {
        i++;
    }
    test_note("%u of %u addresses are in the interrupt", i, n);
    /* A function that reads the counter may be above chain_spin. */
    while (i < n && !lies_in(addresses[i], chain_spin)) {
        i++;
    }
    REQUIRE(i + 5 < n);
    i += within(addresses[i + 1], spin); /* not there if spin jumped by a tail call */
    check_chain(addresses + i + 1);
}

static void mark_outer(void)
{
    trace_event(marked, 1);
}

static void mark_inner(void)
{
    trace_event(marked, 2);
}

static void mark_often(void)
{
    for (unsigned i = 0; i < 4; i++) {
        mark();
        chain_spin(10);
    }
}

/* The latest earlier record with this header word that has no stack yet. */
static struct record *owner(struct record *events, unsigned n, uint32_t header)
{
    while (n-- > 0) {
        if (events[n].header == header) {
            return &events[n];
        }
    }
    return NULL;
}

TEST("under nested interrupts each stack belongs to the event of its context")
{
    static struct record events[64];
    unsigned stacks = 0, from_interrupts = 0;
    struct record r;

    CHECK_EQ(trace_event_set_depth(&marked, 4), 0);
    for (unsigned round = 0; round < 200; round++) {
        if (round % 20 == 0 && jitter_start(20000, mark_outer, mark_inner) != 0) {
            test_skip("no spare timer");
        }
        begin();
        (void)chain_inner(mark_often);
        CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
        unsigned n = 0;

        while (next(&r)) {
            if (r.header >> SPOOR_WIRE_TIME_BITS != SPOOR_WIRE_ID_STACK) {
                REQUIRE(n < sizeof events / sizeof events[0]);
                events[n++] = r;
                continue;
            }
            struct record *event = owner(events, n, r.words[0]);

            REQUIRE(event != NULL);
            CHECK_EQ(own_frames(r.words[1]) != 0 || within(r.words[1], mark_often), event->words[0] == 7);
            stacks++;
            from_interrupts += event->words[0] != 7;
            *event = (struct record){0};
        }
        for (unsigned i = 0; i < n; i++) {
            CHECK_EQ(events[i].header, 0); /* all have their stacks */
        }
        if (round % 20 == 19) {
            jitter_stop();
        }
    }
    end();
    test_note("%u stacks, %u of them from interrupts", stacks, from_interrupts);
    CHECK_EQ(stacks - from_interrupts, 4 * 200);
    CHECK(from_interrupts > 100);
}

/* ------------------------------------------------------------------ where unwinding stops */

static struct spoor_frame frame_at(uint32_t pc, uint32_t sp, uint32_t others)
{
    struct spoor_frame f;

    spoor_frame_set(&f, pc, sp, others);
    return f;
}

/* A frame after the prologue, as if the function had called another. */
static struct spoor_frame frame_in(const void *fn, uint32_t sp, uint32_t others)
{
    return frame_at(((uint32_t)fn | 1) + 12, sp, others);
}

TEST("an invalid stack pointer ends unwinding without a fault")
{
    const uint32_t bad[] = {0, 4, 1, 0x1234567, 0x60000002, 0xFFFFFFFC, 0xFFFFFFFF, (uint32_t)&client + 2};
    uint32_t addresses[4];

    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct spoor_frame f = frame_in(chain_large, bad[i], 0);

        CHECK_EQ(spoor_unwind(&f, addresses, 4), 0);
    }
}

TEST("arbitrary words on the stack end unwinding without a fault")
{
    static uint32_t words[200];
    uint32_t addresses[4], seed = 1;

    for (unsigned turn = 0; turn < 500; turn++) {
        for (unsigned i = 0; i < 200; i++) {
            seed = seed * 1664525u + 1013904223u;
            words[i] = turn % 2 ? seed : seed >> 16 | 1; /* any word, or a low address */
        }
        struct spoor_frame f = frame_in(turn % 3 ? chain_large : (void *)chain_middle, (uint32_t)words, seed);

        CHECK(spoor_unwind(&f, addresses, 4) <= 4);
    }
}

TEST("a code address that follows no call ends unwinding")
{
    static uint32_t words[200];
    uint32_t addresses[4];

    for (unsigned i = 0; i < 200; i++) {
        words[i] = ((uint32_t)chain_inner & ~1u) + 4;
    }
    for (unsigned turn = 0; turn < 3; turn++) { /* first looked up in the tables, then cached */
        struct spoor_frame f = frame_in(chain_inner, (uint32_t)words, 0);

        CHECK_EQ(spoor_unwind(&f, addresses, 4), 0);
    }
}

TEST("an address outside all functions ends unwinding")
{
    uint32_t here = 0, addresses[2];
    const uint32_t places[] = {0, 0xFFFFFFF0u, (uint32_t)&client};

    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct spoor_frame f = frame_at(places[i], (uint32_t)&here & ~7u, 0);

        CHECK_EQ(spoor_unwind(&f, addresses, 2), 0);
    }
}
