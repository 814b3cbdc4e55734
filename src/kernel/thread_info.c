/* SPDX-License-Identifier: BSD-2-Clause */
/* Thread snapshots for `ps`, and switch counts. A thread that has exited isn't listed. */
#include <errno.h>
#include "thread_priv.h"

static const char *state_name(const struct thread *t)
{
    static const char *const names[] = {
        [THREAD_READY] = "ready",  [THREAD_IDLE] = "ready",        [THREAD_SLEEPING] = "sleep",
        [THREAD_WAITING] = "wait", [THREAD_SUSPENDED] = "suspend", [THREAD_EXITED] = "exited",
    };

    if (t->suspended) {
        return names[THREAD_SUSPENDED];
    }
    return thread_can_run(t) && thread_on_cpu(t) ? "running" : names[t->state];
}

static struct thread *nth_locked(unsigned n)
{
    spoor_list_for_each(node, &thread_all)
    {
        if (n-- == 0) {
            return spoor_container_of(node, struct thread, all);
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
        if (thread_on_cpu(t)) {
            sched_account_locked(&cpus[t->cpu], clock_counter_low());
        }
        stack = t->stack;
        *info = (struct thread_info){
            .thread = t,
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

#if CONFIG_CPUS == 1

/* The scheduler only counts switches per thread. A total would cost another step in every switch. */
uint32_t sched_switch_count(void)
{
    uint32_t state = kernel_lock();
    uint32_t sum = thread_switches_of_ended;

    spoor_list_for_each(node, &thread_all)
    {
        sum += spoor_container_of(node, struct thread, all)->switches;
    }
    kernel_unlock(state);
    return sum;
}

uint32_t sched_switch_count_of(unsigned cpu)
{
    return cpu == 0 ? sched_switch_count() : 0;
}

#else

uint32_t sched_switch_count(void)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        sum += __atomic_load_n(&cpus[n].switches, __ATOMIC_RELAXED);
    }
    return sum;
}

uint32_t sched_switch_count_of(unsigned cpu)
{
    return cpu < CONFIG_CPUS ? __atomic_load_n(&cpus[cpu].switches, __ATOMIC_RELAXED) : 0;
}

#endif
