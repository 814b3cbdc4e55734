/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state of function tracing in each context: whether its functions are traced, and for the table
 * (function.h) the functions entered and not yet left.
 */
#ifndef SPOOR_CORE_CALLS_H
#define SPOOR_CORE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** One instrumented function that was entered and not yet left. */
struct trace_call {
    uint32_t fn;
    uint32_t begin_cycles;
    uint32_t away_cycles;  /**< the context's at that time */
    uint32_t outer_cycles; /**< net time of the callees of the enclosing function until then */
};

struct trace_calls {
    bool excluded; /**< its functions are not traced */
#if CONFIG_TRACE_FUNCTION_TABLE
    uint8_t depth;          /**< of calls[] */
    uint8_t too_long;       /**< of these, the outermost that have run for nearly a wrap of the counter */
    uint16_t beyond;        /**< functions entered deeper than that and not left yet */
    uint32_t epoch;         /**< the table's at the last use; after a change calls[] is void */
    uint32_t out_cycles;    /**< when the context lost the CPU */
    uint32_t away_cycles;   /**< total time without the CPU, and in the hooks */
    uint32_t inside_cycles; /**< net time of the functions left so far inside the innermost open one */
    struct trace_call calls[CONFIG_TRACE_FUNCTION_DEPTH];
#endif
};

#if CONFIG_TRACE_FUNCTION_TABLE

/** The context loses the CPU, or gets it back, now. Context: as for trace_context_suspend(). */
void trace_calls_suspend(struct trace_calls *s);
void trace_calls_resume(struct trace_calls *s);

/**
 * Mark the open calls that have run for more than `most_cycles`.
 *
 * @param running     the context runs; otherwise it was suspended
 * @param now_cycles  the time, when it runs
 *
 * Context: the tick, as trace_age_upkeep().
 */
static inline void trace_calls_mark_long(struct trace_calls *s, bool running, uint32_t now_cycles,
                                         uint32_t most_cycles)
{
    uint32_t end_cycles = running ? now_cycles : s->out_cycles;

    while (s->too_long < s->depth) { /* outer calls have run for longer than those inside them */
        const struct trace_call *call = &s->calls[s->too_long];

        if (end_cycles - call->begin_cycles - (s->away_cycles - call->away_cycles) <= most_cycles) {
            return;
        }
        s->too_long++;
    }
}

/** Forget the open calls: the context has ended. Context: nobody else uses `s`. */
static inline void trace_calls_end(struct trace_calls *s)
{
    s->depth = 0;
    s->beyond = 0;
    s->too_long = 0;
}

#else

static inline void trace_calls_suspend(struct trace_calls *s)
{
    (void)s;
}

static inline void trace_calls_resume(struct trace_calls *s)
{
    (void)s;
}

static inline void trace_calls_mark_long(struct trace_calls *s, bool running, uint32_t now_cycles,
                                         uint32_t most_cycles)
{
    (void)s;
    (void)running;
    (void)now_cycles;
    (void)most_cycles;
}

static inline void trace_calls_end(struct trace_calls *s)
{
    (void)s;
}

#endif
SPOOR_EXTERN_C_END

#endif
