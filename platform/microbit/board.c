/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses and lines: nRF51 Reference Manual 3.0, "Instantiation". The interrupt number of a peripheral is
 * bits 12 to 16 of its base address.
 */
#include <drivers/board.h>

#define LINE(base) (16 + ((base) >> 12 & 0x1F))
#define UART       0x40002000
#define TIMER0     0x40008000 /* the only 32-bit timer */
#define TIMER1     0x40009000
#define TIMER2     0x4000A000
#define SWI0       0x40014000 /* software interrupts: lines without a device */

static struct serial_state uart_state;
static const struct serial uart = {&serial_nrf51, UART, 0, LINE(UART), LINE(UART), &uart_state};
static const struct timer_dev timer1 = {&timer_nrf51, TIMER1, 16000000, LINE(TIMER1)};
static const struct timer_dev timer2 = {&timer_nrf51, TIMER2, 16000000, LINE(TIMER2)};
static const struct counter timer0 = {counter_nrf51_start, TIMER0, 16000000};

const struct board board = {
    .name = BOARD,
    .console = &uart,
    .tick = &timer1,
    .counter = &timer0,
    .spare_timer = &timer2,
    .spare_lines = {LINE(SWI0), LINE(SWI0 + 0x1000), LINE(SWI0 + 0x2000)},
};
