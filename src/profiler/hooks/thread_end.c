/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a thread. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/function.h>
#include <spoor/port/hooks.h>

void trace_thread_end(struct trace_thread *t)
{
    trace_context_end(&t->context);
#if CONFIG_TRACE_FUNCTION
    trace_function_exclude_context(&t->context, false);
#endif
}

#endif
