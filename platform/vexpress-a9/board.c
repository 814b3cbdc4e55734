/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Arm DUI0447 (motherboard), DUI0448 (CoreTile), DDI0407, 1.5; QEMU hw/arm/vexpress.c.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define SPI(n)    (32 + (n))
#define PERIPH    0x1E000000
#define PERIPH_HZ 100000000 /* 10 ns per tick, QEMU hw/timer/arm_mptimer.c */

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_pl011, 0x10009000, 24000000, SPI(5), SPI(5), &uart0_state};
static const struct serial uart1 = {&serial_pl011, 0x1000A000, 24000000, SPI(6), SPI(6), &uart1_state};
static const struct timer_dev timer = {&timer_a9, PERIPH + 0x600, PERIPH_HZ, 29};
static const struct timer_dev watchdog = {&timer_a9, PERIPH + 0x620, PERIPH_HZ, 30};
static const struct counter global_timer = {counter_a9_start, PERIPH + 0x200, PERIPH_HZ};

const struct irqctl_at board_irqctl = {.lines = PERIPH + 0x1000, .cpu = PERIPH + 0x100};
const uintptr_t board_power = 0x10000000; /* system registers */

const struct board board = {
    BOARD, &uart0, &uart1, &timer, &global_timer, &watchdog, {SPI(60), SPI(61), SPI(62)}};

void board_early_init(void)
{
    /* SCU control: enable coherency between the caches of the CPUs (DDI0407, 2.2.1). */
    *(volatile uint32_t *)PERIPH |= 1;
}
