/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events record: the ones whose service some client wants and that aren't switched off themselves.
 * That decision is made here, when it changes, so that the hot path tests one word.
 *
 * A change is made under a lock that masks interrupts for a few instructions, to one service or event at a
 * time. Whoever comes last finds what holds by then, so that concurrent changes end well whatever their
 * order.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <profiler/service.h>
#include <profiler/stack.h>
#include "function_priv.h"
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

ARRAY_SPREAD_DEF_RW(struct trace_event_cell, trace_events);
TRACE_DESCS_DEF(struct trace_event_desc, trace_event_descs);

/* Who follows threads must know from when on, and until when, switches were recorded. */
TRACE_EVENT_DEF(services, TRACE_SWITCH, "running:x32");

#define SERVICES 12
_Static_assert(TRACE_SERVICES_ALL == (1 << SERVICES) - 1, "one count for each");

static struct trace_client *clients, **end = &clients;
static uint8_t wanting[SERVICES]; /* clients */
static uint32_t running;

#if CONFIG_CPUS > 1
static uint32_t setup;
#endif

uint32_t trace_setup_lock(void)
{
    uint32_t state = port_lock();

#if CONFIG_CPUS > 1
    while (__atomic_exchange_n(&setup, 1, __ATOMIC_ACQUIRE) != 0) {
    }
#endif
    return state;
}

void trace_setup_unlock(uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&setup, 0, __ATOMIC_RELEASE);
#endif
    port_unlock(state);
}

static unsigned events(void)
{
    return (unsigned)ARRAY_SPREAD_SIZE(trace_events);
}

unsigned trace_block_id(const struct trace_block *b)
{
    return WIRE_ID_FIRST + events() + (unsigned)(b - trace_blocks);
}

unsigned trace_point_id(const struct trace_point *p)
{
    return WIRE_ID_FIRST + events() + (unsigned)ARRAY_SPREAD_SIZE(trace_blocks) +
           (unsigned)(p - trace_points);
}

unsigned trace_ids(void)
{
    return WIRE_ID_FIRST + events() +
           (unsigned)(ARRAY_SPREAD_SIZE(trace_blocks) + ARRAY_SPREAD_SIZE(trace_points));
}

uint8_t trace_words[CONFIG_TRACE_IDS];

static void set_words(unsigned id, unsigned words)
{
    if (id < CONFIG_TRACE_IDS) {
        trace_words[id] = (uint8_t)words;
    }
}

void trace_events_init(void)
{
    unsigned id = WIRE_ID_FIRST;

    memset(trace_words, TRACE_WORDS_NONE, sizeof trace_words);
    set_words(WIRE_ID_TIME, 2);
    set_words(WIRE_ID_STACK, WIRE_WORDS_DATA);
    set_words(WIRE_ID_ENTER, 1);
    set_words(WIRE_ID_LEAVE, 1);
    set_words(WIRE_ID_UNFINISHED, WIRE_WORDS_DATA);
    array_spread_foreach_ptr (e, trace_events) {
        set_words(id, e->words);
        e->header = WIRE_HEADER_WORD(id++);
    }
    for (; id < trace_ids(); id++) {
        set_words(id, id < trace_point_id(trace_points) ? WIRE_BLOCK_WORDS : WIRE_POINT_WORDS);
    }
}

static void (*emitter_of(const struct trace_event_cell *e, unsigned flags))(void)
{
    if (e->words == WIRE_WORDS_DATA) {
        return trace_emitters[0]; /* anything: trace_data() calls what it needs */
    }
#if CONFIG_TRACE_STACKS
    if (flags & TRACE_EVENT_DEPTH) {
        return trace_stack_emitters[e->words];
    }
#endif
    (void)flags;
    return trace_emitters[e->words];
}

/* An ID beyond the table of losses never records: its losses could not be told. */
static bool records(const struct trace_event_cell *e, unsigned flags, uint32_t runs)
{
    return (e->service & runs) != 0 && !(flags & TRACE_EVENT_DISABLED) &&
           e->header >> WIRE_TIME_BITS < CONFIG_TRACE_IDS;
}

