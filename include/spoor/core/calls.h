/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state of function tracing in each context: whether its functions are traced, and the open calls for the
 * table (function.h).
 */
#ifndef SPOOR_CORE_CALLS_H
#define SPOOR_CORE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** An open call: an instrumented function that was entered and not left yet. */
struct trace_call {
    uint32_t fn;
    uint32_t begin_cycles;
    uint32_t away_cycles;  /**< the context's away_cycles at entry */
    uint32_t outer_cycles; /**< the context's inside_cycles at entry */
};

struct trace_calls {
    bool excluded; /**< the context's functions are not traced */
    bool handling; /**< a handler runs in the context (function.h) */
#if CONFIG_TRACE_FUNCTION_TABLE
    uint8_t depth;          /**< number of open calls in calls[] */
    uint8_t too_long;       /**< number of outermost open calls that ran for 7/8 of a counter wrap */
    uint16_t beyond;        /**< open calls for which calls[] has no room */
    uint32_t epoch;         /**< the table's epoch at the last use; if it has changed, calls[] is invalid */
    uint32_t out_cycles;    /**< time when the context lost the CPU */
    uint32_t away_cycles;   /**< total time without the CPU or in the hooks */
    uint32_t inside_cycles; /**< net time of the completed calls from the innermost open one */
    struct trace_call calls[CONFIG_TRACE_FUNCTION_DEPTH];
#endif
};

#if CONFIG_TRACE_FUNCTION_TABLE

/** Suspend the context, which loses the CPU now, or resume it. Context: like trace_context_suspend(). */
void trace_calls_suspend(struct trace_calls *s);
void trace_calls_resume(struct trace_calls *s);

/**
 * Mark the open calls that have run for more than `most_cycles`.
 *
 * @param running     true if the context runs, false if it is suspended
 * @param now_cycles  the current time; only used if the context runs
 *
 * Context: the tick, like trace_age_upkeep().
 */
static inline void trace_calls_mark_long(struct trace_calls *s, bool running, uint32_t now_cycles,
                                         uint32_t most_cycles)
{
    uint32_t end_cycles = running ? now_cycles : s->out_cycles;

    while (s->too_long < s->depth) { /* outer calls have run longer than calls inside them */
        const struct trace_call *call = &s->calls[s->too_long];

        if (end_cycles - call->begin_cycles - (s->away_cycles - call->away_cycles) <= most_cycles) {
            return;
        }
        s->too_long++;
    }
}

/** Discard the open calls of a context that has ended. Context: nobody else uses `s`. */
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
