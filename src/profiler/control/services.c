/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decides which events are recorded: those whose service has a client and that aren't switched off
 * individually. This is decided when it changes, so that the hot path tests only one word.
 *
 * A change is made under a lock that masks interrupts for a few instructions, for one service or event at a
 * time. The last of several concurrent changes recomputes the final state, so the result doesn't depend on
 * their order.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <stddef.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/lock.h>
#include <spoor/core/selection.h>
#include <spoor/service.h>
#include <spoor/sites.h>
#include <spoor/core/ring.h>
#include "../function/function_priv.h"
#include "../record/ring_priv.h"
#include "../stack/stack_priv.h"

/* Readers that follow threads must know the times between which switches were recorded. */
TRACE_EVENT_DEF_ROLE(services, SPOOR_WIRE_ROLE_SERVICES, TRACE_SWITCH, "running:x32");

static uint32_t running;

static struct trace_lock setup;

static union trace_emitter emitter_of(const struct trace_event *e, unsigned flags)
{
    if (e->words == SPOOR_WIRE_WORDS_DATA) {
        return trace_emitters[0]; /* any emitter: trace_data() calls trace_emit_data() instead */
    }
    if (!(flags & TRACE_EVENT_DEPTH)) {
        return trace_emitters[e->words];
    }
    return trace_stack_emitter(e);
}

/*
 * An event whose ID is beyond the table of losses is never recorded, because its losses couldn't be reported.
 */
static bool records(const struct trace_event *e, unsigned flags, uint32_t runs)
{
    return (e->service & runs) != 0 && !(flags & TRACE_EVENT_DISABLED) && e->header != TRACE_HEADER_BEYOND;
}

#if CONFIG_TRACE_CLIENTS || CONFIG_TRACE_SELECTION || CONFIG_TRACE_STACKS

/* Recompute `emit` from the flags and the running services. Repeat if either changed meanwhile. */
static void update_enabled(struct trace_event *e)
{
    bool done = false;

    while (!done) {
        unsigned flags = __atomic_load_n(&e->flags, __ATOMIC_RELAXED);
        uint32_t runs = __atomic_load_n(&running, __ATOMIC_RELAXED);
        const void *emit = records(e, flags, runs) ? emitter_of(e, flags).off : NULL;
        uint32_t state = trace_lock(&setup);

        done = e->flags == flags && running == runs;
        if (done) {
            __atomic_store_n(&e->emit.off, emit, __ATOMIC_RELAXED);
        }
        trace_unlock(&setup, state);
    }
    trace_sites_follow(e, &e->emit.off, NULL);
}

#else

/* Only the services change, by one thread at a time. */
static void update_enabled(struct trace_event *e)
{
    __atomic_store_n(&e->emit.off, records(e, e->flags, running) ? emitter_of(e, 0).off : NULL,
                     __ATOMIC_RELAXED);
}

#endif

static void set_flags(struct trace_event *e, unsigned clear, unsigned set)
{
    uint32_t state = trace_lock(&setup);

    e->flags = (uint8_t)((e->flags & ~clear) | set);
    trace_unlock(&setup, state);
    update_enabled(e);
}

/* The event `services` is recorded while its own service runs: before services stop, after services start. */
static void apply(uint32_t ran, uint32_t runs, bool record)
{
    if (ran & ~runs) {
        trace_event(services, runs);
    }
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        update_enabled(e);
    }
    trace_functions_apply(runs);
    if ((runs & ~ran) || record) {
        trace_event(services, runs);
    }
    if (runs & ~ran & TRACE_SWITCH) {
        spoor_port_tell_states();
    }
}

#if CONFIG_TRACE_CLIENTS

static struct trace_client *clients, **end = &clients;
static uint8_t wanting[TRACE_SERVICE_COUNT]; /* number of clients */
static uint32_t changes;                     /* of `running` */

/*
 * Another client may change services meanwhile, and apply and record its change, after which the record made
 * here is outdated. So this is repeated until no other change happened.
 */
static void apply_all(uint32_t ran)
{
    uint32_t before = spoor_load_first(&changes), runs = running;

    apply(ran, runs, false);
    for (uint32_t now; (now = spoor_load_first(&changes)) != before; before = now) {
        ran = runs;
        runs = running;
        apply(ran, runs, true);
    }
}

int trace_client_register(struct trace_client *c, const char *name)
{
    if (c->link != NULL) {
        return -EEXIST;
    }
    *c = (struct trace_client){.name = name};
    uint32_t state = trace_lock(&setup);

    c->link = end;
    *end = c;
    end = &c->next;
    trace_unlock(&setup, state);
    return 0;
}

static void want_one(struct trace_client *c, unsigned n, bool on)
{
    uint32_t bit = 1u << n;
    uint32_t state = trace_lock(&setup);

    if (((c->wanted & bit) != 0) != on) {
        c->wanted ^= bit;
        wanting[n] = (uint8_t)(wanting[n] + (on ? 1 : -1));
        running = wanting[n] != 0 ? running | bit : running & ~bit;
        changes++;
    }
    trace_unlock(&setup, state);
}

static int want(struct trace_client *c, uint32_t mask, bool on)
{
    uint32_t ran = running;

    if (c->link == NULL) {
        return -ENOENT;
    }
    for (unsigned n = 0; n < TRACE_SERVICE_COUNT; n++) {
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
        uint32_t state = trace_lock(&setup);

        *c->link = c->next;
        *(c->next != NULL ? &c->next->link : &end) = c->link;
        c->link = NULL;
        trace_unlock(&setup, state);
    }
    return result;
}

const struct trace_client *trace_clients(void)
{
    return clients;
}

#else

/* All clients want the same services, and one thread at a time changes them. */
int trace_client_register(struct trace_client *c, const char *name)
{
    c->name = name;
    return 0;
}

static int want(struct trace_client *c, uint32_t mask, bool on)
{
    uint32_t ran = running;

    (void)c;
    running = on ? ran | (mask & TRACE_SERVICES_ALL) : ran & ~mask;
    apply(ran, running, false);
    return 0;
}

int trace_client_unregister(struct trace_client *c)
{
    return want(c, TRACE_SERVICES_ALL, false);
}

const struct trace_client *trace_clients(void)
{
    return NULL;
}

#endif

int trace_hello(struct trace_hello *hello, struct trace_client *c, const char *name)
{
    *hello = (struct trace_hello){.magic = TRACE_HELLO_MAGIC, .version = TRACE_HELLO_VERSION};
    return c != NULL ? trace_client_register(c, name) : 0;
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

#if CONFIG_TRACE_SELECTION

void trace_event_enable(struct trace_event *e, bool on)
{
    if (!(e->flags & TRACE_EVENT_DISABLED) != on) {
        trace_selection_change();
        set_flags(e, TRACE_EVENT_DISABLED, on ? 0 : TRACE_EVENT_DISABLED);
        trace_selection_changed();
    }
}

#endif

int trace_event_set_depth(struct trace_event *e, unsigned frames)
{
    if (frames > TRACE_EVENT_DEPTH) {
        return -EINVAL;
    }
    if (frames != 0 && !trace_stacks_possible()) {
        return -ENOTSUP;
    }
    set_flags(e, TRACE_EVENT_DEPTH, frames);
    return 0;
}

#endif
