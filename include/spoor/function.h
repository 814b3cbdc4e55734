/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function tracing. The compiler inserts a hook at the entry and the exit of each instrumented function;
 * FUNCTIONS in an image's file lists their sources. If TRACE_FUNCTION runs, each call is recorded in the
 * ring. If the table runs, each call is counted and timed on the target. If neither runs, the hooks cost a
 * few instructions. Code that isn't instrumented costs nothing.
 *
 * An exit without an entry is normal, because tracing may start inside a function. If switches are
 * recorded too, records don't contain the thread: it is the thread of this CPU's last switch event.
 */
#ifndef SPOOR_FUNCTION_H
#define SPOOR_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/array_spread.h>
#include <spoor/util/language.h>
#include <spoor/port/port.h>

SPOOR_EXTERN_C_BEGIN

/** Exclude a function from instrumentation. */
#if CONFIG_TRACE && (CONFIG_TRACE_FUNCTION_NAMES || CONFIG_TRACE_FUNCTION_PATCHED)
#define TRACE_NO_INST_FUNC __attribute__((no_instrument_function, patchable_function_entry(0)))
#else
#define TRACE_NO_INST_FUNC __attribute__((no_instrument_function))
#endif

/* ------------------------------------------------------------------ selection of functions */

/** A range of function addresses; `end` is excluded. */
struct trace_function_filter {
    uint32_t begin, end;
    bool exclude; /**< true: exclude these functions; false: trace only these */
};

/**
 * Add a filter by function address. If there are ranges to include, only functions in one of them are traced.
 * Functions in a range to exclude are never traced.
 *
 * @return 0, -EINVAL for an empty range, or -ENOSPC if there are CONFIG_TRACE_FUNCTION_FILTERS ranges already
 *
 * Context: thread.
 */
int trace_function_filter_add(const struct trace_function_filter *f);

/** Trace all functions again. Context: thread. */
void trace_function_filters_clear(void);

/** @return the `n`-th filter, or NULL past the last. Context: thread. */
const struct trace_function_filter *trace_function_filter(unsigned n);

/**
 * Exclude the functions of context `c` from tracing, or include them again. An excluded context must be
 * included again before it ends.
 *
 * Context: any.
 */
void trace_function_exclude_context(struct trace_context *c, bool exclude);

/* ------------------------------------------------------------------ first instructions */

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_PATCHED && CONFIG_TRACE_PATCHED > 1

/**
 * Switch functions by their first instruction. The code must be in RAM. Calls that are open are still traced
 * to their end. Code that can't be masked must not call these functions meanwhile.
 *
 * @param begin, end  the range of their addresses; `end` is excluded
 * @return the number of functions in it
 *
 * Context: thread, privileged, one at a time.
 */
unsigned trace_functions_switch(uint32_t begin, uint32_t end, bool on);

#endif

/* ------------------------------------------------------------------ names */

/**
 * List the instrumented functions. Functions that were excluded by their name, and inline functions of
 * headers that the compiler didn't inline, are in the list as well. Needs CONFIG_TRACE_FUNCTION_NAMES.
 *
 * @return the address of the `n`-th, as in struct trace_function; 0 past the last
 *
 * Context: any.
 */
uint32_t trace_function_nth(unsigned n);

/**
 * @param fn  an address from trace_function_nth(), or of a function in the table
 * @return its name, or NULL if the compiler didn't write any. Needs CONFIG_TRACE_FUNCTION_NAMES.
 *
 * Context: any. Searches.
 */
const char *trace_function_name(uint32_t fn);

/* ------------------------------------------------------------------ handlers */

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION

/** Called with the address of a function that is entered, or left. */
typedef void (*trace_function_handler)(uint32_t fn);

SPOOR_ARRAY_SPREAD_DECLARE(trace_function_handler, trace_function_enter_handlers);
SPOOR_ARRAY_SPREAD_DECLARE(trace_function_handler, trace_function_leave_handlers);

/**
 * Register a handler for each entry or exit of a traced function, at file scope in any unit. All handlers run
 * in the context of the function, while trace_function_handlers_run() has started them. They are called in
 * the order of linking, for an entry before it is recorded, for an exit after that. So their time is the
 * calling function's.
 *
 * A handler may call traced functions. These don't call handlers, nor do those of interrupts without hooks
 * meanwhile.
 *
 * Cost: none until they are started.
 */
#define TRACE_FUNCTION_ENTER_HANDLER(handler) SPOOR_ARRAY_SPREAD_ADD(trace_function_enter_handlers, handler)
#define TRACE_FUNCTION_LEAVE_HANDLER(handler) SPOOR_ARRAY_SPREAD_ADD(trace_function_leave_handlers, handler)

/** Start or stop all handlers. Filters and excluded contexts apply to them. Context: thread. */
void trace_function_handlers_run(bool run);

#else

#define TRACE_FUNCTION_ENTER_HANDLER(handler) SPOOR_STATIC_ASSERT(sizeof(&handler) != 0, "tracing is off")
#define TRACE_FUNCTION_LEAVE_HANDLER(handler) SPOOR_STATIC_ASSERT(sizeof(&handler) != 0, "tracing is off")

static inline void trace_function_handlers_run(bool run)
{
    (void)run;
}

#endif

/* ------------------------------------------------------------------ the table */

/**
 * Statistics of one function. Times are in cycles of spoor_port_cycles(). They exclude the hooks, and the
 * time during which the context was interrupted or switched out. A visit that runs for 7/8 of a wrap of the
 * counter or longer is only counted as too long.
 */
struct trace_function {
    uint32_t fn;    /**< the function's address; 0: none */
    uint32_t count; /**< completed visits */
    uint32_t max_cycles;
    uint64_t total_cycles; /**< including called functions; for recursive calls only the outermost visit */
    uint64_t self_cycles;  /**< excluding called functions that are instrumented */
};

/** Visits that are missing from the table. */
struct trace_function_losses {
    uint32_t full;     /**< visits to functions for which the table had no room */
    uint32_t too_deep; /**< visits deeper than CONFIG_TRACE_FUNCTION_DEPTH, or without one of the
                            CONFIG_TRACE_FUNCTION_PATCHED entries */
    uint32_t too_long; /**< visits that ran for 7/8 of a wrap of spoor_port_cycles() or longer */
};

/** Start or stop counting and timing functions on the target. The statistics are kept. Context: thread. */
void trace_function_table_run(bool run);

/** @return whether the table runs. Context: any. */
bool trace_function_table_runs(void);

/** Empty the table. Context: thread. */
void trace_function_table_reset(void);

/**
 * Copy entry `n` of the table.
 *
 * @return 0, -ENOENT for an unused entry, or -EINVAL if `n` isn't below CONFIG_TRACE_FUNCTION_TABLE
 *
 * Context: thread.
 */
int trace_function_table_get(unsigned n, struct trace_function *f);

/** Copy the entry of the function `fn`. @return 0, or -ENOENT if it has none: `f` is undefined then. Context:
 * thread. */
int trace_function_table_find(uint32_t fn, struct trace_function *f);

/** Copy the losses since the last reset. Context: thread. */
void trace_function_table_losses(struct trace_function_losses *l);

SPOOR_EXTERN_C_END

#endif
