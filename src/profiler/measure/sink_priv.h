/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sinks receive each visit to a point or block. A sink is registered when it is first used. Until then the
 * fast path of points and blocks isn't affected.
 */
#ifndef SINK_PRIV_H
#define SINK_PRIV_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct trace_point;
struct trace_block;

/** 64-bit times for blocks that had a visit longer than a wrap of spoor_port_cycles(). */
struct trace_visited_long {
    uint64_t wall_cycles, min_cycles, max_cycles;
};

/**
 * A visit to a block, and the block's statistics after it and before any later visit. Times are in cycles.
 */
struct trace_visited {
    uint32_t count;
    uint32_t wall_cycles, net_cycles; /**< times of the visit; wall_cycles is UINT32_MAX for a longer one */
    uint32_t min_cycles, max_cycles;
    uint64_t sum_cycles;
    const struct trace_visited_long *longer; /**< NULL if the block had no such visit */
};

/**
 * A sink's functions. They are called in the context of the visit, interrupts included, and must not wait.
 */
struct trace_sink {
    bool (*wants)(const void *point_or_block);
    void (*point)(struct trace_point *p, uint32_t count); /**< the count after this visit */
    void (*block)(struct trace_block *b, const struct trace_visited *v);
    void (*reset)(const void *point_or_block); /**< the statistics were reset; may be NULL */
};

/** The order in which sinks receive a visit: the visit is recorded before the action that it triggers. */
enum trace_sink_order { TRACE_SINK_RECORD, TRACE_SINK_TRIGGER, TRACE_SINKS };

/** Register a sink. Must precede enabling the first point or block that the sink wants. Context: any. */
void trace_sink_register(enum trace_sink_order order, const struct trace_sink *sink);

/** @return whether any sink wants the visits of a point or block. Context: any. */
bool trace_sinks_want(const void *point_or_block);

/** Pass a visit or a reset to all sinks. Context: any. */
void trace_sinks_point(struct trace_point *p, uint32_t count);
void trace_sinks_block(struct trace_block *b, const struct trace_visited *v);
void trace_sinks_reset(const void *point_or_block);

SPOOR_EXTERN_C_END

#endif
