/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * USART of STM32F1, F2 and F4 (ST RM0090, 30; QEMU hw/char/stm32f2xx_usart.c). One interrupt line serves
 * both directions.
 */
#include <drivers/irqctl.h>
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define SR(s)          REG(s, 0x00)
#define DR(s)          REG(s, 0x04)
#define BRR(s)         REG(s, 0x08)
#define CR1(s)         REG(s, 0x0C)

#define SR_RXNE    (1u << 5)
#define SR_TXE     (1u << 7)
#define CR1_RE     (1u << 2)
#define CR1_TE     (1u << 3)
#define CR1_RXNEIE (1u << 5)
#define CR1_TXEIE  (1u << 7)
#define CR1_UE     (1u << 13)
#define CR1_ON     (CR1_UE | CR1_TE | CR1_RE | CR1_RXNEIE)

static void open(const struct serial *s, unsigned baud)
{
    CR1(s) = 0;
    BRR(s) = (s->clock_hz + baud / 2) / baud;
    CR1(s) = CR1_ON;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (!(SR(s) & SR_TXE)) {
        return false;
    }
    DR(s) = byte;
    return true;
}

static int get(const struct serial *s)
{
    if (!(SR(s) & SR_RXNE)) {
        return -1;
    }
    return (int)(DR(s) & 0xFF);
}

/* QEMU 7.2 has no transmit interrupt, so one is pended here. On hardware it is spurious and harmless. */
static void tx_irq(const struct serial *s, bool on)
{
    CR1(s) = CR1_ON | (on ? CR1_TXEIE : 0);
    if (on) {
        irqctl_pend(s->tx_line);
    }
}

static void ack(const struct serial *s)
{
    (void)s; /* reads and writes of the data register clear the flags */
}

const struct serial_ops serial_stm32 = {open, put, get, tx_irq, ack, NULL};
