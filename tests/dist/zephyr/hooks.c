/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's timer, of which the port has one, and the weak forms of its hooks. */
#include <zephyr/kernel.h>

static struct k_timer *started;

void k_timer_start(struct k_timer *timer, k_timeout_t first, k_timeout_t every)
{
    timer->left = first;
    timer->every = every;
    started = timer;
}

void standin_timers(void)
{
    if (started != NULL && --started->left == 0) {
        started->left = started->every;
        started->function(started);
    }
}

__attribute__((weak)) void sys_trace_thread_sched_ready_user(struct k_thread *thread)
{
    (void)thread;
}

__attribute__((weak)) void sys_trace_thread_pend_user(struct k_thread *thread)
{
    (void)thread;
}
