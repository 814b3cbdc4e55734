/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function tracing. The compiler calls a hook at the entry and the exit of each function that it instruments;
 * FUNCTIONS in an image's file names their sources. While TRACE_FUNCTION runs each call is a record in the
 * ring; while the table runs it is counted and timed on the target; otherwise it costs a few instructions.
 * Code that isn't instrumented costs nothing.
 *
 * An exit without an entry is normal: tracing may begin in the middle of a function. Records carry no thread:
 * it is the one that the last switch event of this CPU named.
 */
#ifndef SPOOR_FUNCTION_H
#define SPOOR_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/port/port.h>

SPOOR_EXTERN_C_BEGIN

/** A function that is never instrumented. */
#define TRACE_NO_INST_FUNC __attribute__((no_instrument_function))

/* ------------------------------------------------------------------ which functions */

/** A range of addresses of functions, `end` excluded. */
struct trace_function_filter {
    uint32_t begin, end;
    bool exclude; /**< these are not traced; otherwise only these are */
};

/**
 * Choose functions by their addresses. As long as there is any range to include, only functions in one are
 * traced; those in a range to exclude never are.
 *
 * @return 0, -EINVAL for an empty range, or -ENOSPC after CONFIG_TRACE_FUNCTION_FILTERS of them
 *
 * Context: thread.
 */
int trace_function_filter_add(const struct trace_function_filter *f);

/** Trace all functions again. Context: thread. */
void trace_function_filters_clear(void);

/** @return the `n`-th filter, or NULL past the last. Context: thread. */
const struct trace_function_filter *trace_function_filter(unsigned n);

/**
 * Exclude the functions of context `c` from tracing, or include them; include them before the context ends.
 * Context: any.
 */
void trace_function_exclude_context(struct trace_context *c, bool exclude);

/* ------------------------------------------------------------------ the table */

/**
 * One function's numbers. Times are cycles of spoor_port_cycles(), without the time when the context was
 * interrupted or switched out, and without the time of the hooks. A visit that runs for 7/8 of a wrap of the
 * counter or longer is not among them: it counts as too long.
 */
struct trace_function {
    uint32_t fn;    /**< its address, 0: none */
    uint32_t count; /**< visits, ended ones */
    uint32_t max_cycles;
    uint64_t total_cycles; /**< with the functions called from it; of a recursion the outermost visit */
    uint64_t self_cycles;  /**< without the instrumented ones called from it */
};

/** Visits that the table doesn't have. */
struct trace_function_losses {
    uint32_t full;     /**< visits of functions that found no entry */
    uint32_t too_deep; /**< visits deeper than CONFIG_TRACE_FUNCTION_DEPTH */
    uint32_t too_long; /**< visits that ran for nearly a wrap of spoor_port_cycles(), or longer */
};

/** Start or stop the counting and timing of functions on the target; the numbers stay. Context: thread. */
void trace_function_table_run(bool run);

/** @return whether it runs. Context: any. */
bool trace_function_table_runs(void);

/** Empty it. Context: thread. */
void trace_function_table_reset(void);

/**
 * Copy entry `n` of the table.
 *
 * @return 0, -ENOENT for an entry not in use, -EINVAL from CONFIG_TRACE_FUNCTION_TABLE on
 *
 * Context: thread.
 */
int trace_function_table_get(unsigned n, struct trace_function *f);

/** Copy the losses since the last reset. Context: thread. */
void trace_function_table_losses(struct trace_function_losses *l);

SPOOR_EXTERN_C_END

#endif
