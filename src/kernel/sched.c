/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The scheduler: one ready queue for all CPUs. A running thread is in no queue.
 *
 * There is one queue rather than one per CPU because the scheduler is under one lock anyway. Separate queues
 * would save no waiting, would need balancing, and would let a thread wait in one while another CPU idles. So
 * the most urgent threads run, as many as there are CPUs, and equals take turns over all of them. A pick is
 * one count of leading zeros, and a step for each earlier thread that is bound to other CPUs. One case is
 * left out: a thread bound to a CPU doesn't move a more urgent one that could run elsewhere as well.
 */
#include <drivers/irqctl.h>
#include <hal/context.h>
#include "event_priv.h"

static struct {
    uint32_t bits; /* bit p: of[p] isn't empty */
    struct list of[THREAD_PRIORITIES];
} ready;

void sched_init(void)
{
    for (unsigned p = 0; p < THREAD_PRIORITIES; p++) {
        list_init(&ready.of[p]);
    }
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        for (unsigned level = 0; level < HAL_IRQ_LEVELS; level++) {
            trace_context_init(&cpus[n].irq_context[level]);
        }
    }
}

static unsigned cpu_number(const struct cpu *c)
{
    return CONFIG_CPUS == 1 ? 0 : (unsigned)(c - cpus);
}

static void put(struct thread *t, bool keeps_turn)
{
    if (keeps_turn) {
        list_add_head(&ready.of[t->priority], &t->link);
    } else {
        t->slice_ticks = CONFIG_SLICE_TICKS;
        list_add_tail(&ready.of[t->priority], &t->link);
    }
    ready.bits |= 1u << t->priority;
}

static void take(struct thread *t)
{
    list_del(&t->link);
    if (list_empty(&ready.of[t->priority])) {
        ready.bits &= ~(1u << t->priority);
    }
}

static bool allowed(const struct cpu *c, const struct thread *t)
{
    return CONFIG_CPUS == 1 || (t->affinity >> cpu_number(c) & 1);
}

/* The most urgent thread in the queue that may run on `c`, or NULL. */
static struct thread *first_for(const struct cpu *c)
{
    for (uint32_t bits = ready.bits; bits != 0;) {
        unsigned p = 31u - (unsigned)__builtin_clz(bits);

        if (CONFIG_CPUS == 1) {
            return container_of(ready.of[p].next, struct thread, link);
        }
        list_for_each (node, &ready.of[p]) {
            struct thread *t = container_of(node, struct thread, link);

            if (allowed(c, t)) {
                return t;
            }
        }
        bits &= ~(1u << p);
    }
    return NULL;
}

static unsigned top_for(const struct cpu *c)
{
    const struct thread *first = first_for(c);

    return first != NULL ? first->priority : PRIORITY_IDLE;
}

void sched_request_locked(struct cpu *c)
{
    if (c->current == NULL) {
        return;
    }
    if (c->preempt_depth != 0) {
        c->switch_wanted = true;
    } else if (c == this_cpu()) {
        hal_switch_request();
    } else {
        irqctl_signal(1u << cpu_number(c), IRQ_IPI_RESCHEDULE);
    }
}

/* The priority of the thread that `c` runs, or that it was asked to run next. */
static unsigned urgency(const struct cpu *c)
{
    return c->promised > c->current->priority ? c->promised : c->current->priority;
}

/*
 * Have `t`, which is in the queue, preempt the CPU that runs the least urgent thread below it; at par the one
 * where `t` ran last. A CPU with its scheduler locked can't be preempted; it checks the queue when it
 * unlocks.
 */
static void offer(const struct thread *t)
{
    struct cpu *best = NULL;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        struct cpu *c = &cpus[(t->cpu + n) % CONFIG_CPUS];

        if (c->current != NULL && c->preempt_depth == 0 && allowed(c, t) &&
            (best == NULL || urgency(c) < urgency(best))) {
            best = c;
        }
    }
    if (best != NULL && urgency(best) < t->priority) {
        best->promised = t->priority;
        sched_request_locked(best);
    }
}

