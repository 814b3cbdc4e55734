/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, lines and gates: ST RM0090, 2.3, 7.3 and 12.2; QEMU hw/arm/stm32f405_soc.c. */
#include <drivers/board.h>

#define IRQ(n)    (16 + (n))
#define REG(a)    (*(volatile uint32_t *)(a))
#define SYSCLK_HZ 168000000
#define UART_HZ   16000000   /* the internal oscillator, which is selected after reset */
#define TIM_HZ    1000000000 /* in QEMU; at most 84 MHz on hardware */

static struct serial_state usart1_state, usart2_state;
static const struct serial usart1 = {&serial_stm32, 0x40011000, UART_HZ, IRQ(37), IRQ(37), &usart1_state};
static const struct serial usart2 = {&serial_stm32, 0x40004400, UART_HZ, IRQ(38), IRQ(38), &usart2_state};
static const struct timer_dev systick = {&timer_systick, 0, SYSCLK_HZ, 15};
static const struct counter tim2 = {counter_stm32_start, 0x40000000, TIM_HZ};

const struct board board = {
    .name = BOARD,
    .console = &usart1,
    .trace = &usart2,
    .tick = &systick,
    .counter = &tim2,
    .spare_lines = {IRQ(80), IRQ(81), IRQ(79)},
};

void board_early_init(void)
{
    REG(0x40023840) |= 1u << 17 | 1u << 0; /* RCC_APB1ENR: USART2, TIM2 */
    REG(0x40023844) |= 1u << 4;            /* RCC_APB2ENR: USART1 */
}
