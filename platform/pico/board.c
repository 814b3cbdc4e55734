/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Raspberry Pi, RP2040 Datasheet, 2.2 and 2.3.2. Interrupts 26 to 31 have no device. */
#include <drivers/board.h>
#include <drivers/clock_tree.h>

#define IRQ(n)    (16 + (n))
#define SYSCLK_HZ 125000000
#define TIMER_HZ  1000000
#define TIMER     0x40054000

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_pl011, 0x40034000, SYSCLK_HZ, IRQ(20), IRQ(20), &uart0_state};
static const struct serial uart1 = {&serial_pl011, 0x40038000, SYSCLK_HZ, IRQ(21), IRQ(21), &uart1_state};
static const struct timer_dev alarm0 = {&timer_rp2040, TIMER, TIMER_HZ, IRQ(0)};
static const struct timer_dev alarm1 = {&timer_rp2040, TIMER, TIMER_HZ, IRQ(1)};
static const struct counter systick = {counter_systick_start, 0, SYSCLK_HZ};

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &alarm0,
    .counter = &systick,
    .spare_timer = &alarm1,
    .spare_lines = {IRQ(26), IRQ(27), IRQ(28)},
};

void board_early_init(void)
{
    clock_rp2040_start();
}