/* Draw the conclusion from the flags and the services, until it is one from what they still are. */
static void conclude(struct trace_event_cell *e)
{
    bool done = false;

    while (!done) {
        unsigned flags = __atomic_load_n(&e->flags, __ATOMIC_RELAXED);
        uint32_t runs = __atomic_load_n(&running, __ATOMIC_RELAXED);
        void (*emit)(void) = records(e, flags, runs) ? emitter_of(e, flags) : NULL;
        uint32_t state = trace_setup_lock();

        done = e->flags == flags && running == runs;
        if (done) {
            __atomic_store_n(&e->emit, emit, __ATOMIC_RELAXED);
        }
        trace_setup_unlock(state);
    }
}

static void set_flags(struct trace_event_cell *e, unsigned clear, unsigned set)
{
    uint32_t state = trace_setup_lock();

    e->flags = (uint8_t)((e->flags & ~clear) | set);
    trace_setup_unlock(state);
    conclude(e);
}

/* Told while what ran or runs does: ahead of less, behind more. */
static void apply_all(uint32_t ran)
{
    uint32_t runs = running;

    if (ran & ~runs) {
        trace_event(services, runs);
    }
    array_spread_foreach_ptr (e, trace_events) {
        conclude(e);
    }
#if CONFIG_TRACE_FUNCTION
    trace_functions_apply();
#endif
    if (runs & ~ran) {
        trace_event(services, runs);
    }
}

int trace_client_register(struct trace_client *c, const char *name)
{
    if (c->link != NULL) {
        return -EEXIST;
    }
    *c = (struct trace_client){.name = name};
    uint32_t state = trace_setup_lock();

    c->link = end;
    *end = c;
    end = &c->next;
    trace_setup_unlock(state);
    return 0;
}

static void want_one(struct trace_client *c, unsigned n, bool on)
{
    uint32_t bit = 1u << n;
    uint32_t state = trace_setup_lock();

    if (((c->wanted & bit) != 0) != on) {
        c->wanted ^= bit;
        wanting[n] = (uint8_t)(wanting[n] + (on ? 1 : -1));
        running = wanting[n] != 0 ? running | bit : running & ~bit;
    }
    trace_setup_unlock(state);
}

static int want(struct trace_client *c, uint32_t mask, bool on)
{
    uint32_t ran = running;

    if (c->link == NULL) {
        return -ENOENT;
    }
    for (unsigned n = 0; n < SERVICES; n++) {
        if (mask >> n & 1) {
            want_one(c, n, on);
        }
    }
    apply_all(ran);
    return 0;
}

int trace_client_unregister(struct trace_client *c)
{
    int result = want(c, TRACE_SERVICES_ALL, false);

    if (result == 0) {
        uint32_t state = trace_setup_lock();

        *c->link = c->next;
        *(c->next != NULL ? &c->next->link : &end) = c->link;
        c->link = NULL;
        trace_setup_unlock(state);
    }
    return result;
}

int trace_service_start(struct trace_client *c, uint32_t mask)
{
    if (mask != 0) {
        trace_rings_begin();
    }
    return want(c, mask, true);
}

int trace_service_stop(struct trace_client *c, uint32_t mask)
{
    return want(c, mask, false);
}

uint32_t trace_services(void)
{
    return running;
}

const struct trace_client *trace_clients(void)
{
    return clients;
}

void trace_event_enable(struct trace_event_cell *e, bool on)
{
    set_flags(e, TRACE_EVENT_DISABLED, on ? 0 : TRACE_EVENT_DISABLED);
}

int trace_event_set_depth(struct trace_event_cell *e, unsigned frames)
{
    if (frames > TRACE_EVENT_DEPTH) {
        return -EINVAL;
    }
    if (frames != 0 && !trace_unwind_possible()) {
        return -ENOTSUP;
    }
    set_flags(e, TRACE_EVENT_DEPTH, frames);
    return 0;
}

#endif
