/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Broadcom BCM2835 ARM Peripherals, 7.5 and 13.4; QA7, 3.1; QEMU hw/arm/bcm2836.c. */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define PERIPHERALS 0x3F000000
#define LINE(n)     (32 + (n)) /* lines of the peripherals, after those of the CPU */

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_pl011, PERIPHERALS + 0x201000, 48000000, LINE(57), LINE(57),
                                    &uart0_state};
static const struct timer_dev virtual_timer = {&timer_generic, 0, 0, 16 + 3};
static const struct timer_dev physical_timer = {&timer_generic_phys, 0, 0, 16 + 0}; /* the secure timer */
static const struct counter virtual_count = {counter_generic_start, 0, 0};

const struct irqctl_at board_irqctl = {.lines = PERIPHERALS + 0xB200, .cpu = 0x40000000};
const uintptr_t board_power = PERIPHERALS + 0x100000;

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .tick = &virtual_timer,
    .counter = &virtual_count,
    .spare_timer = &physical_timer,
    .spare_lines = {12, 13, 14},
};
