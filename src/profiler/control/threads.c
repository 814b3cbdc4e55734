/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers of threads, in the order of creation, by which records name them. */
#include <hal/atomic.h>
#include <profiler/hooks.h>

static uint32_t last_number, renames;

void trace_hook_thread_created(struct trace_thread *t, unsigned priority, const void *entry)
{
    t->number = hal_atomic_add(&last_number, 1);
    trace_event(thread_new, t->number, priority, (uintptr_t)entry);
}

void trace_hook_thread_named(const struct trace_thread *t)
{
    (void)t;
    hal_atomic_inc(&renames);
}

uint32_t trace_threads_renamed(void)
{
    return __atomic_load_n(&renames, __ATOMIC_RELAXED);
}

uint32_t trace_thread_last(void)
{
    return __atomic_load_n(&last_number, __ATOMIC_RELAXED);
}
