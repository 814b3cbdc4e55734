/* SPDX-License-Identifier: BSD-2-Clause */
/* 2 ms at 25 MHz with interrupts masked by TX_DISABLE, and another pair in it. */
#include <tx_api.h>
#include "../freertos/masked.h"

static void spin(uint32_t cycles)
{
    uint32_t begin = *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;

    while (*(volatile uint32_t *)CONFIG_CYCLES_ADDRESS - begin < cycles) {
    }
}

static void nested(void)
{
    TX_INTERRUPT_SAVE_AREA

    TX_DISABLE
    TX_RESTORE
}

void __attribute__((noinline)) masked_hold(void)
{
    TX_INTERRUPT_SAVE_AREA

    TX_DISABLE
    spin(25000);
    nested();
    spin(25000);
    TX_RESTORE
}
