/* SPDX-License-Identifier: BSD-2-Clause */
/* Snapshots of threads, for `ps`. A thread that has exited is no longer listed. */
#include <errno.h>
#include "thread_priv.h"

static const char *state_name(const struct thread *t)
{
    static const char *const names[] = {
        [THREAD_READY] = "ready",       [THREAD_SLEEPING] = "sleep", [THREAD_WAITING] = "wait",
        [THREAD_SUSPENDED] = "suspend", [THREAD_EXITED] = "exited",
    };

    if (t->suspended) {
        return names[THREAD_SUSPENDED];
    }
    return t->state == THREAD_READY && t->on_cpu ? "running" : names[t->state];
}

static struct thread *nth_locked(unsigned n)
{
    list_for_each (node, &thread_all) {
        if (n-- == 0) {
            return container_of(node, struct thread, all);
        }
    }
    return NULL;
}

static const void *describe(unsigned n, struct thread_info *info)
{
    uint32_t state = kernel_lock();
    const struct thread *t = nth_locked(n);
    const void *stack = NULL;

    if (t != NULL) {
        if (t->on_cpu) {
            sched_account_locked(&cpus[t->cpu], clock_counter_low());
        }
        stack = t->stack;
        *info = (struct thread_info){
            .name = t->name,
            .state = state_name(t),
            .id = thread_id(t),
            .priority = t->priority,
            .base_priority = t->base_priority,
            .cpu = t->cpu,
            .run_cycles = t->run_cycles,
            .switches = t->switches,
            .stack_bytes = t->stack_bytes,
        };
    }
    kernel_unlock(state);
    return stack;
}

int thread_get_brief(unsigned n, struct thread_info *info)
{
    return describe(n, info) == NULL ? -ENOENT : 0;
}

int thread_get_info(unsigned n, struct thread_info *info)
{
    const void *stack = describe(n, info);

    if (stack == NULL) {
        return -ENOENT;
    }
    info->stack_used_bytes = stack_used(stack, info->stack_bytes);
    return 0;
}
