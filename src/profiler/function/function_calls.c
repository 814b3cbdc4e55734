/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Open calls of functions that are traced by their first instruction (spoor/port/function_entry.h).
 *
 * An open call has an entry in a pool, and returns to the place of that entry. So the entry is found without
 * the context, which the function itself may change if it belongs to the kernel. A function that never
 * returns keeps its entry: longjmp() removes frames, and a thread may end anywhere. When the pool is empty,
 * the entries of frames that no longer exist on this stack are freed: those below the stack pointer.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_PATCHED

#include <stddef.h>
#include <spoor/core/lock.h>
#include <spoor/function.h>
#include <spoor/port/function_entry.h>
#include <spoor/port/port.h>
#include "function_priv.h"

/* Of a function's first instruction. */
#if defined(__arm__) && !defined(__thumb__)
#define ENTRY_BYTES 4u
#else
#define ENTRY_BYTES 2u
#endif

/* Its size is a power of two, for the way from an entry to its place and back. */
struct call {
    struct call *next; /* of a free entry */
    uintptr_t sp;      /* of the caller; 0: the entry is free */
    uint32_t back;     /* where the function returns to */
    uint32_t fn;
};

static struct call calls[CONFIG_TRACE_FUNCTION_PATCHED];

static struct call *first_free;
static struct call *unused = calls; /* entries from here on were never used */

static struct trace_lock lock;

static inline struct call *take(uintptr_t sp)
{
    uint32_t state = trace_lock(&lock);
    struct call *c = first_free;

    if (__builtin_expect(c != NULL, 1)) {
        first_free = c->next;
        c->sp = sp;
    } else if (unused < calls + CONFIG_TRACE_FUNCTION_PATCHED) {
        c = unused++;
        c->sp = sp;
    }
    trace_unlock(&lock, state);
    return c;
}

/* Free an entry, if its frame is in a range of addresses. */
static inline void give(struct call *c, uintptr_t low, uintptr_t high)
{
    uint32_t state = trace_lock(&lock);

    if (c->sp >= low && c->sp <= high) {
        c->sp = 0;
        c->next = first_free;
        first_free = c;
    }
    trace_unlock(&lock, state);
}

/* Out of line, because it is seldom. The port returns 0 for a stack that it doesn't know. */
static __attribute__((noinline)) struct call *take_abandoned(uintptr_t sp)
{
    uintptr_t low = spoor_port_stack_low();

    for (struct call *c = calls; low != 0 && c < calls + CONFIG_TRACE_FUNCTION_PATCHED; c++) {
        give(c, low, sp - 1);
    }
    return take(sp);
}

static inline uint32_t place_of(const struct call *c)
{
    return (uint32_t)(uintptr_t)spoor_function_returns + (uint32_t)(c - calls) * SPOOR_FUNCTION_RETURN_BYTES;
}

static inline struct call *call_at(uint32_t place)
{
    return &calls[(place - (uint32_t)(uintptr_t)spoor_function_returns) / SPOOR_FUNCTION_RETURN_BYTES];
}

/* Also runs functions that are switched on while nothing is traced. */
spoor_function_continues spoor_function_enter(uint32_t fn, uint32_t back, uintptr_t sp)
{
    spoor_function_continues on = (uint64_t)(fn + ENTRY_BYTES) << 32;
    void (*record)(uint32_t) = __atomic_load_n(&trace_function_hooks.enter, __ATOMIC_RELAXED);

    if (record == NULL) {
        return on | back;
    }
    struct call *c = take(sp);

    if (__builtin_expect(c == NULL, 0) && (c = take_abandoned(sp)) == NULL) {
        trace_function_missed(fn);
        return on | back;
    }
    c->back = back;
    c->fn = fn;
    record(fn);
    return on | place_of(c);
}

uint32_t spoor_function_leave(uint32_t place)
{
    struct call *c = call_at(place);
    uint32_t back = c->back;
    void (*record)(uint32_t) = __atomic_load_n(&trace_function_hooks.leave, __ATOMIC_RELAXED);

    if (record != NULL) {
        record(c->fn);
    }
    give(c, 0, UINTPTR_MAX);
    return back;
}

uint32_t spoor_function_back(uint32_t place)
{
    return call_at(place)->back;
}

#endif
