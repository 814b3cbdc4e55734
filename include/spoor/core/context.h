/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's state for each context of execution: a thread, or an interrupt level.
 *
 * Begin stamps of open blocks belong to the context that entered, never to the block. So a block may be open
 * in many threads and interrupts, and several times in one, and each visit measures its own time. The hooks
 * of hooks.h call these functions; a port that does without them calls trace_context_init() before use,
 * trace_context_suspend() and trace_context_resume() when the context loses the CPU and gets it back, and
 * trace_context_end() when it ends.
 */
#ifndef SPOOR_CORE_CONTEXT_H
#define SPOOR_CORE_CONTEXT_H

#if CONFIG_TRACE

#include <stdint.h>
#include <string.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

#if CONFIG_TRACE_FUNCTION
#include <spoor/core/calls.h>
#endif

SPOOR_EXTERN_C_BEGIN

struct trace_block;

/** One block that was entered and not yet left. */
struct trace_open {
    struct trace_block *block;
#if CONFIG_TRACE_NET
    uint32_t inner_cycles; /**< the context's at entry */
#endif
    uint32_t begin_cycles;
#if CONFIG_TRACE_NET
    uint32_t stolen_cycles; /**< the context's at entry */
#endif
    uint32_t age; /**< trace_now.age at entry, or TRACE_AGE_BEYOND */
};

struct trace_context {
#if CONFIG_TRACE_BLOCKS
    struct trace_open *limit; /**< the end of open[] */
    struct trace_open *top;   /**< the first free entry of open[] */
#if CONFIG_TRACE_NET
    uint32_t inner_cycles;  /**< net time of the blocks left so far, each in place of those inside it */
    uint32_t stolen_cycles; /**< total time without the CPU: switched out, or interrupted */
    uint32_t out_cycles;    /**< when it lost the CPU */
#endif
    struct trace_open open[CONFIG_TRACE_DEPTH];
    uint32_t enables_seen; /**< trace_block_enables when it last left a block that it had not entered */
#endif
    struct trace_context *interrupted; /**< the one that this interrupt interrupted; NULL in a thread */
#if CONFIG_TRACE_BLOCKS
    uint32_t acting; /**< triggers whose actions it runs now, a bit each */
#endif
#if CONFIG_TRACE_FUNCTION
    struct trace_calls functions;
#endif
};

/** The age of an entry whose visit has run for nearly a wrap of the counter, waiting not counted. */
#define TRACE_AGE_BEYOND UINT32_C(0x80000000)

/**
 * The words that the hot path loads at once: the context that runs on each CPU, unless a port keeps it
 * elsewhere, and the age: spoor_port_cycles() in units of 2^TRACE_AGE_SHIFT cycles, as of the last tick,
 * without its wrap. So the stamps of a visit are of 64 bits in effect, for one word in each.
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

/** Set the age from the counter, wherever that starts. Context: boot, before a block is left open. */
#if CONFIG_TRACE_BLOCKS
void trace_age_begin(void);
#else
static inline void trace_age_begin(void)
{
}
#endif

/**
 * Bring the age up to date, and mark the visits that this CPU's contexts have run in for nearly a wrap.
 *
 * Context: the tick, on each CPU, at least every quarter of a wrap and after each longer sleep.
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

/** Make `c` ready for use. Context: any; nobody else uses `c` yet. */
static inline void trace_context_init(struct trace_context *c)
{
    memset(c, 0, sizeof *c);
#if CONFIG_TRACE_BLOCKS
    c->top = c->open;
    c->limit = c->open + CONFIG_TRACE_DEPTH;
#endif
}

/**
 * The context lost the CPU to another thread or an interrupt at `now`, which may be a little in the past.
 *
 * Context: the scheduler's or the interrupt entry's. Cost: 1 instruction, without the table of functions.
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
    trace_calls_suspend(&c->functions); /* instrumented functions may have run since `now` */
#endif
}

/**
 * The context got the CPU back at `now`.
 *
 * Context: as for trace_context_suspend(). Cost: 5 instructions, without the table of functions.
 */
static inline void trace_context_resume(struct trace_context *c, uint32_t now)
{
    trace_context_add_stolen(c, now);
#if CONFIG_TRACE_FUNCTION
    trace_calls_resume(&c->functions);
#endif
}

/** Count each open visit as an unmatched enter of its block, and forget it. Context: nobody else uses `c`.
 */
void trace_context_abandon(struct trace_context *c);

/**
 * A context ends, or comes to a point where no block may be open (return from an interrupt): each visit that
 * is still open is counted as an unmatched enter of its block, and forgotten.
 *
 * Context: any; nobody else uses `c`. Cost: 4 instructions when nothing is open.
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
