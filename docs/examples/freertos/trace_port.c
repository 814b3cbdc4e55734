/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's port to FreeRTOS: a context for each task, found through its thread-local storage pointer,
 * and one for each level of interrupts. Every change of the running context happens with interrupts masked
 * for a few instructions, so that an interrupt finds either the old or the new and no time is counted twice.
 */
#include <stddef.h>
#include <FreeRTOS.h>
#include <task.h>
#include <profiler/port.h>

/** How deep interrupts nest: the preemption levels in use. */
#ifndef TRACE_PORT_ISR_LEVELS
#define TRACE_PORT_ISR_LEVELS 8
#endif

struct trace_context trace_port_boot = {
    .top = trace_port_boot.open,
    .limit = trace_port_boot.open + CONFIG_TRACE_DEPTH,
};

/* Shared by the tasks that found the pool empty. Blocks they have open at a switch count as never left. */
static struct trace_context shared_context;

static struct task_context {
    struct trace_context trace;
    void *task; /* NULL: free */
} task_contexts[TRACE_PORT_TASKS];

static struct trace_context isr_contexts[TRACE_PORT_ISR_LEVELS];
static unsigned isr_depth;

uint32_t port_cycles_hz(void)
{
    return configCPU_CLOCK_HZ;
}

#ifdef __arm__
/* Armv7-M ARM: DEMCR, C1.6.5; DWT_CTRL, C1.8.7; DWT_LAR as of CoreSight, which Cortex-M7 has. */
#define DEMCR    (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_LAR  (*(volatile uint32_t *)0xE0001FB0u)

static void start_counter(void)
{
    DEMCR |= 1u << 24;
    DWT_LAR = 0xC5ACCE55u;
    DWT_CTRL |= 1u;
}
#else
static void start_counter(void)
{
}
#endif

void trace_port_init(void)
{
    start_counter();
    trace_context_init(&shared_context);
    for (unsigned i = 0; i < TRACE_PORT_ISR_LEVELS; i++) {
        trace_context_init(&isr_contexts[i]);
    }
    trace_age_begin();
}

static struct task_context *context_of(void *task)
{
    for (struct task_context *c = task_contexts; c < task_contexts + TRACE_PORT_TASKS; c++) {
        if (c->task == task) {
            return c;
        }
    }
    return NULL;
}

void trace_port_task_created(void *task)
{
    struct task_context *c = context_of(NULL);
    struct trace_context *trace = &shared_context;

    if (c != NULL) {
        c->task = task;
        trace = &c->trace;
        trace_context_init(trace);
    }
    vTaskSetThreadLocalStoragePointer(task, TRACE_PORT_SLOT, trace);
}

void trace_port_task_deleted(void *task)
{
    struct task_context *c = context_of(task);

    if (c != NULL) {
        trace_context_end(&c->trace);
        c->task = NULL;
    }
}

/* Switch to the context `to`; the time of the one before stops here. */
static void go_to(struct trace_context *to)
{
    uint32_t state = port_lock();
    uint32_t now = port_cycles();

    trace_context_suspend(trace_now.context[0], now);
    trace_context_resume(to, now);
    trace_now.context[0] = to;
    port_unlock(state);
}

/* Until another task is in, interrupts steal from trace_port_boot, which no one measures any more. */
void trace_port_switched_out(void)
{
    if (trace_now.context[0] == &shared_context) {
        trace_context_end(&shared_context);
    }
    go_to(&trace_port_boot);
}

void trace_port_switched_in(void *task)
{
    go_to(pvTaskGetThreadLocalStoragePointer(task, TRACE_PORT_SLOT));
}

void trace_port_isr_enter(void)
{
    uint32_t state = port_lock();

    if (isr_depth < TRACE_PORT_ISR_LEVELS) {
        isr_contexts[isr_depth].interrupted = trace_now.context[0];
        trace_context_suspend(trace_now.context[0], port_cycles());
        trace_now.context[0] = &isr_contexts[isr_depth];
    }
    isr_depth++;
    port_unlock(state);
}

void trace_port_isr_leave(void)
{
    if (isr_depth <= TRACE_PORT_ISR_LEVELS) {
        trace_context_end(trace_now.context[0]);
    }
    uint32_t state = port_lock();

    isr_depth--;
    if (isr_depth < TRACE_PORT_ISR_LEVELS) {
        trace_now.context[0] = isr_contexts[isr_depth].interrupted;
        trace_context_resume(trace_now.context[0], port_cycles());
    }
    port_unlock(state);
}

void trace_port_tick(void)
{
    trace_age_upkeep();
}

static TickType_t sleep_ticks;
static uint32_t sleep_cycles;

void trace_port_sleep_begin(void)
{
    sleep_ticks = xTaskGetTickCount();
    sleep_cycles = port_cycles();
}

/* The ticks of a sleep came from another timer. Add to the counter the time that it missed, if more than a
 * tick. */
void trace_port_sleep_end(void)
{
    uint32_t cycles_per_tick = configCPU_CLOCK_HZ / configTICK_RATE_HZ;
    uint32_t passed = (uint32_t)(xTaskGetTickCount() - sleep_ticks) * cycles_per_tick;
    uint32_t state = port_lock();
    uint32_t counted = port_cycles() - sleep_cycles;

    if (passed > counted && passed - counted > cycles_per_tick) {
        TRACE_PORT_CYCLES += passed - counted;
    }
    port_unlock(state);
    trace_age_upkeep();
}
