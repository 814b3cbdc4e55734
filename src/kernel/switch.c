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
static inline void swap_errno(const struct cpu *c, struct thread *out, const struct thread *in)
{
#if CONFIG_CPUS == 1
    int *now = c->library_errno;

    out->error = *now;
    *now = in->error;
#else
    (void)c;
    (void)in;
    errno_collect_locked(out);
#endif
}

static inline void record_short(const struct cpu *c, const struct thread *next)
{
    (void)next;
    if (trace_event_is_on(ipc_short) && c->next_is_short) {
        trace_event(ipc_short, thread_id(next));
    }
}

#if CONFIG_CPUS == 1

/* @return the next thread to run, dequeued; NULL if that is `out` */
static inline struct thread *pick(struct cpu *c, const struct thread *out)
{
    struct thread *next = c->next;

    if (next != NULL) {
        c->next = NULL;
        record_short(c, next);
        return next;
    }
    if (ready_queue.bits != 0) {
        return ready_take_top(); /* not `out`: another thread is more urgent, or it isn't queued */
    }
    return c->idle != out ? c->idle : NULL;
}

#else

/* @return the first queued thread that may run on `c`, dequeued; the idle thread if there is none */
static inline struct thread *take_first(const struct cpu *c)
{
    struct thread *first = ready_first(c);

    if (first == NULL) {
        return c->idle;
    }
    ready_take(first);
    return first;
}

/* @return the next thread to run on `c`, dequeued; NULL if that is `out` */
static inline struct thread *pick(struct cpu *c, const struct thread *out)
{
    struct thread *next = c->next, *first;

    if (next != NULL && __builtin_expect(!ready_more_urgent(next), 1)) {
        c->next = NULL;
        record_short(c, next);
        return next;
    }
    if (next != NULL) {
        ready_displace_any(c);
    }
    first = take_first(c);
    if (next != NULL && first != next) {
        c->promised = first->priority;
        sched_offer_locked(next);
    }
    return first != out ? first : NULL;
}

#endif

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
 * Choose the thread that runs on `c` from now on. If `out` is still ready, it keeps the CPU without a use of
 * the queue if no queued thread is more urgent, or takes turns with threads of equal priority. @return NULL
 * if it keeps the CPU
 */
static inline struct thread *choose(struct cpu *c, struct thread *out)
{
    if (out->state == THREAD_READY) {
        if (c->next == NULL && !ready_more_urgent(out) && ready_allowed(c, out)) {
            if (!ready_equals_only(out)) {
                out->slice_ticks = out->slice_ticks != 0 ? out->slice_ticks : CONFIG_SLICE_TICKS;
                return NULL;
            }
            if (out->slice_ticks != 0) {
                return NULL;
            }
            if (ready_allowed(c, ready_equal(out))) {
                return ready_turn(out);
            }
        }
        ready_put(out, out->slice_ticks != 0);
    }
    return pick(c, out);
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
    struct thread *in = pick(c, NULL);

    c->preempt_depth = 0;
    run(c, in);
    c->accounted_cycles = begin_cycles;
    count(c, in);
#if CONFIG_CPUS == 1
    c->library_errno = library_errno();
    *c->library_errno = in->error; /* discards the errno of boot */
#endif
    trace_hook_cpu(cpu_number(c), &in->trace);
    trace_block_record_since(&sched_switch_tb, begin_cycles);
    return in->sp;
}

/* What a switch leaves to be done when its threads have changed. */
struct done {
    uint32_t ran_cycles;    /* run time of the outgoing thread since it was last accounted */
    uint32_t switch_cycles; /* duration of the switch */
};

/* @return the thread that runs on `c` from now on; NULL if `out` keeps it. Interrupts are masked. */
static inline struct thread *switch_locked(struct cpu *c, struct thread *out, struct done *done)
{
    uint32_t begin_cycles = clock_counter_low();

    done->ran_cycles = begin_cycles - c->accounted_cycles;
    c->accounted_cycles = begin_cycles;

    struct thread *in = choose(c, out);

    if (in == NULL) {
        if (CONFIG_CPUS > 1) {
            c->promised = PRIORITY_IDLE;
        }
        event_stays(out);
        return NULL;
    }
    run(c, in);
    if (CONFIG_CPUS > 1 && out->state == THREAD_READY && out->affinity != 1u << cpu_number(c)) {
        /* Another CPU may run `out`; this CPU has a thread of at least its priority. */
        sched_offer_locked(out);
    }
    done->switch_cycles = trace_hook_switch(&out->trace, &in->trace, begin_cycles) - begin_cycles;
    return in;
}

/* Only this CPU uses `out` and `in` until the switch is over. */
static inline void account(struct thread *out, const struct done *done)
{
    spoor_sum_add(&out->run_cycles, done->ran_cycles);
}

static inline void account_switch(struct cpu *c, struct thread *out, struct thread *in)
{
    swap_errno(c, out, in);
    count(c, in);
}

/* Switch although the scheduler is locked: to the first thread, or not until sched_unlock(). */
static __attribute__((noinline)) uintptr_t switch_or_postpone(struct cpu *c, uintptr_t sp)
{
    struct thread *out = c->current;

    if (out == NULL) {
        return first_switch(c, clock_counter_low());
    }
    sched_check_stack(out, sp);
    if (CONFIG_CPUS == 1) {
        hal_switch_mask();
    }
    sched_account_locked(c, clock_counter_low());
    sched_postpone_locked(c);
    event_stays(out);
    if (CONFIG_CPUS == 1) {
        hal_switch_unmask();
    }
    return sp;
}

#if CONFIG_CPUS == 1

/* With one CPU, interrupts are only masked while the threads change, and while the block is updated. */
uintptr_t hal_on_switch(uintptr_t sp)
{
    struct cpu *c = this_cpu();
    struct thread *out = c->current, *in;
    struct done done;

    if (__builtin_expect(c->preempt_depth != 0, 0)) {
        return switch_or_postpone(c, sp);
    }
    sched_check_stack(out, sp);
    out->sp = sp;
    hal_switch_mask();
    in = switch_locked(c, out, &done);
    hal_switch_unmask();
    account(out, &done);
    if (in == NULL) {
        return sp;
    }
    account_switch(c, out, in);
    hal_switch_mask();
    trace_block_record_cycles(&sched_switch_tb, done.switch_cycles);
    hal_switch_unmask();
    return in->sp;
}

#else

uintptr_t hal_on_switch(uintptr_t sp)
{
    struct cpu *c = this_cpu();
    struct thread *out = c->current, *in;
    struct done done;

    hal_switch_mask();
    hal_spin_lock(&kernel_spin);
    if (__builtin_expect(c->preempt_depth != 0, 0)) {
        bool first = c->current == NULL;

        sp = switch_or_postpone(c, sp);
        hal_spin_unlock(&kernel_spin);
        if (!first) { /* otherwise interrupts stay masked */
            hal_switch_unmask();
        }
        return sp;
    }
    sched_check_stack(out, sp);
    out->sp = sp;
    in = switch_locked(c, out, &done);
    account(out, &done);
    if (in != NULL) {
        account_switch(c, out, in);
        trace_block_record_cycles(&sched_switch_tb, done.switch_cycles);
        /* Must be last: thread_join() polls on_cpu, and then its caller may reuse the object. */
        __atomic_store_n(&out->on_cpu, false, __ATOMIC_RELEASE);
        sp = in->sp;
    }
    hal_spin_unlock(&kernel_spin);
    hal_switch_unmask();
    return sp;
}

#endif
