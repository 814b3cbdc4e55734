/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who runs: a ready queue for each CPU, and the switch. The thread that runs is in no queue. One that
 * becomes runnable goes to the CPU it ran on last, unless another of those allowed to it would take it
 * sooner and its registers are on its stack already. A pick is one count of leading zeros.
 */
#include <errno.h>
#include <drivers/irqctl.h>
#include <hal/context.h>
#include <profiler/tracing/trace.h>
#include "kernel_priv.h"

struct cpu cpus[CONFIG_CPUS];
struct hal_spinlock kernel_spin;

TRACE_BLOCK_DEF(sched_switch_tb);

void sched_init(void)
{
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        for (unsigned p = 0; p < THREAD_PRIORITIES; p++) {
            list_init(&cpus[n].ready[p]);
        }
        for (unsigned level = 0; level < HAL_IRQ_LEVELS; level++) {
            trace_context_init(&cpus[n].irq_context[level]);
        }
    }
}

static unsigned cpu_number(const struct cpu *c)
{
    return (unsigned)(c - cpus);
}

static void put(struct cpu *c, struct thread *t, bool keeps_turn)
{
    if (keeps_turn) {
        list_add_head(&c->ready[t->priority], &t->link);
    } else {
        t->slice_ticks = CONFIG_SLICE_TICKS;
        list_add_tail(&c->ready[t->priority], &t->link);
    }
    c->ready_bits |= 1u << t->priority;
    t->cpu = (uint8_t)cpu_number(c);
}

static void take(struct cpu *c, struct thread *t)
{
    list_del(&t->link);
    if (list_empty(&c->ready[t->priority])) {
        c->ready_bits &= ~(1u << t->priority);
    }
}

/* The most urgent priority in the queue; PRIORITY_IDLE when it is empty. */
static unsigned top_of(const struct cpu *c)
{
    return c->ready_bits != 0 ? 31u - (unsigned)__builtin_clz(c->ready_bits) : PRIORITY_IDLE;
}

static bool allowed(const struct cpu *c, const struct thread *t)
{
    return t->affinity >> cpu_number(c) & 1;
}

static struct cpu *cpu_for(const struct thread *t)
{
    struct cpu *home = &cpus[t->cpu];

#if CONFIG_CPUS > 1
    if (allowed(home, t) && home->current != NULL && home->current->priority < t->priority) {
        return home;
    }
    struct cpu *best = NULL;

    for (struct cpu *c = cpus; c < cpus + CONFIG_CPUS; c++) {
        if (allowed(c, t) && c->current != NULL &&
            (best == NULL || c->current->priority < best->current->priority)) {
            best = c;
        }
    }
    if (best != NULL && (best->current->priority < t->priority || !allowed(home, t))) {
        return best;
    }
#endif
    return home;
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
        irqctl_signal(1u << cpu_number(c), 0);
    }
}

static void preempt(struct cpu *c, unsigned priority)
{
    if (c->current != NULL && priority > c->current->priority) {
        sched_request_locked(c);
    }
}

void sched_ready_locked(struct thread *t)
{
    if (t->on_cpu) {
        return; /* it was about to leave its CPU; hal_on_switch() will find it runnable */
    }
    struct cpu *c = cpu_for(t);

    put(c, t, false);
    preempt(c, t->priority);
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
        take(c, t);
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
    if (t->on_cpu && top_of(c) > priority) {
        sched_request_locked(c);
    }
}

void sched_account_locked(struct cpu *c)
{
    uint32_t now = cycles_low();

    c->current->run_cycles += now - c->accounted_cycles;
    c->accounted_cycles = now;
}

void sched_tick(void)
{
    uint32_t state = kernel_lock();
    struct cpu *c = this_cpu();
    struct thread *t = c->current;

    sched_account_locked(c);
    stack_check(t, UINTPTR_MAX);
    if (t != c->idle) {
        t->slice_ticks -= t->slice_ticks != 0;
        if (t->slice_ticks == 0 && top_of(c) >= t->priority) {
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
    sched_request_locked(this_cpu());
    kernel_unlock(state);
}

/* The next thread to run here, out of its queue. */
static struct thread *pick(struct cpu *c)
{
    struct thread *next = c->next;
    unsigned top = top_of(c);

    c->next = NULL;
    if (next != NULL) {
        if (next->priority >= top) {
            c->short_switches++;
            return next;
        }
        put(c, next, false);
    }
    if (c->ready_bits == 0) {
        return c->idle;
    }
    next = container_of(c->ready[top].next, struct thread, link);
    take(c, next);
    return next;
}

/* `out` is off this CPU, its registers on its stack. */
static void left(struct cpu *c, struct thread *out)
{
    out->on_cpu = false;
    if (out->state != THREAD_READY || out == c->idle) {
        return;
    }
    if (allowed(c, out)) {
        put(c, out, out->slice_ticks != 0);
    } else {
        sched_ready_locked(out);
    }
}

static void arrive(struct cpu *c, struct thread *in)
{
    in->on_cpu = true;
    in->cpu = (uint8_t)cpu_number(c);
    c->current = in;
}

/* newlib keeps one errno; it is whose thread runs. */
static void swap_errno(struct thread *out, const struct thread *in)
{
#if CONFIG_CPUS == 1
    int *now = &errno;

    if (out != NULL) {
        out->error = *now;
    }
    *now = in->error;
#else
    (void)out;
    (void)in;
#endif
}

/* All that a switch to another thread does beyond the choice; counted and timed at one place. */
static void switched(struct cpu *c, struct thread *out, struct thread *in, uint32_t begin_cycles)
{
    swap_errno(out, in);
    in->switches++;
    c->switches++;
#if CONFIG_TRACE
    if (out != NULL) {
        trace_context_suspend(&out->trace, begin_cycles);
        trace_context_resume(&in->trace, port_cycles());
    }
    trace_current[cpu_number(c)] = &in->trace;
#endif
    if (trace_block_is_on(&sched_switch_tb)) {
        trace_block_record(&sched_switch_tb, port_cycles() - begin_cycles);
    }
    (void)begin_cycles;
}

uintptr_t hal_on_switch(uintptr_t sp)
{
    uint32_t begin_cycles = cycles_low();
    struct cpu *c = this_cpu();
    struct thread *out = c->current;
    struct thread *in = out;

    hal_spin_lock(&kernel_spin);
    if (out != NULL) {
        stack_check(out, sp);
        out->sp = sp;
        sched_account_locked(c);
    } else {
        c->accounted_cycles = begin_cycles;
    }
    if (c->preempt_depth != 0 && out->state == THREAD_READY) {
        c->switch_wanted = true;
    } else {
        if (out != NULL) {
            left(c, out);
        }
        in = pick(c);
        arrive(c, in);
    }
    if (in != out) {
        switched(c, out, in, begin_cycles);
    }
    sp = in->sp;
    hal_spin_unlock(&kernel_spin);
    return sp;
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
    if (--c->preempt_depth == 0 && c->switch_wanted) {
        c->switch_wanted = false;
        sched_request_locked(c);
    }
    kernel_unlock(state);
}

uint32_t sched_switch_count(void)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        sum += __atomic_load_n(&cpus[n].switches, __ATOMIC_RELAXED);
    }
    return sum;
}
