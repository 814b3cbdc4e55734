/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The switch between threads: saves the state of the outgoing thread and restores that of the incoming one.
 * sched.c chooses, the architecture moves the registers.
 */
#include <reent.h>
#include <hal/context.h>
#include <profiler/tracing/trace.h>
#include "event_priv.h"

TRACE_BLOCK_DEF(sched_switch_tb);

/*
 * newlib keeps one errno. With one CPU it belongs to the running thread; with several a thread has its own
 * (src/kernel/errno.c), and the value that the library set in newlib's moves to the outgoing thread.
 */
static void swap_errno(struct thread *out, const struct thread *in)
{
#if CONFIG_CPUS == 1
    int *now = &_impure_ptr->_errno; /* the one that errno means, without a call */

    if (out != NULL) {
        out->error = *now;
    }
    *now = in->error;
#else
    (void)in;
    if (out != NULL) {
        errno_collect(&out->error);
    }
#endif
}

/* The work of a switch besides the choice; counted and timed at one place. */
static void switched(struct cpu *c, struct thread *out, struct thread *in, uint32_t begin_cycles)
{
    swap_errno(out, in);
    in->switches++;
    c->switches++;
    if (out != NULL) {
        trace_hook_switch(&out->trace, &in->trace, begin_cycles);
    } else {
        trace_hook_cpu((unsigned)(c - cpus), &in->trace);
    }
    if (trace_block_is_on(&sched_switch_tb)) {
        trace_block_record(&sched_switch_tb, port_cycles() - begin_cycles);
    }
    (void)begin_cycles;
}

uintptr_t hal_on_switch(uintptr_t sp)
{
    uint32_t begin_cycles = clock_counter_low();
    struct cpu *c = this_cpu();
    struct thread *out = c->current;
    struct thread *in = out;

    hal_spin_lock(&kernel_spin);
    if (out != NULL) {
        sched_check_stack(out, sp);
        out->sp = sp;
        sched_account_locked(c, begin_cycles);
    } else {
        c->accounted_cycles = begin_cycles;
    }
    if (c->preempt_depth != 0) {
        sched_put_off_locked(c);
    } else {
        in = sched_replace_locked(c, out);
    }
    if (in != out) {
        switched(c, out, in, begin_cycles);
        if (out != NULL) {
            /* Must be last: thread_join() polls on_cpu before it reuses the object. */
            __atomic_store_n(&out->on_cpu, false, CONFIG_CPUS > 1 ? __ATOMIC_RELEASE : __ATOMIC_RELAXED);
        }
    } else {
        event_stays(in);
    }
    sp = in->sp;
    hal_spin_unlock(&kernel_spin);
    return sp;
}

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
