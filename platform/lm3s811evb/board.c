/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Texas Instruments, LM3S811 data sheet; QEMU hw/arm/stellaris.c. */
#include <stddef.h>
#include <drivers/board.h>
#include <drivers/clock_tree.h>
#define IRQ(n)    (16 + (n))
#define SYSCLK_HZ 50000000
#define REG(a)    (*(volatile uint32_t *)(a))

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_pl011, 0x4000C000, SYSCLK_HZ, IRQ(5), IRQ(5), &uart0_state};
static const struct timer_dev timer0 = {&timer_gptm, 0x40030000, SYSCLK_HZ, IRQ(19)};
static const struct timer_dev timer1 = {&timer_gptm, 0x40031000, SYSCLK_HZ, IRQ(21)};
static const struct counter systick = {counter_systick_start, 0, SYSCLK_HZ};
/* The spare lines belong to the PWM, which isn't used. */
const struct board board = {BOARD, &uart0, NULL, &timer0, &systick, &timer1, {IRQ(10), IRQ(11), IRQ(12)}};

void board_early_init(void)
{
    clock_stellaris_start(0x400FE000, 200000000 / SYSCLK_HZ);
    REG(0x400FE104) |= 3u << 16 | 1u << 0; /* RCGC1: TIMER0, TIMER1, UART0 */
    REG(0x400FE108) |= 1u << 0;            /* RCGC2: GPIO A */
    REG(0x40004420) |= 3u << 0;            /* AFSEL and DEN of A0, A1: UART0 */
    REG(0x4000451C) |= 3u << 0;
}
