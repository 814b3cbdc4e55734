/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stellaris general-purpose timer module as one 32-bit timer (Texas Instruments, LM3S6965 data
 * sheet, "General-Purpose Timers"; QEMU hw/timer/stellaris-gptm.c).
 */
#include <drivers/timer.h>

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define CFG(t)         REG(t, 0x00)
#define TAMR(t)        REG(t, 0x04)
#define CTL(t)         REG(t, 0x0C)
#define IMR(t)         REG(t, 0x18)
#define ICR(t)         REG(t, 0x24)
#define TAILR(t)       REG(t, 0x28)

#define CFG_32BIT     0u
#define TAMR_ONE_SHOT 1u
#define TAMR_PERIODIC 2u
#define CTL_TAEN      1u
#define INT_TATO      1u

static void run(const struct timer_dev *t, uint32_t hz, uint32_t mode)
{
    CTL(t) = 0;
    CFG(t) = CFG_32BIT;
    TAMR(t) = mode;
    TAILR(t) = t->clock_hz / hz - 1;
    ICR(t) = INT_TATO;
    IMR(t) = INT_TATO;
    CTL(t) = CTL_TAEN;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, TAMR_PERIODIC);
}

static void once(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, TAMR_ONE_SHOT);
}

static void ack(const struct timer_dev *t)
{
    ICR(t) = INT_TATO;
}

static void stop(const struct timer_dev *t)
{
    CTL(t) = 0;
    ICR(t) = INT_TATO;
}

const struct timer_ops timer_gptm = {start, ack, stop, once};