void sched_ready_locked(struct thread *t)
{
    if (t->on_cpu) {
        return; /* it was about to leave its CPU; hal_on_switch() will find it runnable */
    }
    put(t, false);
    offer(t);
}

void sched_ready_next_locked(struct thread *t)
{
    struct cpu *c = this_cpu();

    if (t->on_cpu || c->next != NULL || !allowed(c, t)) {
        sched_ready_locked(t);
        return;
    }
    t->slice_ticks = CONFIG_SLICE_TICKS;
    t->cpu = (uint8_t)cpu_number(c);
    c->next = t;
}

static bool dequeue(struct thread *t)
{
    struct cpu *c = &cpus[t->cpu];

    if (c->next == t) {
        c->next = NULL;
    } else if (!t->on_cpu) {
        take(t);
    }
    return !t->on_cpu;
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
        list_del(&t->link);
        t->priority = (uint8_t)priority;
        wait_queue_add_locked(t->wait_on, t);
    } else {
        t->priority = (uint8_t)priority;
    }
    if (t->on_cpu && top_for(c) > priority) {
        sched_request_locked(c);
    }
}

void sched_set_affinity_locked(struct thread *t, unsigned mask)
{
    t->affinity = (uint8_t)mask;
    if (t->on_cpu) {
        if (!allowed(&cpus[t->cpu], t)) {
            sched_request_locked(&cpus[t->cpu]);
        }
    } else if (t->state == THREAD_READY) {
        dequeue(t);
        sched_ready_locked(t);
    }
}

_Noreturn void sched_stack_overflow(const struct thread *t)
{
    panic("stack overflow in thread %s: more than its %u bytes were used", t->name, (unsigned)t->stack_bytes);
}

void sched_tick(void)
{
    uint32_t state = kernel_lock();
    struct cpu *c = this_cpu();
    struct thread *t = c->current;

    sched_account_locked(c, clock_counter_low());
    sched_check_stack(t, UINTPTR_MAX);
    if (!irq_stack_intact()) {
        panic("stack overflow in the interrupts of cpu %u: more than CONFIG_ISR_STACK_BYTES, %u, were used",
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

void thread_yield(void)
{
    thread_check(__func__);
    uint32_t state = kernel_lock();

    this_cpu()->current->slice_ticks = 0;
    event_leaves(this_cpu()->current, TRACE_LEFT_YIELD);
    sched_request_locked(this_cpu());
    kernel_unlock(state);
}

/* The next thread to run here, out of the queue. */
static struct thread *pick(struct cpu *c)
{
    struct thread *next = c->next;
    struct thread *first = first_for(c);

    c->next = NULL;
    if (next != NULL) {
        if (first == NULL || next->priority >= first->priority) {
            c->short_switches++;
            trace_event(ipc_short, thread_id(next));
            return next;
        }
        c->promised = first->priority;
        put(next, false);
        offer(next);
    }
    if (first == NULL) {
        return c->idle;
    }
    take(first);
    return first;
}

struct thread *sched_replace_locked(struct cpu *c, struct thread *out)
{
    bool stays_ready = out != NULL && out->state == THREAD_READY && out != c->idle;

    if (stays_ready) {
        put(out, out->slice_ticks != 0);
    }
    struct thread *in = pick(c);

    c->promised = PRIORITY_IDLE;
    c->current = in;
    in->on_cpu = true;
    in->cpu = (uint8_t)cpu_number(c);
    if (CONFIG_CPUS > 1 && stays_ready && in != out) {
        offer(out); /* another CPU may take it; this one has a thread that is as urgent */
    }
    return in;
}

void sched_put_off_locked(struct cpu *c)
{
    const struct thread *first = first_for(c);

    c->switch_wanted = true;
    c->promised = PRIORITY_IDLE;
    if (first != NULL) {
        offer(first);
    }
}

void sched_lock(void)
{
    uint32_t state = hal_irq_save();

    this_cpu()->preempt_depth++;
    hal_irq_restore(state);
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
