/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and lines: NXP IMX6ULRM, 2 and 3.2; QEMU include/hw/arm/fsl-imx6ul.h. */
#include <drivers/board.h>
#include <drivers/irqctl.h>

#define SPI(n)  (32 + (n))
#define PPI(n)  (16 + (n))
#define UART_HZ 80000000

static struct serial_state uart1_state, uart2_state;
static const struct serial uart1 = {&serial_imx, 0x02020000, UART_HZ, SPI(26), SPI(26), &uart1_state};
static const struct serial uart2 = {&serial_imx, 0x021E8000, UART_HZ, SPI(27), SPI(27), &uart2_state};
static const struct timer_dev virtual_timer = {&timer_generic, 0, 0, PPI(11)};
static const struct timer_dev physical_timer = {&timer_generic_phys, 0, 0, PPI(13)}; /* the secure timer */
static const struct counter virtual_count = {counter_generic_start, 0, 0};

const struct irqctl_at board_irqctl = {.lines = 0x00A01000, .cpu = 0x00A02000};
const uintptr_t board_power = 0x020BC000; /* WDOG1 */

const struct board board = {
    .name = BOARD,
    .console = &uart1,
    .trace = &uart2,
    .tick = &virtual_timer,
    .counter = &virtual_count,
    .spare_timer = &physical_timer,
    .spare_lines = {SPI(100), SPI(101), SPI(102)},
};
