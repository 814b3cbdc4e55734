/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RP2040 start-up: resets, clocks, crystal, PLL, pins, and the timer's microsecond tick (RP2040 Datasheet,
 * 2.14 to 2.19 and 4.7).
 */
#include <drivers/clock_tree.h>

#define REG(address) (*(volatile uint32_t *)(address))

#define RESETS_RESET_CLEAR REG(0x4000F000u)
#define RESETS_DONE        REG(0x4000C008u)
#define XOSC_CTRL          REG(0x40024000u)
#define XOSC_STATUS        REG(0x40024004u)
#define XOSC_STARTUP       REG(0x4002400Cu)
#define PLL_SYS_CS         REG(0x40028000u)
#define PLL_SYS_PWR_CLEAR  REG(0x4002B004u)
#define PLL_SYS_FBDIV      REG(0x40028008u)
#define PLL_SYS_PRIM       REG(0x4002800Cu)
#define CLK_REF_CTRL       REG(0x40008030u)
#define CLK_REF_SELECTED   REG(0x40008038u)
#define CLK_SYS_CTRL       REG(0x4000803Cu)
#define CLK_SYS_SELECTED   REG(0x40008044u)
#define CLK_PERI_CTRL      REG(0x40008048u)
#define WATCHDOG_TICK      REG(0x4005802Cu)
#define GPIO_CTRL(pin)     REG(0x40014004u + 8 * (pin))

#define RESET_IO_BANK0   (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PLL_SYS    (1u << 12)
#define RESET_TIMER      (1u << 21)
#define RESET_UART0      (1u << 22)
#define RESET_UART1      (1u << 23)
#define XOSC_1_TO_15_MHZ 0xAA0u
#define XOSC_ENABLE      (0xFABu << 12)
#define XOSC_STABLE      (1u << 31)
#define XOSC_1_MS        47u /* in units of 256 cycles at 12 MHz */
#define PLL_LOCK         (1u << 31)
#define PLL_PD           (1u << 0)
#define PLL_POSTDIVPD    (1u << 3)
#define PLL_VCOPD        (1u << 5)
#define REF_XOSC         2u
#define SYS_AUX          1u /* auxiliary source; its default is the PLL */
#define PERI_ENABLE      (1u << 11)
#define TICK_ENABLE      (1u << 9)
#define FUNCTION_UART    2u

static void leave_reset(uint32_t blocks)
{
    RESETS_RESET_CLEAR = blocks;
    while ((RESETS_DONE & blocks) != blocks) {
    }
}

/* PLL output: 12 MHz * 125 / 6 / 2 = 125 MHz. */
static void start_pll(void)
{
    leave_reset(RESET_PLL_SYS);
    PLL_SYS_CS = 1;
    PLL_SYS_FBDIV = 125;
    PLL_SYS_PWR_CLEAR = PLL_PD | PLL_VCOPD;
    while (!(PLL_SYS_CS & PLL_LOCK)) {
    }
    PLL_SYS_PRIM = 6u << 16 | 2u << 12;
    PLL_SYS_PWR_CLEAR = PLL_POSTDIVPD;
}

void clock_rp2040_start(void)
{
    /* After a reset of only the core, the PLL still drives the system clock. */
    CLK_SYS_CTRL = 0;
    while (!(CLK_SYS_SELECTED & 1u << 0)) {
    }
    XOSC_STARTUP = XOSC_1_MS;
    XOSC_CTRL = XOSC_ENABLE | XOSC_1_TO_15_MHZ;
    while (!(XOSC_STATUS & XOSC_STABLE)) {
    }
    CLK_REF_CTRL = REF_XOSC;
    while (!(CLK_REF_SELECTED & 1u << REF_XOSC)) {
    }
    start_pll();
    CLK_SYS_CTRL = SYS_AUX;
    while (!(CLK_SYS_SELECTED & 1u << SYS_AUX)) {
    }
    CLK_PERI_CTRL = PERI_ENABLE;
    WATCHDOG_TICK = TICK_ENABLE | 12;
    leave_reset(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_TIMER | RESET_UART0 | RESET_UART1);
    for (unsigned pin = 0; pin < 6; pin++) {
        if (pin < 2 || pin > 3) { /* TX and RX of UART0 and UART1 */
            GPIO_CTRL(pin) = FUNCTION_UART;
        }
    }
}
