/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost of an event on this target, sent with each header. Measured by recording into scratch memory,
 * before any other record.
 */
#include <profiler/cost.h>
#include "ring_priv.h"

#define BATCH   8 /* records at a time */
#define BATCHES 16

#define HUNDREDTHS_A_S UINT64_C(100000000000)

static uint32_t record_cycles(struct trace_ring *r)
{
    uint32_t scratch[2 * BATCH + 2]; /* the ring itself may hold records from before a reset */
    struct trace_event probe = {.words = 1};
    void (*emit)(struct trace_event *, uint32_t) = trace_emitters[1].words_1;
    uint32_t begin = port_cycles();

    for (unsigned batch = 0; batch < BATCHES; batch++) {
        r->next = scratch;
        r->limit[0] = r->next + 2 * BATCH;
        for (uint32_t n = 0; n < BATCH; n++) {
            emit(&probe, n);
        }
    }
    return port_cycles() - begin;
}

uint32_t trace_event_cost(void)
{
    static uint32_t cost;
    uint32_t state = port_lock();
    struct trace_ring *r = &trace_rings[port_cpu()];

    if (cost == 0 && r->open == NULL) {
        cost = (uint32_t)(record_cycles(r) * HUNDREDTHS_A_S / port_cycles_hz() / (BATCH * BATCHES));
        r->limit[0] = NULL;
    }
    port_unlock(state);
    return cost;
}
