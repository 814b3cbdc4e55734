/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SysTick as a free-running 24-bit down-counter, for boards that use another timer for the tick and have no
 * better counter (Armv7-M ARM, B3.3). With CYCLES_ADDRESS=0xE000E018u CYCLES_DOWN=1 a board reads it
 * inline. Otherwise this driver reads it.
 */
#include <drivers/counter.h>
#include <hal/cycles.h>

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

#define CSR_ENABLE    (1u << 0)
#define CSR_CLKSOURCE (1u << 2) /* the core's clock */
#define COUNT_MAX     0xFFFFFFu

uint32_t counter_systick_start(const struct counter *c)
{
    SYST_CSR = 0;
    SYST_RVR = COUNT_MAX;
    SYST_CVR = 0;
    SYST_CSR = CSR_ENABLE | CSR_CLKSOURCE;
    return c->clock_hz;
}

#if !CONFIG_CYCLES_ADDRESS
uint32_t hal_cycles_read(void)
{
    return COUNT_MAX - SYST_CVR;
}
#endif
