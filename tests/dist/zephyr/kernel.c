/* SPDX-License-Identifier: BSD-2-Clause */
/* The stand-in's trace macros as calls of Zephyr's, with the kernel's state as Zephyr has it at each call. */
#include <errno.h>
#include <zephyr/kernel.h>
#include <zephyr/tracing/tracing.h>

void standin_out(void)
{
    sys_port_trace_k_thread_switched_out();
}

void standin_in(void)
{
    sys_port_trace_k_thread_switched_in();
}

static bool is_idle(const struct k_thread *t)
{
    return t->uxPriority == 0;
}

/* The idle thread is in no queue and is never reported as ready. */
void standin_ready(struct k_thread *t)
{
    t->base.pended_on = NULL;
    t->base.thread_state = 0;
    t->base.timeout.node.next = NULL;
    if (!is_idle(t)) {
        sys_port_trace_k_thread_sched_ready(t);
        t->base.thread_state = _THREAD_QUEUED;
    }
}

/* As kernel/sched.c, add_to_waitq_locked(): the queue is set after the call. */
void standin_pends(struct k_thread *t, const void *queue, bool timed)
{
    t->arch.swap_return_value = (uint32_t)-EAGAIN;
    t->base.timeout.node.next = timed ? &t->base.timeout.node : NULL;
    if (queue == NULL) {
        t->base.thread_state = STANDIN_SLEEPING;
        return;
    }
    t->base.thread_state = _THREAD_PENDING;
    sys_port_trace_k_thread_sched_pend(t);
    t->base.pended_on = queue;
}

void standin_suspends(struct k_thread *t)
{
    sys_port_trace_k_thread_suspend_enter(t);
    t->base.thread_state = _THREAD_SUSPENDED;
}

void standin_priority(struct k_thread *t, unsigned priority)
{
    t->base.prio = (int8_t)(K_LOWEST_THREAD_PRIO - (int)priority);
    sys_port_trace_k_thread_sched_priority_set(t, t->base.prio);
}

/* Also called for calls that don't wait. */
void standin_blocks(struct QueueDefinition *q)
{
    if (q->uxItemSize != 0) {
        sys_port_trace_k_queue_get_blocking((struct k_queue *)q, K_FOREVER);
    } else if (q->pcHead == NULL) {
        sys_port_trace_k_mutex_lock_blocking((struct k_mutex *)q, K_FOREVER);
    } else {
        sys_port_trace_k_sem_take_blocking((struct k_sem *)q, K_FOREVER);
    }
}

/* Before 4.x, SysTick's vector bypasses _isr_wrapper(), which makes these calls. */
static bool is_reported(void)
{
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return STANDIN_ZEPHYR >= 4 || ipsr != 15;
}

void standin_isr_enter(void)
{
    if (is_reported()) {
        sys_trace_isr_enter();
    }
}

void standin_isr_exit(void)
{
    if (is_reported()) {
        sys_trace_isr_exit();
    }
}

void SysTick_Handler(void)
{
    xPortSysTickHandler();
}
