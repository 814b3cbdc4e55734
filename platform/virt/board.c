/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses and lines: QEMU hw/arm/virt.c, base_memmap and a15irqmap. Per-CPU lines: include/hw/arm/virt.h.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define SPI(n) (32 + (n))
#define PPI(n) (16 + (n))

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_pl011, 0x09000000, 24000000, SPI(1), SPI(1), &uart0_state};

static const struct timer_dev virtual_timer = {&timer_generic, 0, 0, PPI(11)};
static const struct timer_dev physical_timer = {&timer_generic_phys, 0, 0, PPI(14)};
static const struct counter virtual_count = {counter_generic_start, 0, 0};

const struct irqctl_at board_irqctl = {.lines = 0x08000000, .cpu = 0x08010000};

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .tick = &virtual_timer,
    .counter = &virtual_count,
    .spare_timer = &physical_timer,
    .spare_lines = {SPI(100), SPI(101), SPI(102)},
};
