/* SPDX-License-Identifier: BSD-2-Clause */
/* The running context of each CPU, set by the hooks, and the age, updated by the tick. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <stddef.h>
#include <spoor/port/hooks.h>
#include "age_priv.h"

#ifndef SPOOR_PORT_DEFINES_NOW
__attribute__((used)) struct trace_now trace_now; /* also used in assembly */
#endif

#if CONFIG_TRACE_BLOCKS

static void mark_long_visits(struct trace_context *c, uint32_t now_cycles)
{
#if CONFIG_TRACE_NET
    for (struct trace_open *o = c->open; o < c->top; o++) {
        if (now_cycles - o->begin_cycles - (c->stolen_cycles - o->stolen_cycles) > NEARLY_A_WRAP) {
            o->age = TRACE_AGE_BEYOND;
        }
    }
#else /* only wall time is measured, and the age is enough for that */
    (void)c;
    (void)now_cycles;
#endif
}

static void mark_long_calls(struct trace_context *c, bool running)
{
#if CONFIG_TRACE_FUNCTION
    trace_calls_mark_long(&c->functions, running, spoor_port_cycles(), NEARLY_A_WRAP);
#else
    (void)c;
    (void)running;
#endif
}

/* Mark the long visits in the tick's own context, the contexts that it interrupted, and the thread. */
static void mark_contexts(uint32_t now_cycles)
{
    struct trace_context *running = spoor_port_context();

    for (struct trace_context *c = running; c != NULL; c = c->interrupted) {
        mark_long_visits(c, now_cycles);
        mark_long_calls(c, c == running);
#if CONFIG_TRACE_NET
        if (c->interrupted != NULL) {
            now_cycles = c->interrupted->out_cycles;
        }
#endif
    }
}

void trace_age_begin(void)
{
    trace_now.age = spoor_port_cycles() >> TRACE_AGE_SHIFT;
}

void trace_age_upkeep(void)
{
    static uint32_t marked[CONFIG_CPUS];
    uint32_t now_cycles = spoor_port_cycles();
    uint32_t age = trace_age(), now_age = age + ((now_cycles >> TRACE_AGE_SHIFT) - age) % AGES_A_WRAP;

    if (now_age != age ||
        (CONFIG_CPUS > 1 && marked[spoor_port_cpu()] != now_age)) { /* several CPUs may store the same age */
        __atomic_store_n(&trace_now.age, now_age, __ATOMIC_RELAXED);
        marked[spoor_port_cpu()] = now_age;
        mark_contexts(now_cycles);
    }
}

#endif

#endif
