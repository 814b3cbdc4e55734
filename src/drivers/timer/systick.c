/* SPDX-License-Identifier: BSD-2-Clause */
/* SysTick as the periodic tick (Armv7-M ARM, B3.3). */
#include <drivers/timer.h>

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

#define CSR_ENABLE    (1u << 0)
#define CSR_TICKINT   (1u << 1)
#define CSR_CLKSOURCE (1u << 2) /* the core's clock */

static void start(const struct timer_dev *t, uint32_t hz)
{
    SYST_CSR = 0;
    SYST_RVR = t->clock_hz / hz - 1;
    SYST_CVR = 0;
    SYST_CSR = CSR_ENABLE | CSR_TICKINT | CSR_CLKSOURCE;
}

static void ack(const struct timer_dev *t)
{
    (void)t; /* taking the exception clears the interrupt */
}

static void stop(const struct timer_dev *t)
{
    (void)t;
    SYST_CSR = 0;
}

const struct timer_ops timer_systick = {start, ack, stop, start, .longest_cycles = 1u << 24};
