/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the calling context. A call from a context that isn't allowed panics with the name of the
 * called function.
 */
#include "wait_priv.h"

static _Noreturn void refuse(const char *who, const char *why, uint32_t lock_state)
{
    kernel_unlock(lock_state);
    panic("%s: %s", who, why);
}

void kernel_refuse_no_thread(const char *who, uint32_t lock_state)
{
    refuse(who, spoor_in_isr() ? "called in an interrupt" : "called before the scheduler runs", lock_state);
}

void kernel_refuse_wait(const char *who, uint32_t lock_state)
{
    refuse(who,
           spoor_in_isr()                     ? "waits in an interrupt; only WAIT_NONE is allowed there"
           : this_cpu()->current == NULL      ? "waits before the scheduler runs"
           : spoor_irq_was_masked(lock_state) ? "waits with interrupts masked"
                                              : "waits with the scheduler locked",
           lock_state);
}

uint32_t kernel_lock_to_wait(const char *who)
{
    return kernel_lock_to_wait_inline(who);
}

void wait_check(const char *who)
{
    kernel_unlock(kernel_lock_to_wait(who));
}

/* Interrupts are masked so that the caller can't move to another CPU between the two reads. */
static bool locked_scheduler(void)
{
    uint32_t state = spoor_irq_save();
    bool locked = this_cpu()->preempt_depth != 0;

    spoor_irq_restore(state);
    return locked;
}

bool thread_may_wait(void)
{
    return !spoor_in_isr() && sched_started() && !spoor_irq_masked() && !locked_scheduler();
}
