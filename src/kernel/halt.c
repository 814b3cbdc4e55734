/* SPDX-License-Identifier: BSD-2-Clause */
/* Halt all other CPUs at the end of a run. */
#if CONFIG_CPUS > 1

#include <drivers/irqctl.h>
#include <spoor/port/atomic.h>
#include "kernel_priv.h"

/* A CPU that spins for a lock with interrupts masked doesn't answer, but it makes no progress either. */
#define HALT_MS 10

static bool all_halted(uint32_t mask)
{
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        if ((mask >> n & 1) && !__atomic_load_n(&cpus[n].halted, __ATOMIC_ACQUIRE)) {
            return false;
        }
    }
    return true;
}

void smp_halt_others(void)
{
    uint64_t begin = clock_cycles();
    uint32_t mask = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        if (n != hal_cpu_id() && cpus[n].current != NULL) {
            mask |= 1u << n;
        }
    }
    if (mask == 0) {
        return;
    }
    irqctl_signal(mask, IRQ_IPI_HALT);
    while (!all_halted(mask) && clock_cycles() - begin < (uint64_t)clock_hz() * HALT_MS / 1000) {
        SPOOR_RELAX();
    }
}

#endif
