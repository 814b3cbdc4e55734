/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * UART of NXP's i.MX family (IMX6ULRM, 55.15; QEMU hw/char/imx_serial.c). One interrupt line serves both
 * directions.
 */
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define URXD(s)        REG(s, 0x00)
#define UTXD(s)        REG(s, 0x40)
#define UCR1(s)        REG(s, 0x80)
#define UCR2(s)        REG(s, 0x84)
#define UCR3(s)        REG(s, 0x88)
#define UFCR(s)        REG(s, 0x90)
#define USR1(s)        REG(s, 0x94)
#define UBIR(s)        REG(s, 0xA4)
#define UBMR(s)        REG(s, 0xA8)

#define UCR1_UARTEN (1u << 0)
#define UCR1_RRDYEN (1u << 9)
#define UCR1_TRDYEN (1u << 13)
#define UCR2_SRST   (1u << 0) /* 0 resets the UART */
#define UCR2_RXEN   (1u << 1)
#define UCR2_TXEN   (1u << 2)
#define UCR2_8BIT   (1u << 5)
#define UCR2_IRTS   (1u << 14) /* ignore flow control */
#define UCR3_RXDMUX (1u << 2)  /* "always set", by the manual */
/* Interrupt on room for 30 bytes or 1 received byte; clock undivided. */
#define UFCR_TRIGGER (2u << 10 | 5u << 7 | 1u)
#define USR1_TRDY    (1u << 13)
#define URXD_READY   (1u << 15)

static void open(const struct serial *s, unsigned baud)
{
    UCR1(s) = 0;
    UCR2(s) = UCR2_SRST | UCR2_RXEN | UCR2_TXEN | UCR2_8BIT | UCR2_IRTS;
    UCR3(s) = UCR3_RXDMUX;
    UFCR(s) = UFCR_TRIGGER;
    /* baud = clock / 16 * (UBIR + 1) / (UBMR + 1). UBIR must be written first. */
    UBIR(s) = 16 * (baud / 100) - 1;
    UBMR(s) = s->clock_hz / 100 - 1;
    UCR1(s) = UCR1_UARTEN | UCR1_RRDYEN;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (!(USR1(s) & USR1_TRDY)) {
        return false;
    }
    UTXD(s) = byte;
    return true;
}

static int get(const struct serial *s)
{
    uint32_t received = URXD(s);

    return received & URXD_READY ? (int)(received & 0xFF) : -1;
}

static void tx_irq(const struct serial *s, bool on)
{
    UCR1(s) = UCR1_UARTEN | UCR1_RRDYEN | (on ? UCR1_TRDYEN : 0);
}

static void ack(const struct serial *s)
{
    (void)s; /* the interrupts are levels */
}

const struct serial_ops serial_imx = {open, put, get, tx_irq, ack, NULL};
