/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a thread. */
#include <spoor/function.h>
#include <spoor/port/hooks.h>

void trace_thread_end(struct trace_thread *t)
{
    trace_context_end(&t->context);
#if CONFIG_TRACE_FUNCTION
    trace_function_exclude_context(&t->context, false);
#endif
}
