/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, secure aliases, and lines: Arm 101312, "Memory map" and "Interrupts"; QEMU hw/arm/musca.c,
 * armsse.c. */
#include <drivers/board.h>

#define IRQ(n)    (16 + (n))
#define SYSCLK_HZ 40000000

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_pl011, 0x50105000, SYSCLK_HZ, IRQ(44), IRQ(44), &uart0_state};
static const struct serial uart1 = {&serial_pl011, 0x50106000, SYSCLK_HZ, IRQ(50), IRQ(50), &uart1_state};
static const struct timer_dev timer0 = {&timer_cmsdk, 0x50000000, SYSCLK_HZ, IRQ(3)};
static const struct timer_dev timer1 = {&timer_cmsdk, 0x50001000, SYSCLK_HZ, IRQ(4)};
static const struct counter systick = {counter_systick_start, 0, SYSCLK_HZ};

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &timer0,
    .counter = &systick,
    .spare_timer = &timer1,
    .spare_lines = {IRQ(100), IRQ(101), IRQ(102)},
};
