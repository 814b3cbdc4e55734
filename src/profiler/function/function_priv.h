/* SPDX-License-Identifier: BSD-2-Clause */
/* Function tracing: the choice of the hooks, and the table that they feed. */
#ifndef FUNCTION_PRIV_H
#define FUNCTION_PRIV_H

#include <spoor/function.h>

#if CONFIG_TRACE_FUNCTION

/** Choose the hooks again: functions are recorded from here on, or not. Context: any. */
void trace_functions_apply(bool records);

#else

static inline void trace_functions_apply(bool records)
{
    (void)records;
}

#endif

#if CONFIG_TRACE_FUNCTION_TABLE

/** A hook in progress: the state at its beginning. */
struct trace_hook {
    uint32_t cycles;        /**< the time */
    uint32_t away_cycles;   /**< as in struct trace_calls */
    uint32_t inside_cycles; /**< inside_cycles of the function that is innermost by now */
    bool ended;             /**< with it a visit ended: */
    bool too_long;          /**< to be measured */
    uint32_t epoch;         /**< of then */
    uint32_t net_cycles, self_cycles;
};

/** The hook of a function that is entered, or left, begins. Context: any. */
void trace_function_enter_begin(struct trace_calls *s, struct trace_hook *h);
void trace_function_leave_begin(struct trace_calls *s, uint32_t fn, struct trace_hook *h);

/**
 * It ends, and its own time belongs to no function; a function that is `chosen` is measured. Context: as
 * above.
 */
void trace_function_enter_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h);
void trace_function_leave_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h);

/** Calls that are open now are not measured: an entry or exit may have been missed. Context: any. */
void trace_function_table_forget_open(void);

#endif
#endif
