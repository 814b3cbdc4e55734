/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's state for each context of execution: a thread, or an interrupt level.
 *
 * Start times of open blocks belong to the context that entered the block, never to the block. So a block may
 * be open in many threads and interrupts, and several times in one of them, and each visit measures its own
 * time.
 *
 * The hooks in hooks.h call these functions. A port that doesn't use the hooks must call trace_context_init()
 * before use, trace_context_suspend() and trace_context_resume() when the context loses the CPU and gets it
 * back, and trace_context_end() when it ends.
 */
#ifndef SPOOR_CORE_CONTEXT_H
#define SPOOR_CORE_CONTEXT_H

#if CONFIG_TRACE

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

#if CONFIG_TRACE_FUNCTION
#include <spoor/core/calls.h>
#endif

SPOOR_EXTERN_C_BEGIN

struct trace_block;

/** An open entry: a block that was entered and not left yet. */
struct trace_open {
    uintptr_t mode; /**< the block's mode at entry; it tells the block unless that was switched off since */
#if CONFIG_TRACE_NET
    uint32_t inner_cycles; /**< the context's inner_cycles at entry */
#endif
    uint32_t begin_cycles;
#if CONFIG_TRACE_NET
    uint32_t stolen_cycles; /**< the context's stolen_cycles at entry */
#endif
    uint32_t age; /**< trace_now.age at entry, or TRACE_AGE_BEYOND */
};

struct trace_context {
#if CONFIG_TRACE_BLOCKS
    struct trace_open *limit; /**< the end of open[] */
    struct trace_open *top;   /**< the first free entry of open[] */
#if CONFIG_TRACE_NET
    uint32_t inner_cycles;  /**< sum of the net times of completed blocks, not counting those nested in one */
    uint32_t stolen_cycles; /**< total time without the CPU, either switched out or interrupted */
    uint32_t out_cycles;    /**< time when the context lost the CPU */
#endif
    struct trace_open open[CONFIG_TRACE_DEPTH];
    uint32_t enables_seen; /**< trace_block_enables at its last unmatched leave */
#endif
    struct trace_context *interrupted; /**< the context interrupted by this interrupt; NULL in a thread */
#if CONFIG_TRACE_BLOCKS
    uint32_t acting; /**< mask of triggers whose actions this context runs now */
#endif
#if CONFIG_TRACE_FUNCTION
    struct trace_calls functions;
#endif
};

/** The age of an entry whose visit has run, excluding waiting, for 7/8 of a wrap of the counter. */
#define TRACE_AGE_BEYOND UINT32_C(0x80000000)

/**
 * The words that the hot path loads together: the running context of each CPU, unless a port stores it
 * elsewhere, and the age. The age is spoor_port_cycles() in units of 2^TRACE_AGE_SHIFT cycles as of the last
 * tick, without its wrap. With the age, the times of a visit are effectively 64 bits wide, for one more word
 * in each.
 */
struct trace_now {
    struct trace_context *context[CONFIG_CPUS];
    uint32_t age;
};

extern struct trace_now trace_now;

#define TRACE_AGE_SHIFT 28

/** @return the age. Context: any. */
static inline uint32_t trace_age(void)
{
    return __atomic_load_n(&trace_now.age, __ATOMIC_RELAXED);
}

/** Initialise the age from the counter's current value. Context: boot, before a block is left open. */
#if CONFIG_TRACE_BLOCKS
void trace_age_begin(void);
#else
static inline void trace_age_begin(void)
{
}
#endif

/**
 * Update the age, and mark the visits of this CPU's contexts that have run for 7/8 of a wrap.
 *
 * Context: the tick of each CPU, at least every quarter of a wrap and after each longer sleep.
 */
#if CONFIG_TRACE_BLOCKS
void trace_age_upkeep(void);
#else
static inline void trace_age_upkeep(void)
{
}
#endif

static inline void trace_context_add_stolen(struct trace_context *c, uint32_t now)
{
#if CONFIG_TRACE_BLOCKS && CONFIG_TRACE_NET
    c->stolen_cycles += now - c->out_cycles;
#else
    (void)c;
    (void)now;
#endif
}

/** Initialise `c`. Context: any; nobody else uses `c` yet. */
static inline void trace_context_init(struct trace_context *c)
{
    memset(c, 0, sizeof *c);
#if CONFIG_TRACE_BLOCKS
    c->top = c->open;
    c->limit = c->open + CONFIG_TRACE_DEPTH;
#endif
}

/**
 * Suspend the context, which lost the CPU to another thread or an interrupt at `now`. That time may be
 * slightly in the past.
 *
 * Context: scheduler or interrupt entry.
 * Cost: 1 instruction without the table of functions.
 */
static inline void trace_context_suspend(struct trace_context *c, uint32_t now)
{
#if CONFIG_TRACE_BLOCKS && CONFIG_TRACE_NET
    c->out_cycles = now;
#else
    (void)c;
    (void)now;
#endif
#if CONFIG_TRACE_FUNCTION
    trace_calls_suspend(&c->functions); /* no `now`: instrumented functions may have run since then */
#endif
}

/**
 * Resume the context, which got the CPU back at `now`.
 *
 * Context: like trace_context_suspend().
 * Cost: 5 instructions without the table of functions.
 */
static inline void trace_context_resume(struct trace_context *c, uint32_t now)
{
    trace_context_add_stolen(c, now);
#if CONFIG_TRACE_FUNCTION
    trace_calls_resume(&c->functions);
#endif
}

/**
 * Count each open visit as an unmatched enter of its block, and discard it.
 *
 * Context: nobody else uses `c`.
 */
void trace_context_abandon(struct trace_context *c);

/** @return whether a visit in the context hasn't ended. Context: any. */
static inline bool trace_context_is_open(const struct trace_context *c)
{
#if CONFIG_TRACE_BLOCKS
    return __builtin_expect(c->top != c->open, 0);
#else
    (void)c;
    return false;
#endif
}

/**
 * End a context, or reach a point where no block may be open (return from an interrupt). Each visit that is
 * still open is counted as an unmatched enter of its block, and discarded.
 *
 * Context: any; nobody else uses `c`.
 * Cost: 4 instructions if nothing is open.
 */
static inline void trace_context_end(struct trace_context *c)
{
#if CONFIG_TRACE_BLOCKS
    if (c->top != c->open) {
        trace_context_abandon(c);
    }
#else
    (void)c;
#endif
#if CONFIG_TRACE_FUNCTION
    trace_calls_end(&c->functions);
#endif
}

SPOOR_EXTERN_C_END

#else

#include <spoor/core/context_off.h>

#endif
#endif
