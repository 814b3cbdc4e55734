/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The scheduler: one ready queue for all CPUs. A running thread isn't queued.
 *
 * There is one queue rather than one per CPU because the scheduler is under one lock anyway. Separate
 * queues would not reduce lock contention. They would need balancing, and a thread could wait in one queue
 * while another CPU idles. With one queue, the N threads with the highest priorities run on N CPUs, and
 * threads of equal priority take turns on all CPUs.
 *
 * A pick costs one count-leading-zeros, and one step for each earlier thread that is bound to other CPUs.
 * One case isn't handled: a thread bound to a CPU doesn't displace a higher-priority thread that could also
 * run elsewhere.
 */
#include <drivers/irqctl.h>
#include <hal/context.h>
#include "event_priv.h"
#include "ready_priv.h"

union ready_queue ready_queue;

void sched_init(void)
{
    for (unsigned p = THREAD_PRIORITY_MIN; p < THREAD_PRIORITIES; p++) {
        spoor_list_init(&ready_queue.of[p]);
    }
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        cpus[n].number = (uint8_t)n;
        cpus[n].preempt_depth = 1; /* until first_switch() */
        for (unsigned level = 0; level < SPOOR_IRQ_LEVELS; level++) {
            trace_context_init(&cpus[n].irq_context[level]);
        }
    }
}

static unsigned top_for(const struct cpu *c)
{
    const struct thread *first = ready_first(c);

    return first != NULL ? first->priority : PRIORITY_IDLE;
}

void sched_request_locked(struct cpu *c)
{
    if (c->current == NULL) {
        return;
    }
    if (c->preempt_depth != 0) {
        c->switch_wanted = true;
    } else if (CONFIG_CPUS == 1 || c == this_cpu()) {
        hal_switch_request();
    } else {
        irqctl_signal(1u << cpu_number(c), IRQ_IPI_RESCHEDULE);
    }
}

#if CONFIG_CPUS == 1

void sched_offer_locked(const struct thread *t)
{
    struct cpu *c = this_cpu();

    if (c->current != NULL && c->current->priority < t->priority) {
        sched_request_locked(c);
    }
}

#else

/* @return the priority of the thread that `c` runs or was asked to run next */
static unsigned urgency(const struct cpu *c)
{
    return c->promised > c->current->priority ? c->promised : c->current->priority;
}

/*
 * Preempt the CPU with the lowest priority below that of `t`. On a tie, prefer the CPU where `t` last ran.
 * A CPU with its scheduler locked can't be preempted; it checks the queue in sched_unlock().
 */
void sched_offer_locked(const struct thread *t)
{
    struct cpu *best = NULL;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        struct cpu *c = &cpus[(t->cpu + n) % CONFIG_CPUS];

        if (c->current != NULL && c->preempt_depth == 0 && ready_allowed(c, t) &&
            (best == NULL || urgency(c) < urgency(best))) {
            best = c;
        }
    }
    if (best != NULL && urgency(best) < t->priority) {
        best->promised = t->priority;
        sched_request_locked(best);
    }
}

#endif

void ready_displace_any(struct cpu *c)
{
    struct thread *t = c->next;

    ready_release(c);
    ready_put(t, true);
}

void sched_ready_locked(struct thread *t)
{
    ready_displace(this_cpu(), t->priority);
    if (thread_on_cpu(t)) {
        return; /* it hasn't left its CPU yet; hal_on_switch() will find it runnable */
    }
    if (sched_started() && ready_preempts_at_once(this_cpu(), t)) {
        ready_hold(this_cpu(), t, false);
        hal_switch_request();
        return;
    }
    ready_put(t, false);
    sched_offer_locked(t);
}

static bool dequeue(struct thread *t)
{
    struct cpu *c = &cpus[t->cpu];

    if (c->next == t) {
        ready_release(c);
    } else if (!thread_on_cpu(t)) {
        ready_take(t);
    }
    return !thread_on_cpu(t);
}

void sched_unready_locked(struct thread *t)
{
    if (!dequeue(t)) {
        sched_request_locked(&cpus[t->cpu]);
    }
}

