/* SPDX-License-Identifier: BSD-2-Clause */
/* Per-CPU state, and the lock that protects all kernel state. */
#include "kernel_priv.h"

struct cpu cpus[CONFIG_CPUS];
struct hal_spinlock kernel_spin;

struct thread *thread_self(void)
{
#if CONFIG_CPUS > 1
    uint32_t state = spoor_irq_save();
    struct thread *self = this_cpu()->current;

    spoor_irq_restore(state);
    return self;
#else
    return cpus[0].current;
#endif
}
