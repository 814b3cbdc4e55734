/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses and lines: Arm DAI0385, "Memory map" and "Interrupt map", which DAI0386 and DAI0400 share; QEMU
 * hw/arm/mps2.c.
 */
#include <drivers/board.h>

#define IRQ(n)    (16 + (n))
#define SYSCLK_HZ 25000000

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_cmsdk, 0x40004000, SYSCLK_HZ, IRQ(0), IRQ(1), &uart0_state};
static struct serial_state uart1_state;
static const struct serial uart1 = {&serial_cmsdk, 0x40005000, SYSCLK_HZ, IRQ(2), IRQ(3), &uart1_state};

static const struct ethernet lan = {
    &ethernet_lan9118, CONFIG_ETHERNET_ADDRESS, {0x52, 0x54, 0, 0x12, 0x34, 0x56}};

static const struct timer_dev systick = {&timer_systick, 0, SYSCLK_HZ, 15};
static const struct timer_dev timer0 = {&timer_cmsdk, 0x40000000, SYSCLK_HZ, IRQ(8)};
static const struct counter fpgaio = {counter_fixed_start, 0, 25000000};

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &systick,
    .counter = &fpgaio,
    .spare_timer = &timer0,
    .ethernet = &lan,
    .spare_lines = {IRQ(20), IRQ(21), IRQ(22)},
};
