/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: Arm DUI0225, 4.1 "Memory map" and 4.10 "Interrupts"; QEMU hw/arm/versatilepb.c. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <drivers/power.h>

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_pl011, 0x101F1000, 24000000, 12, 12, &uart0_state};
static struct serial_state uart1_state;
static const struct serial uart1 = {&serial_pl011, 0x101F2000, 24000000, 13, 13, &uart1_state};

/* Both timers of a module share its line, so only one of each module is used. */
static const struct timer_dev timer0 = {&timer_sp804, 0x101E2000, 1000000, 4};
static const struct timer_dev timer2 = {&timer_sp804, 0x101E3000, 1000000, 5};
static const struct counter counter_24mhz = {counter_fixed_start, 0, 24000000};

const struct irqctl_at board_irqctl = {.lines = 0x10140000};
const uintptr_t board_power = 0x10000000;

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &timer0,
    .counter = &counter_24mhz,
    .spare_timer = &timer2,
    .spare_lines = {1, 2, 3},
};
