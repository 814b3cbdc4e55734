/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nRF51 UART (nRF51 Reference Manual 3.0, 29; QEMU hw/char/nrf51_uart.c). It signals that a byte was sent,
 * but not whether one is being sent, so the driver keeps track of that.
 */
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define STARTRX(s)     REG(s, 0x000)
#define STARTTX(s)     REG(s, 0x008)
#define RXDRDY(s)      REG(s, 0x108)
#define TXDRDY(s)      REG(s, 0x11C)
#define INTENSET(s)    REG(s, 0x304)
#define INTENCLR(s)    REG(s, 0x308)
#define ENABLE(s)      REG(s, 0x500)
#define PSELTXD(s)     REG(s, 0x50C)
#define PSELRXD(s)     REG(s, 0x514)
#define RXD(s)         REG(s, 0x518)
#define TXD(s)         REG(s, 0x51C)
#define BAUDRATE(s)    REG(s, 0x524)

#define INT_RXDRDY  (1u << 2)
#define INT_TXDRDY  (1u << 7)
#define ENABLE_UART 4

/* micro:bit schematic 1.3: the interface chip's UART is on P0.24 and P0.25. */
#define PIN_TXD 24
#define PIN_RXD 25

/*
 * BAUDRATE is in units of 2^-32 of the 16 MHz clock, in steps of 2^12 (the manual's table, e.g.
 * 0x01D7E000).
 */
static uint32_t baud_code(unsigned baud)
{
    return (uint32_t)(((uint64_t)baud << 32) / 16000000 + 0x800) & ~0xFFFu;
}

static void open(const struct serial *s, unsigned baud)
{
    PSELTXD(s) = PIN_TXD;
    PSELRXD(s) = PIN_RXD;
    BAUDRATE(s) = baud_code(baud);
    ENABLE(s) = ENABLE_UART;
    RXDRDY(s) = 0;
    TXDRDY(s) = 0;
    s->state->sending = false;
    STARTTX(s) = 1;
    STARTRX(s) = 1;
    INTENSET(s) = INT_RXDRDY;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (s->state->sending && TXDRDY(s) == 0) {
        return false;
    }
    TXDRDY(s) = 0;
    s->state->sending = true;
    TXD(s) = byte;
    return true;
}

static int get(const struct serial *s)
{
    if (RXDRDY(s) == 0) {
        return -1;
    }
    RXDRDY(s) = 0; /* before the read, which sets the event again if more bytes are available */
    return (int)(RXD(s) & 0xFF);
}

static void tx_irq(const struct serial *s, bool on)
{
    if (on) {
        INTENSET(s) = INT_TXDRDY;
    } else {
        INTENCLR(s) = INT_TXDRDY;
    }
}

static void ack(const struct serial *s)
{
    (void)s; /* get() and put() clear the events that they serve */
}

const struct serial_ops serial_nrf51 = {open, put, get, tx_irq, ack, NULL};
