/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events record: the ones whose service some client wants and that aren't switched off themselves.
 * That decision is made here, when it changes, so that the hot path tests one word.
 *
 * A change is made under a lock that masks interrupts, but for a few instructions, and what takes longer is
 * found out ahead and made again when something changed meanwhile. Whoever comes last finds what holds by
 * then, so that concurrent changes end well whatever their order.
 */
#include <errno.h>
#include <stddef.h>
#include <profiler/service.h>
#include <profiler/stack.h>
#include "function_priv.h"
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

ARRAY_SPREAD_DEF_RW(struct trace_event_cell, trace_events);
TRACE_DESCS_DEF(struct trace_event_desc, trace_event_descs);

/* Who follows threads must know from when on, and until when, switches were recorded. */
TRACE_EVENT_DEF(services, TRACE_SWITCH, "running:x32");

static struct trace_client *clients;
static uint32_t changes; /* of the clients, and of what they want */
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

/* Where a walk through the clients ended. */
struct place {
    struct trace_client **at;
    bool found;        /* there is the client that was looked for; else the end */
    uint32_t services; /* what those up to there want */
};

/*
 * Go through the clients up to `c`, under the lock for one at a time: interrupts aren't kept out for longer
 * because there are many. @return false when something changed since that count of changes, and the place is
 * none
 */
static bool walk(const struct trace_client *c, uint32_t since, struct place *p)
{
    *p = (struct place){.at = &clients};
    for (;;) {
        uint32_t state = trace_setup_lock();
        bool same = changes == since;
        struct trace_client *next = same ? *p->at : NULL;

        p->services |= next != NULL ? next->wanted : 0;
        trace_setup_unlock(state);
        if (next == NULL || next == c) {
            p->found = next != NULL;
            return same;
        }
        p->at = &next->next;
    }
}

static uint32_t changes_now(void)
{
    return __atomic_load_n(&changes, __ATOMIC_RELAXED);
}

/* What all want, as of no change since. @return what ran before */
static uint32_t sum_up(void)
{
    uint32_t ran = running;

    for (bool done = false; !done;) {
        uint32_t since = changes_now();
        struct place p;

        if (walk(NULL, since, &p)) {
            uint32_t state = trace_setup_lock();

            done = changes == since;
            if (done) {
                running = p.services;
            }
            trace_setup_unlock(state);
        }
    }
    return ran;
}

/* Store a client, or NULL, in the list. @return false when something changed since */
static bool link_client(struct trace_client **at, struct trace_client *c, uint32_t since)
{
    uint32_t state = trace_setup_lock();
    bool same = changes == since;

    if (same) {
        *at = c;
        changes++;
    }
    trace_setup_unlock(state);
    return same;
}

int trace_client_register(struct trace_client *c, const char *name)
{
    for (;;) {
        uint32_t since = changes_now();
        struct place p;

        if (walk(c, since, &p)) {
            if (p.found) {
                return -EEXIST;
            }
            *c = (struct trace_client){.name = name};
            if (link_client(p.at, c, since)) {
                return 0;
            }
        }
    }
}

int trace_client_unregister(struct trace_client *c)
{
    for (;;) {
        uint32_t since = changes_now();
        struct place p;

        if (walk(c, since, &p)) {
            if (!p.found) {
                return -ENOENT;
            }
            if (link_client(p.at, c->next, since)) {
                break;
            }
        }
    }
    apply_all(sum_up());
    return 0;
}

static bool set_wanted(struct trace_client *c, uint32_t less, uint32_t more, uint32_t since)
{
    uint32_t state = trace_setup_lock();
    bool same = changes == since;

    if (same) {
        c->wanted = (c->wanted & ~less) | more;
        changes++;
    }
    trace_setup_unlock(state);
    return same;
}

static int want(struct trace_client *c, uint32_t less, uint32_t more)
{
    for (;;) {
        uint32_t since = changes_now();
        struct place p;

        if (walk(c, since, &p)) {
            if (!p.found) {
                return -ENOENT;
            }
            if (set_wanted(c, less, more & TRACE_SERVICES_ALL, since)) {
                break;
            }
        }
    }
    apply_all(sum_up());
    return 0;
}

int trace_service_start(struct trace_client *c, uint32_t mask)
{
    if (mask != 0) {
        trace_rings_begin();
    }
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
