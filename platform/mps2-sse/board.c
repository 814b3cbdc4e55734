/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, secure aliases, and lines: Arm DAI0505 and DAI0521, "Memory map" and "Interrupt map"; QEMU
 * hw/arm/mps2-tz.c. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <drivers/power.h>
#include <hal/cpu.h>

#define IRQ(n)    (16 + (n))
#define SYSCLK_HZ 20000000

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_cmsdk, 0x50200000, SYSCLK_HZ, IRQ(32), IRQ(33), &uart0_state};
static const struct serial uart1 = {&serial_cmsdk, 0x50201000, SYSCLK_HZ, IRQ(34), IRQ(35), &uart1_state};
static const struct timer_dev systick = {&timer_systick, 0, SYSCLK_HZ, 15};
static const struct timer_dev timer0 = {&timer_cmsdk, 0x50000000, SYSCLK_HZ, IRQ(3)};
static const struct counter fpgaio = {counter_fixed_start, 0, SYSCLK_HZ};

/* Used only with two CPUs. */
const struct irqctl_at board_irqctl = {.cpu = 0x50003000};
const uintptr_t board_power = 0x50021000;
const uintptr_t board_cpu_number = 0x5001F000;

const struct board board = {
    .name = BOARD,
    .console = &uart0,
    .trace = &uart1,
    .tick = &systick,
    .counter = &fpgaio,
    .spare_timer = &timer0,
    .spare_lines = {IRQ(100), IRQ(101), IRQ(102)},
};
