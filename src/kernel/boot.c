/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boot, from reset to main(). Each phase is timed as a block. Creates the idle threads and the main thread.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <hal/context.h>
#include <kernel/init.h>
#include <kernel/main.h>
#include <spoor/port/hooks.h>
#include <spoor/core/ids.h>
#include <spoor/trace.h>
#include <stdio.h>
#include "thread_priv.h"

ARRAY_SPREAD_DEF(struct init_hook, init_hooks);

static struct thread main_thread;
THREAD_STACK(main_stack, CONFIG_MAIN_STACK_BYTES);

static struct thread idle_threads[CONFIG_CPUS];
static uint8_t idle_stacks[CONFIG_CPUS][THREAD_STACK_BYTES(CONFIG_IDLE_STACK_BYTES)]
    __attribute__((aligned(8)));

__attribute__((weak)) void board_early_init(void)
{
}

static void run_hooks(enum init_level level)
{
    array_spread_foreach_ptr (hook, init_hooks) {
        if (hook->level == level) {
            int result = hook->fn();

            if (result != 0) {
                printf("init: %s: error %d\n", hook->name, -result);
            }
        }
    }
}

static void idle(void *arg)
{
    (void)arg;
    for (;;) {
        hal_cpu_wait();
    }
}

static void idle_create(unsigned cpu)
{
    struct thread *t = &idle_threads[cpu];
    const struct thread_attr attr = {
        .name = "idle",
        .entry = idle,
        .priority = PRIORITY_IDLE,
        .affinity = (uint8_t)(1u << cpu),
        .stack = idle_stacks[cpu],
        .stack_bytes = sizeof idle_stacks[cpu],
    };

    if (thread_create_any(t, &attr) != 0) {
        panic("boot: CONFIG_IDLE_STACK_BYTES %d is too small for a stack", CONFIG_IDLE_STACK_BYTES);
    }
    t->state = THREAD_IDLE;
    t->suspended = false;
    cpus[cpu].idle = t;
    trace_hook_cpu(cpu, &t->trace); /* placeholder until threads run */
}

static void boot_services(void)
{
    TRACE_BLOCK_SCOPED(boot_services_tb);
    if (clock_stopped()) {
        printf("clock: the board's counter doesn't run, so all times are 0; check counter in board.c\n");
    }
    run_hooks(INIT_SERVICES);
}

static void boot_app(void)
{
    TRACE_BLOCK_SCOPED(boot_app_tb);
    run_hooks(INIT_APP);
}

static void main_entry(void *arg)
{
    (void)arg;
    smp_start();
    boot_services();
    run_hooks(INIT_SCRIPT);
    boot_app();
    thread_exit(main());
}

static void boot_drivers(void)
{
    TRACE_BLOCK_SCOPED(boot_drivers_tb);
    irqctl_init();
    run_hooks(INIT_DRIVERS);
}

static void check_ids(void)
{
#if CONFIG_TRACE_EVENTS
    if (trace_events_beyond() != 0) {
        panic("boot: CONFIG_TRACE_IDS, %d, is too small by %u: the events above it could not be recorded",
              CONFIG_TRACE_IDS, trace_events_beyond());
    }
    if (trace_ticks_are_too_rare()) {
        panic("boot: ticks are more than 2^20 cycles apart, which needs CONFIG_TRACE_RARE_TICKS");
    }
#endif
}

static void boot_kernel(void)
{
    const struct thread_attr attr = {
        .name = "main",
        .entry = main_entry,
        .priority = CONFIG_MAIN_PRIORITY,
        .affinity = 1, /* smp_start() allows all CPUs later */
        .stack = main_stack,
        .stack_bytes = sizeof main_stack,
    };

    TRACE_BLOCK_SCOPED(boot_kernel_tb);
    check_ids();
    tick_init();
    smp_init();
    if (thread_create(&main_thread, &attr) != 0) {
        panic("boot: CONFIG_MAIN_PRIORITY %d or CONFIG_MAIN_STACK_BYTES %d is out of range",
              CONFIG_MAIN_PRIORITY, CONFIG_MAIN_STACK_BYTES);
    }
    run_hooks(INIT_KERNEL);
}

static void boot_first_cpu(void)
{
    irq_stacks_prepare();
    sched_init();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        idle_create(cpu);
    }
    board_early_init();
    clock_init();
    trace_hook_boot();
    boot_drivers();
    boot_kernel();
}

_Noreturn void hal_on_boot(void)
{
    if (CONFIG_CPUS > 1 && hal_cpu_id() != 0) {
        smp_init_cpu();
        hal_switch_start();
    }
    boot_first_cpu();
    hal_switch_start();
}
