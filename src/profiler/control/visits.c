/* SPDX-License-Identifier: BSD-2-Clause */
/* Recording of visits to points and blocks as events. One bit per ID selects the recorded ones. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_VISITS

#include <errno.h>
#include <spoor/port/atomic.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "../measure/sink_priv.h"
#include <spoor/visits.h>

static const struct trace_sink sink;
static uint32_t recorded[(CONFIG_TRACE_IDS + 31) / 32];

static bool is_recorded(unsigned id)
{
    return id < CONFIG_TRACE_IDS && (recorded[id / 32] >> id % 32 & 1);
}

static int set_recorded(unsigned id, bool on)
{
    if (id >= CONFIG_TRACE_IDS) { /* such an ID is never recorded */
        return on ? -ENOSPC : 0;
    }
    uint32_t bit = 1u << id % 32;
    uint32_t old;

    trace_sink_register(TRACE_SINK_RECORD, &sink);
    do {
        old = __atomic_load_n(&recorded[id / 32], __ATOMIC_RELAXED);
    } while (!spoor_atomic_cas(&recorded[id / 32], old, on ? old | bit : old & ~bit));
    return 0;
}

bool trace_point_is_recorded(const struct trace_point *p)
{
    return is_recorded(trace_point_id(p));
}

bool trace_block_is_recorded(const struct trace_block *b)
{
    return is_recorded(trace_block_id(b));
}

static bool recording(unsigned id)
{
    return is_recorded(id) && (trace_services() & TRACE_USER);
}

static void record_point(struct trace_point *p, uint32_t count)
{
    unsigned id = trace_point_id(p);

    (void)count;
    if (recording(id)) {
        trace_emit_words(SPOOR_WIRE_HEADER_WORD(id), NULL, SPOOR_WIRE_POINT_WORDS);
    }
}

static void record_block(struct trace_block *b, const struct trace_visited *v)
{
    unsigned id = trace_block_id(b);

    if (recording(id)) {
        trace_emit_words(SPOOR_WIRE_HEADER_WORD(id), &v->wall_cycles, SPOOR_WIRE_BLOCK_WORDS);
    }
}

static bool is_within(const void *p, const void *begin, const void *end)
{
    return (uintptr_t)p >= (uintptr_t)begin && (uintptr_t)p < (uintptr_t)end;
}

/* Points and blocks outside the arrays, like those in cost.c, have no ID. */
static bool wants(const void *point_or_block)
{
    if (is_within(point_or_block, trace_points, trace_points_spread_end)) {
        return is_recorded(trace_point_id(point_or_block));
    }
    return is_within(point_or_block, trace_blocks, trace_blocks_spread_end) &&
           is_recorded(trace_block_id(point_or_block));
}

static const struct trace_sink sink = {wants, record_point, record_block, NULL};

int trace_point_set_recorded(struct trace_point *p, bool on)
{
    int result = set_recorded(trace_point_id(p), on);

    if (result == 0 && trace_point_is_on(p)) {
        trace_point_enable(p, true);
    }
    return result;
}

int trace_block_set_recorded(struct trace_block *b, bool on)
{
    int result = set_recorded(trace_block_id(b), on);

    if (result == 0 && trace_block_is_on(b)) {
        trace_block_enable(b, true);
    }
    return result;
}

#endif
