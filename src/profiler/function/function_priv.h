/* SPDX-License-Identifier: BSD-2-Clause */
/* Function tracing: the selection of hooks, and the table that they update. */
#ifndef FUNCTION_PRIV_H
#define FUNCTION_PRIV_H

#include <spoor/function.h>

#if CONFIG_TRACE_FUNCTION

/** Select the hooks for a mask of running services. Context: any. */
void trace_functions_apply(uint32_t services);

/** The functions that the hooks call with a function's address; NULL: off. */
struct trace_function_hooks {
    void (*enter)(uint32_t fn);
    void (*leave)(uint32_t fn);
};

extern struct trace_function_hooks trace_function_hooks;

/** Count a call that isn't traced because too many are open. Context: any. */
void trace_function_missed(uint32_t fn);

/** The hooks that the compiler calls. Context: any. */
void __cyg_profile_func_enter(void *fn, void *site) TRACE_NO_INST_FUNC;
void __cyg_profile_func_exit(void *fn, void *site) TRACE_NO_INST_FUNC;

#else

static inline void trace_functions_apply(uint32_t services)
{
    (void)services;
}

#endif

#if CONFIG_TRACE_FUNCTION_TABLE

/** A hook in progress: the state when it started. */
struct trace_hook {
    uint32_t cycles;        /**< the time */
    uint32_t away_cycles;   /**< see struct trace_calls */
    uint32_t inside_cycles; /**< inside_cycles of the function that is now innermost */
    bool ended;             /**< the hook ended a visit; the members below describe it */
    bool too_long;          /**< the visit was too long to be measured */
    uint32_t epoch;         /**< the epoch of its entry */
    uint32_t net_cycles, self_cycles;
};

/** Count a visit that is missing, as one that is too deep. Context: any. */
void trace_function_table_missed(void);

/** Start the hook of a function that is entered or left. Context: any. */
void trace_function_enter_begin(struct trace_calls *s, struct trace_hook *h);
void trace_function_leave_begin(struct trace_calls *s, uint32_t fn, struct trace_hook *h);

/**
 * End the hook. Its own time isn't counted for any function. The function is measured if it is `chosen`.
 *
 * Context: any.
 */
void trace_function_enter_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h);
void trace_function_leave_end(struct trace_calls *s, uint32_t fn, bool chosen, struct trace_hook *h);

/** Don't measure the calls that are open now, because an entry or exit may have been missed. Context: any. */
void trace_function_table_forget_open(void);

#endif
#endif
