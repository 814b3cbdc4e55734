/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: QEMU hw/riscv/virt.c, virt_memmap; include/hw/riscv/virt.h. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <drivers/power.h>

#define CLINT   0x02000000
#define PLIC(n) (32 + (n)) /* PLIC sources, after the CPU's own lines */

static struct serial_state uart0_state;
static const struct serial uart0 = {&serial_uart16550, 0x10000000, 3686400, PLIC(10), PLIC(10), &uart0_state};

static const struct timer_dev machine_timer = {&timer_clint, CLINT, 10000000, 7};
static const struct timer_dev rtc = {&timer_goldfish, 0x00101000, 1000000000, PLIC(11)};
static const struct counter mtime = {counter_fixed_start, 0, 10000000};

const struct irqctl_at board_irqctl = {.lines = 0x0C000000, .cpu = CLINT};
const uintptr_t board_power = 0x00100000;

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .tick = &machine_timer,
    .counter = &mtime,
    .spare_timer = &rtc,
    .spare_lines = {16, 17, 18},
};
