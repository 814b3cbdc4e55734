/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Arm DUI0447 (motherboard), DUI0604 (CoreTile), "Memory map" and "Interrupts"; QEMU
 * hw/arm/vexpress.c. */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define SPI(n) (32 + (n))
#define PPI(n) (16 + (n))

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_pl011, 0x1C090000, 24000000, SPI(5), SPI(5), &uart0_state};
static const struct serial uart1 = {&serial_pl011, 0x1C0A0000, 24000000, SPI(6), SPI(6), &uart1_state};
static const struct timer_dev virtual_timer = {&timer_generic, 0, 0, PPI(11)};
static const struct timer_dev physical_timer = {&timer_generic_phys, 0, 0, PPI(13)}; /* the secure timer */
static const struct counter virtual_count = {counter_generic_start, 0, 0};

const struct irqctl_at board_irqctl = {.lines = 0x2C001000, .cpu = 0x2C002000};
const uintptr_t board_power = 0x1C010000; /* system registers */

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &virtual_timer,
    .counter = &virtual_count,
    .spare_timer = &physical_timer,
    .spare_lines = {SPI(60), SPI(61), SPI(62)},
};
