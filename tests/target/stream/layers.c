/* SPDX-License-Identifier: BSD-2-Clause */
/* The traced functions. None is inlined or tail-calls another. */
#include <spoor/event.h>
#include "layers.h"

#define ITS_OWN __attribute__((noipa))

TRACE_EVENT_DEF(reached, TRACE_USER, "n");

struct trace_event *const layers_event = &reached;

static volatile uint32_t sink;

ITS_OWN void layers_bottom(uint32_t n)
{
    trace_event(reached, n);
    sink++;
}

static ITS_OWN void layers_middle(uint32_t n)
{
    layers_bottom(n);
    sink++;
}

ITS_OWN void layers_top(uint32_t n)
{
    layers_middle(n);
    sink++;
}
