/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stellaris system control (Texas Instruments, LM3S6965 data sheet, "System Control: Initialization and
 * Configuration"; QEMU hw/arm/stellaris.c, ssys_write).
 */
#include <drivers/clock_tree.h>

#define REG(base, offset) (*(volatile uint32_t *)((base) + (offset)))
#define RIS(base)         REG(base, 0x050)
#define MISC(base)        REG(base, 0x058)
#define RCC(base)         REG(base, 0x060)

#define RCC_RESET      0x078E3AD1u /* reset value: internal oscillator, PLL off and bypassed */
#define RCC_MOSCDIS    (1u << 0)
#define RCC_OSCSRC     (3u << 4) /* 0 selects the crystal */
#define RCC_XTAL       (0xFu << 6)
#define RCC_XTAL_8MHZ  (0xEu << 6)
#define RCC_BYPASS     (1u << 11)
#define RCC_PLL_OFF    (3u << 12) /* PWRDN, and OEN on early revisions */
#define RCC_USESYSDIV  (1u << 22)
#define RCC_SYSDIV     (0xFu << 23)
#define RCC_SYSDIV_(n) (((n)-1) << 23)
#define INT_PLL_LOCKED (1u << 6)

/* 20 ms at the internal oscillator's 12 MHz and 8 cycles per iteration. */
#define SETTLE_LOOPS 30000

void clock_stellaris_start(uintptr_t base, unsigned divider)
{
    uint32_t rcc = (RCC_RESET & ~(RCC_XTAL | RCC_MOSCDIS)) | RCC_XTAL_8MHZ;

    RCC(base) = rcc;
    for (volatile unsigned loop = 0; loop < SETTLE_LOOPS; loop++) {
    }
    rcc &= ~RCC_OSCSRC;
    RCC(base) = rcc;
    MISC(base) = INT_PLL_LOCKED;
    rcc &= ~RCC_PLL_OFF;
    RCC(base) = rcc;
    rcc = (rcc & ~RCC_SYSDIV) | RCC_SYSDIV_(divider) | RCC_USESYSDIV;
    RCC(base) = rcc;
    while (!(RIS(base) & INT_PLL_LOCKED)) {
    }
    RCC(base) = rcc & ~RCC_BYPASS;
}
