/* SPDX-License-Identifier: BSD-2-Clause */
/* A critical section of 2 ms with another one in it. */
#include <FreeRTOS.h>
#include <task.h>
#include "../loop/product.h"
#include "masked.h"

static void spin(uint32_t cycles)
{
    uint32_t begin = *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;

    while (*(volatile uint32_t *)CONFIG_CYCLES_ADDRESS - begin < cycles) {
    }
}

void __attribute__((noinline)) masked_hold(void)
{
    taskENTER_CRITICAL();
    spin(configCPU_CLOCK_HZ / 1000);
    taskENTER_CRITICAL();
    taskEXIT_CRITICAL();
    spin(configCPU_CLOCK_HZ / 1000);
    taskEXIT_CRITICAL();
}
