/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The costs of records on this target, sent with each header. They are measured by recording into scratch
 * memory, before anything else is recorded.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_COSTS

#include <spoor/cost.h>
#include <spoor/function.h>
#include <spoor/util/divide.h>
#include "../function/function_priv.h"
#include "../record/ring_priv.h"

#define BATCH   6 /* records per batch */
#define BATCHES 16

#define WORDS_MORE 6

#define HUNDREDTHS_A_S UINT64_C(100000000000)

/* Write one record of a kind. */
static inline void emit(unsigned kind, struct trace_event *e)
{
    const union trace_emitter *emitter = &trace_emitters[e->words];

    switch (kind) {
    case 0:
        emitter->words_0(e);
        break;
    case 1:
        emitter->words_1(e, 1);
        break;
    case 2:
        emitter->words_2(e, 1, 2);
        break;
    case 3:
        emitter->words_3(e, 1, 2, 3);
        break;
    case TRACE_COST_WORDS_MORE:
        emitter->words_6(e, 1, 2, 3, 4, 5, 6);
        break;
    default:
#if CONFIG_TRACE_FUNCTION
        __cyg_profile_func_enter(NULL, NULL);
#endif
        break;
    }
}

/* Measures with scratch memory, because the ring may hold records from before a reset. */
static uint32_t record_cycles(struct trace_ring *r, unsigned kind)
{
    uint32_t scratch[(1 + WORDS_MORE) * (BATCH + 1)];
    struct trace_event probe = {.words = (uint8_t)(kind < TRACE_COST_WORDS_MORE ? kind : WORDS_MORE)};
    uint32_t begin = spoor_port_cycles();

    for (unsigned batch = 0; batch < BATCHES; batch++) {
        r->next = scratch;
        r->limit[0] = r->limit[1] = scratch + (1 + WORDS_MORE) * BATCH;
        for (uint32_t n = 0; n < BATCH; n++) {
            emit(kind, &probe);
        }
    }
    return spoor_port_cycles() - begin;
}

const uint32_t *trace_record_costs(void)
{
    static uint32_t costs[TRACE_RECORD_COSTS];
    uint32_t state = spoor_port_lock();
    struct trace_ring *r = &trace_rings[spoor_port_cpu()];

    if (costs[0] == 0 && r->open == NULL &&
        !trace_ring_is_careful(
            r)) { /* not in a careful ring, where the cost depends on the time between records */
        trace_functions_apply(true);
        for (unsigned kind = 0; kind < TRACE_COST_FUNCTION + CONFIG_TRACE_FUNCTION; kind++) {
            costs[kind] = (uint32_t)spoor_divide(record_cycles(r, kind) * HUNDREDTHS_A_S,
                                                 spoor_port_cycles_hz(), NULL) /
                          (BATCH * BATCHES);
        }
        trace_functions_apply(false);
        r->limit[0] = r->limit[1] = NULL;
    }
    spoor_port_unlock(state);
    return costs;
}

#endif
