/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the profiler keeps for each context of execution: a thread, or an interrupt level.
 *
 * Begin stamps of open blocks belong to the context that entered, never to the block: so a block may be
 * open in many threads and interrupts, and several times in one, and each measures its own time.
 * The owner of a context (a port) calls trace_context_init() before use, trace_context_suspend() and
 * trace_context_resume() when it loses the CPU and gets it back, and trace_context_end() after.
 */
#ifndef PROFILER_CONTEXT_H
#define PROFILER_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct trace_block;

/** Nothing is left of it with CONFIG_TRACE 0. */
#if CONFIG_TRACE

/** One block that was entered and not yet left. */
struct trace_open {
    struct trace_block *block;
#if CONFIG_TRACE_NET
    uint32_t children_cycles; /**< what blocks inside of the enclosing one had taken until then */
#endif
    uint32_t begin_cycles;
#if CONFIG_TRACE_NET
    uint32_t stolen_cycles; /**< the context's at entry */
#endif
};

#if CONFIG_TRACE_FUNCTION
/** One instrumented function that was entered and not yet left; for the table of function.h. */
struct trace_call {
    uint32_t fn;
    uint32_t begin_cycles;
    uint32_t away_cycles;  /**< the context's at that time */
    uint32_t outer_cycles; /**< what functions inside of the enclosing one had taken until then */
};

/** What function tracing keeps for each context. */
struct trace_calls {
    bool excluded; /**< its functions are not traced */
#if CONFIG_TRACE_FUNCTION_TABLE
    uint8_t depth;          /**< of calls[] */
    uint16_t beyond;        /**< functions entered deeper than that and not left yet */
    uint32_t epoch;         /**< the table's when this was used last; another one: nothing of it holds */
    uint32_t out_cycles;    /**< when the context stopped to run */
    uint32_t away_cycles;   /**< how long it stood still, and its hooks took, altogether */
    uint32_t inside_cycles; /**< net time of the functions left so far inside of the innermost open one */
    struct trace_call calls[CONFIG_TRACE_FUNCTION_DEPTH];
#endif
};

#if CONFIG_TRACE_FUNCTION_TABLE
/** The context stops to run, or goes on, at this very moment. Context: as for trace_context_suspend(). */
void trace_calls_suspend(struct trace_calls *s);
void trace_calls_resume(struct trace_calls *s);
#endif
#endif

struct trace_context {
    struct trace_open *top; /**< the first free entry of open[] */
#if CONFIG_TRACE_NET
    uint32_t children_cycles; /**< net time of the blocks left so far inside of the innermost open one */
#endif
    struct trace_open *limit; /**< the end of open[] */
#if CONFIG_TRACE_NET
    uint32_t stolen_cycles; /**< how long the context stood still altogether: switched out, or interrupted */
#endif
    uint32_t out_cycles;   /**< when it stopped to run */
    uint32_t enables_seen; /**< value of trace_block_enables when it last left a block it had not entered */
    struct trace_open open[CONFIG_TRACE_DEPTH];
#if CONFIG_TRACE_FUNCTION
    struct trace_calls functions;
#endif
};

/** Make `c` ready for use. Context: any; no one else uses `c` yet. */
static inline void trace_context_init(struct trace_context *c)
{
    *c = (struct trace_context){.top = c->open, .limit = c->open + CONFIG_TRACE_DEPTH};
}

/**
 * The context stops to run at `now`, which may lie a little back: another one, thread or interrupt, takes the
 * CPU.
 *
 * Context: the scheduler's or the interrupt entry's. Cost: 1 instruction, without the table of functions.
 */
static inline void trace_context_suspend(struct trace_context *c, uint32_t now)
{
#if CONFIG_TRACE_NET
    c->out_cycles = now;
#else
    (void)c;
    (void)now;
#endif
#if CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_TABLE
    trace_calls_suspend(&c->functions); /* functions may have been entered since `now` */
#endif
}

/** The context goes on at `now`. Context: as for trace_context_suspend(). Cost: 5 instructions, without that
 * table.
 */
static inline void trace_context_resume(struct trace_context *c, uint32_t now)
{
#if CONFIG_TRACE_NET
    c->stolen_cycles += now - c->out_cycles;
#else
    (void)c;
    (void)now;
#endif
#if CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_TABLE
    trace_calls_resume(&c->functions);
#endif
}

/** Count what is open in each block as left open, and forget it. Context: no one else uses `c`. */
void trace_context_abandon(struct trace_context *c);

/**
 * A context ends, or comes to a point where no block may be open (return from an interrupt): whatever
 * is still open is counted in its block as left open, and forgotten.
 *
 * Context: any; no one else uses `c`. Cost: 4 instructions when nothing is open.
 */
static inline void trace_context_end(struct trace_context *c)
{
    if (c->top != c->open) {
        trace_context_abandon(c);
    }
#if CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_TABLE
    c->functions.depth = 0;
    c->functions.beyond = 0;
#endif
}

#else

struct trace_context {
};

static inline void trace_context_init(struct trace_context *c)
{
    (void)c;
}

static inline void trace_context_suspend(struct trace_context *c, uint32_t now)
{
    (void)c;
    (void)now;
}

static inline void trace_context_resume(struct trace_context *c, uint32_t now)
{
    (void)c;
    (void)now;
}

static inline void trace_context_end(struct trace_context *c)
{
    (void)c;
}

#endif
#endif
