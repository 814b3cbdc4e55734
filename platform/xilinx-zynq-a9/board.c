/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: AMD UG585, 4 and 7.2.3; QEMU hw/arm/xilinx_zynq.c. */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define PERIPH    0xF8F00000
#define PERIPH_HZ 100000000 /* 10 ns per tick, QEMU hw/timer/arm_mptimer.c */
#define UART_HZ   50000000

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_cadence, 0xE0000000, UART_HZ, 59, 59, &uart0_state};
static const struct serial uart1 = {&serial_cadence, 0xE0001000, UART_HZ, 82, 82, &uart1_state};
static const struct timer_dev timer = {&timer_a9, PERIPH + 0x600, PERIPH_HZ, 29};
static const struct timer_dev watchdog = {&timer_a9, PERIPH + 0x620, PERIPH_HZ, 30};
static const struct counter global_timer = {counter_a9_start, PERIPH + 0x200, PERIPH_HZ};

const struct irqctl_at board_irqctl = {.lines = PERIPH + 0x1000, .cpu = PERIPH + 0x100};
const uintptr_t board_power = 0xF8000000; /* SLCR */

/* The spare lines belong to the FPGA. */
const struct board board = {BOARD, &uart0, &uart1, &timer, &global_timer, &watchdog, {61, 62, 63}};