void sched_set_priority_locked(struct thread *t, unsigned priority)
{
    struct cpu *c = &cpus[t->cpu];

    trace_event(priority_set, thread_id(t), priority);
    if (t->state == THREAD_READY && dequeue(t)) {
        t->priority = (uint8_t)priority;
        sched_ready_locked(t);
    } else if (t->state == THREAD_WAITING && t->wait_on != NULL) {
        spoor_list_unlink(&t->link);
        t->priority = (uint8_t)priority;
        wait_queue_add_locked(t->wait_on, t);
    } else {
        t->priority = (uint8_t)priority;
    }
    if (thread_on_cpu(t) && t->state == THREAD_READY) {
        ready_displace(c, priority);
    }
    if (thread_on_cpu(t) && top_for(c) > priority) {
        sched_request_locked(c);
    }
}

void sched_set_affinity_locked(struct thread *t, unsigned mask)
{
    t->affinity = (uint8_t)mask;
    if (thread_on_cpu(t)) {
        if (!ready_allowed(&cpus[t->cpu], t)) {
            sched_request_locked(&cpus[t->cpu]);
        }
    } else if (t->state == THREAD_READY) {
        dequeue(t);
        sched_ready_locked(t);
    }
}

_Noreturn void sched_stack_overflow(const struct thread *t)
{
    panic("stack overflow in thread %s: it used more than its %u bytes", t->name, (unsigned)t->stack_bytes);
}

void sched_tick(void)
{
    uint32_t state = kernel_lock();
    struct cpu *c = this_cpu();
    struct thread *t = c->current;

    sched_account_locked(c, clock_counter_low());
    sched_check_stack(t, UINTPTR_MAX);
    if (!irq_stack_intact()) {
        panic("stack overflow in interrupts on cpu %u: more than CONFIG_ISR_STACK_BYTES, %u, were used",
              hal_cpu_id(), (unsigned)CONFIG_ISR_STACK_BYTES);
    }
    if (t != c->idle) {
        t->slice_ticks -= t->slice_ticks != 0;
        if (t->slice_ticks == 0 && top_for(c) >= t->priority) {
            sched_request_locked(c);
        }
    }
    kernel_unlock(state);
}

/* Yield later: interrupts or the scheduler are locked. */
static __attribute__((noinline)) void yield_later(uint32_t state)
{
    struct cpu *c = this_cpu();

    if (spoor_in_isr() || c->current == NULL) {
        kernel_refuse_no_thread("thread_yield", state);
        return;
    }
    c->current->slice_ticks = 0;
    event_leaves(c->current, TRACE_LEFT_YIELD);
    sched_request_locked(c);
    kernel_unlock(state);
}

void thread_yield(void)
{
    uint32_t state = kernel_lock();

    if (__builtin_expect(kernel_must_not_wait(this_cpu(), state), 0)) {
        yield_later(state);
        return;
    }
    this_cpu()->current->slice_ticks = 0;
    event_leaves(this_cpu()->current, TRACE_LEFT_YIELD);
    hal_spin_unlock(&kernel_spin);
    hal_switch_now(state);
}

void sched_postpone_locked(struct cpu *c)
{
    const struct thread *first = ready_first(c);

    c->switch_wanted = true;
    c->promised = PRIORITY_IDLE;
    if (first != NULL) {
        sched_offer_locked(first);
    }
}

void sched_lock(void)
{
    uint32_t state = spoor_irq_save();

    this_cpu()->preempt_depth++;
    spoor_irq_restore(state);
}

void sched_unlock(void)
{
    uint32_t state = kernel_lock();
    struct cpu *c = this_cpu();

    if (c->preempt_depth == 0) {
        panic("sched_unlock: the scheduler isn't locked");
    }
    if (--c->preempt_depth == 0 && (c->switch_wanted || top_for(c) > c->current->priority)) {
        c->switch_wanted = false;
        sched_request_locked(c);
    }
    kernel_unlock(state);
}
