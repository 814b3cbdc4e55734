/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multiprocessor support: start the other CPUs, and handle the two inter-processor interrupts. sched.c
 * chooses which thread runs where.
 */
#if CONFIG_CPUS > 1

#include <stdio.h>
#include <drivers/irqctl.h>
#include <drivers/power.h>
#include <spoor/port/atomic.h>
#include <hal/context.h>
#include <spoor/port/hooks.h>
#include <spoor/trace.h>
#include "kernel_priv.h"
#include "thread_priv.h"

#define LEVEL_RESCHEDULE 1 /* above the tick, which may be pending all the time on a slow CPU */
#define LEVEL_HALT       0 /* preempts other handlers */

#define START_MS 100

static void reschedule_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    hal_switch_request();
}

static void halt_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    spoor_irq_disable();
    __atomic_store_n(&this_cpu()->halted, true, __ATOMIC_RELEASE);
    for (;;) {
        hal_cpu_wait();
    }
}

void smp_init(void)
{
    if (irq_attach(IRQ_IPI_RESCHEDULE, LEVEL_RESCHEDULE, reschedule_isr, NULL, "reschedule") != 0 ||
        irq_attach(IRQ_IPI_HALT, LEVEL_HALT, halt_isr, NULL, "halt") != 0) {
        panic("smp: the inter-processor lines can't be attached");
    }
}

void smp_init_cpu(void)
{
    trace_hook_cpu_starts();
    irqctl_init();
    irq_enable_cpu(IRQ_IPI_RESCHEDULE);
    irq_enable_cpu(IRQ_IPI_HALT);
    tick_init_cpu();
}

/* @return whether `c` starts scheduling within START_MS */
static bool starts_in_time(struct cpu *c)
{
    uint64_t begin = clock_cycles();

    while (__atomic_load_n(&c->current, __ATOMIC_ACQUIRE) == NULL) {
        if (clock_cycles() - begin > (uint64_t)clock_hz() * START_MS / 1000) {
            return false;
        }
        SPOOR_RELAX();
    }
    return true;
}

void smp_start(void)
{
    TRACE_BLOCK_SCOPED(boot_cpus_tb);
    for (unsigned n = 1; n < CONFIG_CPUS; n++) {
        int result;

        hal_cpu_release(n);
        result = power_on_cpu(n);

        if (result != 0) {
            printf("boot: cpu %u could not be started: error %d\n", n, -result);
        } else if (!starts_in_time(&cpus[n])) {
            printf("boot: cpu %u was started but doesn't run threads\n", n);
        }
    }
    (void)thread_set_affinity(thread_self(), CPUS_ALL);
}

#endif
