/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events record: the ones whose service some client wants and that aren't switched off themselves.
 * That decision is made here, when it changes, so that the hot path tests one word.
 */
#include <errno.h>
#include <stddef.h>
#include <profiler/service.h>
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

ARRAY_SPREAD_DEF_RW(struct trace_event_cell, trace_events);
ARRAY_SPREAD_DEF(struct trace_event_desc, trace_event_descs);

static struct trace_client *clients;
static uint32_t running;

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

/* An ID beyond the table of losses never records: its losses could not be told. */
static void apply(struct trace_event_cell *e)
{
    bool on = (e->service & running) != 0 && !(e->flags & TRACE_EVENT_DISABLED) &&
              e->header >> WIRE_TIME_BITS < CONFIG_TRACE_IDS;

    e->emit = on ? emitter_of(e) : NULL;
}

static void apply_all(void)
{
    running = 0;
    for (const struct trace_client *c = clients; c != NULL; c = c->next) {
        running |= c->wanted;
    }
    array_spread_foreach_ptr (e, trace_events) {
        apply(e);
    }
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
    struct trace_client **at = find(c);

    if (*at != NULL) {
        return -EEXIST;
    }
    *c = (struct trace_client){.name = name};
    *at = c;
    return 0;
}

int trace_client_unregister(struct trace_client *c)
{
    struct trace_client **at = find(c);

    if (*at == NULL) {
        return -ENOENT;
    }
    *at = c->next;
    apply_all();
    return 0;
}

int trace_service_start(struct trace_client *c, uint32_t mask)
{
    if (*find(c) == NULL) {
        return -ENOENT;
    }
    c->wanted |= mask & TRACE_SERVICES_ALL;
    apply_all();
    return 0;
}

int trace_service_stop(struct trace_client *c, uint32_t mask)
{
    if (*find(c) == NULL) {
        return -ENOENT;
    }
    c->wanted &= ~mask;
    apply_all();
    return 0;
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
    e->flags = (uint8_t)(on ? e->flags & ~TRACE_EVENT_DISABLED : e->flags | TRACE_EVENT_DISABLED);
    apply(e);
}

void trace_event_set_depth(struct trace_event_cell *e, unsigned frames)
{
    unsigned depth = frames < TRACE_EVENT_DEPTH ? frames : TRACE_EVENT_DEPTH;

    e->flags = (uint8_t)((e->flags & ~TRACE_EVENT_DEPTH) | depth);
    apply(e);
}

#endif
