/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The context switch: chooses the next thread, saves the state of the outgoing thread and restores that of
 * the incoming thread. The architecture moves the registers.
 */
#include <spoor/port/atomic.h>
#include <hal/context.h>
#include <kernel/errno.h>
#include <spoor/port/block_masked.h>
#include "event_priv.h"
#include "ready_priv.h"

TRACE_BLOCK_DEF(sched_switch_tb);

/*
 * The C library has a single errno. With one CPU it belongs to the running thread. With several CPUs each
 * thread has its own (src/kernel/errno.c), and a value that the library set moves to the outgoing thread.
 */
static inline void swap_errno(struct thread *out, const struct thread *in)
{
#if CONFIG_CPUS == 1
    int *now = library_errno();

    out->error = *now;
    *now = in->error;
#else
    (void)in;
    errno_collect_locked(out);
#endif
}

/* @return the next thread to run on `c`, dequeued */
static inline struct thread *pick(struct cpu *c)
{
    struct thread *next = c->next;

    if (next != NULL) {
        c->next = NULL;
        if (!ready_more_urgent(next)) {
            if (c->next_is_short) {
                c->short_switches++;
                trace_event(ipc_short, thread_id(next));
            }
            return next;
        }
        ready_put(next, true);
    }
    struct thread *first = ready_first(c);

    if (first == NULL) {
        return c->idle;
    }
    ready_take(first);
    if (CONFIG_CPUS > 1 && next != NULL && first != next) {
        c->promised = first->priority;
        sched_offer_locked(next);
    }
    return first;
}

static inline void run(struct cpu *c, struct thread *in)
{
    c->current = in;
    if (CONFIG_CPUS > 1) {
        c->promised = PRIORITY_IDLE;
        in->on_cpu = true;
        in->cpu = (uint8_t)cpu_number(c);
    }
}

/*
 * @return the thread that runs on `c` from now on. Threads of equal priority take turns; `out` ran until
 * now.
 */
static inline struct thread *replace(struct cpu *c, struct thread *out)
{
    bool stays_ready = out->state == THREAD_READY;
    struct thread *in;

    if (stays_ready && out->slice_ticks == 0 && c->next == NULL && ready_equals_only(out) &&
        ready_allowed(c, ready_equal(out))) {
        in = ready_turn(out);
    } else {
        if (stays_ready) {
            ready_put(out, out->slice_ticks != 0);
        }
        in = pick(c);
    }
    run(c, in);
    if (CONFIG_CPUS > 1 && stays_ready && in != out && out->affinity != 1u << cpu_number(c)) {
        /* Another CPU may run `out`; this CPU has a thread of at least its priority. */
        sched_offer_locked(out);
    }
    return in;
}

static inline void count(struct cpu *c, struct thread *in)
{
    in->switches++;
#if CONFIG_CPUS > 1
    c->switches++;
#else
    (void)c;
#endif
}

/* Switch from boot to the first thread of a CPU. */
static __attribute__((noinline)) uintptr_t first_switch(struct cpu *c, uint32_t begin_cycles)
{
    struct thread *in = pick(c);

    run(c, in);
    c->accounted_cycles = begin_cycles;
    count(c, in);
#if CONFIG_CPUS == 1
    *library_errno() = in->error; /* discards the errno of boot */
#endif
    trace_hook_cpu(cpu_number(c), &in->trace);
    trace_block_record_since(&sched_switch_tb, begin_cycles);
    return in->sp;
}

uintptr_t hal_on_switch(uintptr_t sp)
{
    uint32_t begin_cycles = clock_counter_low();
    struct cpu *c = this_cpu();
    struct thread *out = c->current;
    struct thread *in = out;

    hal_spin_lock(&kernel_spin);
    if (__builtin_expect(out == NULL, 0)) {
        sp = first_switch(c, begin_cycles);
        hal_spin_unlock(&kernel_spin);
        return sp;
    }
    sched_check_stack(out, sp);
    out->sp = sp;
    spoor_sum_add(&out->run_cycles, begin_cycles - c->accounted_cycles);
    c->accounted_cycles = begin_cycles;
    if (c->preempt_depth != 0) {
        sched_postpone_locked(c);
    } else {
        in = replace(c, out);
    }
    if (in != out) {
        swap_errno(out, in);
        count(c, in);
        trace_hook_switch(&out->trace, &in->trace, begin_cycles);
        trace_block_record_since(&sched_switch_tb, begin_cycles);
        if (CONFIG_CPUS > 1) {
            /* Must be last: thread_join() polls on_cpu, and then its caller may reuse the object. */
            __atomic_store_n(&out->on_cpu, false, __ATOMIC_RELEASE);
        }
    } else {
        event_stays(in);
    }
    sp = in->sp;
    hal_spin_unlock(&kernel_spin);
    return sp;
}
