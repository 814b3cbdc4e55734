/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills a ring up to the end of a sub-buffer. */
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

/* In a separate service, and without words, to get the maximum number of records into a sub-buffer. */
TRACE_EVENT_DEF(filling, TRACE_TIMER);

static struct trace_client client;
static unsigned per_part;

static void count_per_part(void)
{
    trace_rings_clear();
    for (per_part = 0; trace_ring_oldest(0) == NULL; per_part++) {
        trace_event(filling);
    }
    per_part--; /* the last event closed the sub-buffer */
}

void masked_fill(unsigned parts)
{
    if (per_part == 0) {
        trace_client_register(&client, "filling");
        trace_service_start(&client, TRACE_TIMER);
        count_per_part();
    }
    trace_rings_clear();
    for (unsigned n = 0; n < parts * per_part; n++) {
        trace_event(filling);
    }
}
