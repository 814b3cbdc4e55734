/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, secure aliases, and lines: Arm DAI0547, "Memory map" and "Interrupt map"; QEMU hw/arm/mps2-tz.c,
 * armsse.c. */
#include <drivers/board.h>

#define IRQ(n)      (16 + (n))
#define SYSCLK_HZ   32000000
#define APB_HZ      25000000
#define FPGAIO_HZ   20000000
#define SSE_COUNTER 0x58100000

static struct serial_state uart0_state, uart1_state;
static const struct serial uart0 = {&serial_cmsdk, 0x59303000, APB_HZ, IRQ(33), IRQ(34), &uart0_state};
static const struct serial uart1 = {&serial_cmsdk, 0x59304000, APB_HZ, IRQ(35), IRQ(36), &uart1_state};
static const struct timer_dev systick = {&timer_systick, 0, SYSCLK_HZ, 15};
static const struct timer_dev timer0 = {&timer_sse, 0x58000000, SYSCLK_HZ, IRQ(3)};
static const struct counter fpgaio = {counter_fixed_start, 0, FPGAIO_HZ};

const struct board board = {
    BOARD, &uart0, &uart1, &systick, &fpgaio, &timer0, {IRQ(110), IRQ(111), IRQ(112)}};

void board_early_init(void)
{
    *(volatile uint32_t *)SSE_COUNTER = 1; /* CNTCR.EN: start the counter of the SSE timers */
}
