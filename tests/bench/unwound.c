/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks recorded in an interrupt at each instruction in turn of a chain of calls, including the first and
 * last instructions of functions with several kinds of frames. Each stack must lead to the chain's caller
 * through the chain's functions only. A walk that starts from the interrupted code, as samples do, must find
 * the same stack, or need a register that only the handler's frames have.
 */
#include <string.h>
#include <arch/sweep.h>
#include <spoor/event.h>
#include <spoor/port/port.h>
#include <spoor/port/unwind.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

#define ITS_OWN __attribute__((noipa))

TRACE_EVENT_DEF(here, TRACE_USER);

static struct trace_client client;
static volatile uint32_t sink;

/* No frame. */
uint32_t bare(uint32_t x);
ITS_OWN uint32_t bare(uint32_t x)
{
    return x * 3 + 1;
}

/* A frame, and a large one. */
static ITS_OWN uint32_t with_locals(uint32_t x)
{
    volatile uint32_t locals[20] = {x};

    locals[x % 20] = bare(x);
    return locals[3] + locals[x % 20];
}

static ITS_OWN uint32_t with_large_locals(uint32_t x)
{
    volatile uint32_t locals[300];

    locals[x % 300] = with_locals(x);
    return locals[x % 300];
}

/* Many registers, and more arguments than fit into registers. */
static ITS_OWN uint32_t with_registers(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f)
{
    uint32_t x = with_large_locals(a), y = with_locals(b), z = bare(c), u = bare(d);

    return x * a + y * b + z * c + u * d + bare(e) + bare(f) * x;
}

/* A tail call, which is a jump. */
static ITS_OWN uint32_t with_tail_call(uint32_t x)
{
    sink = bare(x);
    return with_locals(sink);
}

/* No frame on one of its paths. */
static ITS_OWN uint32_t with_early_return(uint32_t x)
{
    if (x == 0) {
        return 5;
    }
    return with_large_locals(x) + with_locals(x + 1);
}

/* A frame of variable size, addressed by another register. */
static ITS_OWN uint32_t with_any_size(uint32_t x)
{
    volatile uint32_t any[x];

    any[0] = bare(x);
    return any[0] + with_locals(x);
}

uint32_t by_hand(uint32_t x);
__asm__(ARCH_FRAME_BY_HAND);

static ITS_OWN void chain(void)
{
    sink = with_registers(1, 2, 3, 4, 5, 6);
    sink = with_tail_call(sink);
    sink = with_early_return(0) + with_early_return(1);
    sink = with_any_size(20);
    sink = by_hand(sink);
}

static ITS_OWN void caller(void)
{
    chain();
    sink++;
}

/* Ordered so that each function calls only earlier ones. */
static const void *const functions[] = {
    (void *)bare,           (void *)with_locals,    (void *)with_large_locals,
    (void *)with_registers, (void *)with_tail_call, (void *)with_early_return,
    (void *)with_any_size,  (void *)chain,          (void *)caller,
};

#define FUNCTIONS (sizeof functions / sizeof functions[0])
#define CALLER    (FUNCTIONS - 1)
#define LONGEST   256 /* bytes of code */

/* Index of the function that contains an address, or FUNCTIONS. */
static unsigned function_of(uint32_t address)
{
    unsigned best = FUNCTIONS;
    uint32_t least = LONGEST;

    for (unsigned n = 0; n < FUNCTIONS; n++) {
        uint32_t offset = address - ((uint32_t)functions[n] & ~1u);

        if (offset < least) {
            best = n;
            least = offset;
        }
    }
    return best;
}

#define DEPTH 14

static uint32_t within, wrong, same, lacking;

/* The stack from the interrupted code on; 0 addresses if a register was missing. */
static uint32_t from_interrupted[DEPTH];
static unsigned from_interrupted_count;

static void walk_from_interrupted(void)
{
    struct spoor_frame f;

    REQUIRE(spoor_port_interrupted(&f));
    from_interrupted[0] = spoor_frame_pc(&f);
    from_interrupted_count = 1 + spoor_unwind(&f, from_interrupted + 1, DEPTH - 1);
    if (spoor_frame_lacks(&f)) {
        from_interrupted_count = 0;
    }
}

static bool is_from_interrupted(const uint32_t *addresses, unsigned n)
{
    return from_interrupted_count >= n && memcmp(from_interrupted, addresses, n * sizeof *addresses) == 0;
}

/* True if the addresses, from the interrupted instruction on, lead to the chain's caller, never to another
 * function and never back. */
static bool leads_to_caller(const uint32_t *addresses, unsigned n)
{
    unsigned last = function_of(addresses[0]);

    for (unsigned i = 1; i < n && last != CALLER; i++) {
        unsigned next = function_of(addresses[i] & ~1u);

        if (next == FUNCTIONS || next <= last || !(addresses[i] & 1)) {
            return false;
        }
        last = next;
    }
    return last == CALLER;
}

static void check(const uint32_t *addresses, unsigned n)
{
    while (n != 0 && (*addresses & 1)) { /* skips those of the handler and the dispatch */
        addresses++;
        n--;
    }
    if (n == 0 || function_of(*addresses) == FUNCTIONS) {
        return; /* outside the chain, or in the C library, which has no tables */
    }
    within++;
    if (!leads_to_caller(addresses, n)) {
        wrong++;
        test_note("wrong stack from 0x%lx", (unsigned long)*addresses);
    }
    if (from_interrupted_count == 0) {
        lacking++;
    } else if (is_from_interrupted(addresses, n)) {
        same++;
    } else {
        test_note("another stack from 0x%lx", (unsigned long)*addresses);
    }
}

/* Take the records of the interrupt: an event, followed by its stack. */
static void look(void)
{
    static struct trace_subbuf part;

    trace_ring_want_close(0);
    trace_ring_tick(false);
    if (trace_ring_take(0, &part)) {
        const uint32_t *stack = part.records + 1;

        REQUIRE(*stack >> SPOOR_WIRE_TIME_BITS == SPOOR_WIRE_ID_STACK);
        check(stack + 3, stack[1] / sizeof(uint32_t) - 1);
    }
    trace_rings_clear();
}

static void interrupt(void)
{
    trace_event(here);
    walk_from_interrupted();
}

TEST("from an interrupt at any instruction, the stack leads to the chain's caller")
{
    const struct masked m = {caller, look, interrupt};
    struct masked_found found;

    REQUIRE(trace_client_register(&client, "test") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(trace_event_set_depth(&here, DEPTH), 0);
    trace_rings_clear();
    masked_sweep(&m, &found);
    test_note("%lu interrupts in the chain", (unsigned long)within);
    CHECK(within > 200);
    CHECK_EQ(wrong, 0);
    test_note("%lu of them lack a register", (unsigned long)lacking);
    CHECK_EQ(same + lacking, within);
    CHECK(lacking * 3 < within);
}
