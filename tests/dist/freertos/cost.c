/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions taken by the kernel's trace macros, measured by MPS2's counter: under QEMU's -icount an
 * instruction takes 1 ns. */
#include <FreeRTOS.h>
#include <task.h>
#include "cost.h"

#if CONFIG_CYCLES_ADDRESS

#define TIMES 1000
#define NS    40 /* a tick of the counter */

static uint32_t now(void)
{
    return *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
}

/* As any handler that calls a function. */
static void handler(void)
{
    __asm__ volatile("" ::: "lr");
}

/* As vTaskSwitchContext(). A switch from the running task to itself would not be a switch, so two tasks
 * alternate. */
static TaskHandle_t turns[2];

static void choose(void)
{
    static unsigned n;

    pxCurrentTCB = turns[n++ & 1];
}

static void switch_traced(void)
{
    traceTASK_SWITCHED_OUT();
    choose();
    traceTASK_SWITCHED_IN();
}

static void interrupt_traced(void)
{
    traceISR_ENTER();
    traceISR_EXIT();
}

static uint32_t per_call(void (*function)(void))
{
    uint32_t begin = now();

    for (unsigned n = 0; n < TIMES; n++) {
        function();
    }
    return (now() - begin) * NS / TIMES;
}

uint32_t cost_of_switch(TaskHandle_t other)
{
    TaskHandle_t self = pxCurrentTCB;
    uint32_t instructions;

    turns[0] = other;
    turns[1] = self;
    __asm__ volatile("cpsid i" ::: "memory");
    instructions = per_call(switch_traced) - per_call(choose);
    __asm__ volatile("cpsie i" ::: "memory");
    return instructions;
}

uint32_t cost_of_interrupt(void)
{
    uint32_t instructions;

    __asm__ volatile("cpsid i" ::: "memory");
    instructions = per_call(interrupt_traced) - per_call(handler);
    __asm__ volatile("cpsie i" ::: "memory");
    return instructions;
}

#else

uint32_t cost_of_switch(TaskHandle_t other)
{
    (void)other;
    return 0;
}

uint32_t cost_of_interrupt(void)
{
    return 0;
}

#endif
