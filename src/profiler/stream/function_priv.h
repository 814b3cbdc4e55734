/* SPDX-License-Identifier: BSD-2-Clause */
/* Function tracing: what decides which hooks are in force, and the table behind them. */
#ifndef FUNCTION_PRIV_H
#define FUNCTION_PRIV_H

#include <profiler/function.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION

/** Choose the hooks anew: other services run. Context: any. */
void trace_functions_apply(void);

#if CONFIG_TRACE_FUNCTION_TABLE

/** Function `fn` begins or ends. Context: any, interrupts masked. */
void trace_function_table_enter(struct trace_context *c, uint32_t fn, uint32_t now_cycles);
void trace_function_table_leave(struct trace_context *c, uint32_t fn, uint32_t now_cycles);

/** What is open now is not measured: enters or leaves may have been missed. Context: any. */
void trace_function_table_forget_open(void);

#endif
#endif
#endif
