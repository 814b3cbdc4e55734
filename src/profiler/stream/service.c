/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events record: the ones whose service some client wants and that aren't switched off themselves.
 * That decision is made here, when it changes, so that the hot path tests one word.
 *
 * A change is made under a lock that masks interrupts, but to one event at a time: whoever comes last finds
 * what holds by then, so that concurrent changes end well whatever their order.
 */
#include <errno.h>
#include <stddef.h>
#include <profiler/service.h>
#include <profiler/stack.h>
#include "function_priv.h"
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

ARRAY_SPREAD_DEF_RW(struct trace_event_cell, trace_events);
ARRAY_SPREAD_DEF(struct trace_event_desc, trace_event_descs);

static struct trace_client *clients;
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

    set_words(WIRE_ID_TIME, 2);
    set_words(WIRE_ID_STACK, WIRE_WORDS_DATA);
    set_words(WIRE_ID_ENTER, 1);
    set_words(WIRE_ID_LEAVE, 1);
    array_spread_foreach_ptr (e, trace_events) {
        set_words(id, e->words);
        e->header = WIRE_HEADER_WORD(id++);
    }
    for (; id < trace_ids(); id++) {
        set_words(id, id < trace_point_id(trace_points) ? WIRE_BLOCK_WORDS : WIRE_POINT_WORDS);
    }
}

static void (*emitter_of(const struct trace_event_cell *e))(void)
{
    if (e->words == WIRE_WORDS_DATA) {
        return (void (*)(void))trace_emit_data;
    }
    return (e->flags & TRACE_EVENT_DEPTH ? trace_stack_emitters : trace_emitters)[e->words];
}

/* Change the flags, if that is wanted, and draw the conclusion. An ID beyond the table of losses never
 * records: its losses could not be told. */
static void apply(struct trace_event_cell *e, unsigned clear, unsigned set)
{
    uint32_t state = trace_setup_lock();

    e->flags = (uint8_t)((e->flags & ~clear) | set);

    bool on = (e->service & running) != 0 && !(e->flags & TRACE_EVENT_DISABLED) &&
              e->header >> WIRE_TIME_BITS < CONFIG_TRACE_IDS;

    __atomic_store_n(&e->emit, on ? emitter_of(e) : NULL, __ATOMIC_RELAXED);
    trace_setup_unlock(state);
}

static void sum_up_locked(void)
{
    running = 0;
    for (const struct trace_client *c = clients; c != NULL; c = c->next) {
        running |= c->wanted;
    }
}

static void apply_all(void)
{
    array_spread_foreach_ptr (e, trace_events) {
        apply(e, 0, 0);
    }
#if CONFIG_TRACE_FUNCTION
    trace_functions_apply();
#endif
}

static struct trace_client **find(const struct trace_client *c)
{
    struct trace_client **at = &clients;

    while (*at != NULL && *at != c) {
        at = &(*at)->next;
    }
    return at;
}

int trace_client_register(struct trace_client *c, const char *name)
{
    uint32_t state = trace_setup_lock();
    struct trace_client **at = find(c);
    int result = -EEXIST;

    if (*at == NULL) {
        *c = (struct trace_client){.name = name};
        *at = c;
        result = 0;
    }
    trace_setup_unlock(state);
    return result;
}

int trace_client_unregister(struct trace_client *c)
{
    uint32_t state = trace_setup_lock();
    struct trace_client **at = find(c);
    bool known = *at != NULL;

    if (known) {
        *at = c->next;
        sum_up_locked();
    }
    trace_setup_unlock(state);
    apply_all();
    return known ? 0 : -ENOENT;
}

static int want(struct trace_client *c, uint32_t less, uint32_t more)
{
    uint32_t state = trace_setup_lock();
    bool known = *find(c) != NULL;

    if (known) {
        c->wanted = (c->wanted & ~less) | (more & TRACE_SERVICES_ALL);
        sum_up_locked();
    }
    trace_setup_unlock(state);
    apply_all();
    return known ? 0 : -ENOENT;
}

int trace_service_start(struct trace_client *c, uint32_t mask)
{
    return want(c, 0, mask);
}

int trace_service_stop(struct trace_client *c, uint32_t mask)
{
    return want(c, mask, 0);
}

uint32_t trace_services(void)
{
    return running;
}

const struct trace_client *trace_clients(void)
{
    return clients;
}

const char *trace_service_name(uint32_t bit)
{
    static const char *const names[] = {"switch", "irq",   "tick",  "ipc",    "ipc_short", "sync",
                                        "thread", "timer", "fault", "memory", "function",  "user"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (bit == 1u << i) {
            return names[i];
        }
    }
    return NULL;
}

void trace_event_enable(struct trace_event_cell *e, bool on)
{
    apply(e, TRACE_EVENT_DISABLED, on ? 0 : TRACE_EVENT_DISABLED);
}

int trace_event_set_depth(struct trace_event_cell *e, unsigned frames)
{
    if (frames > TRACE_EVENT_DEPTH) {
        return -EINVAL;
    }
    if (frames != 0 && !trace_unwind_possible()) {
        return -ENOTSUP;
    }
    apply(e, TRACE_EVENT_DEPTH, frames);
    return 0;
}

#endif
