/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PL011 UART (Arm DDI0183G, 3.3; QEMU hw/char/pl011.c). One interrupt line serves both directions. The
 * FIFOs hold 16 bytes; the receive timeout reports bytes below the trigger level.
 */
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define DR(s)          REG(s, 0x00)
#define FR(s)          REG(s, 0x18)
#define IBRD(s)        REG(s, 0x24)
#define FBRD(s)        REG(s, 0x28)
#define LCR_H(s)       REG(s, 0x2C)
#define CR(s)          REG(s, 0x30)
#define IFLS(s)        REG(s, 0x34)
#define IMSC(s)        REG(s, 0x38)
#define ICR(s)         REG(s, 0x44)

#define FR_RXFE    (1u << 4)
#define FR_TXFF    (1u << 5)
#define LCR_H_FEN  (1u << 4)
#define LCR_H_8BIT (3u << 5)
#define CR_UARTEN  (1u << 0)
#define CR_TXE     (1u << 8)
#define CR_RXE     (1u << 9)
#define IFLS_HALF  (2u << 3 | 2u << 0) /* for receive and transmit */
#define INT_RX     (1u << 4)
#define INT_TX     (1u << 5)
#define INT_RT     (1u << 6)
#define INT_ALL    0x7FFu

static void open(const struct serial *s, unsigned baud)
{
    /* The divisor is clock / (16 * baud) with 6 fractional bits (3.3.6), rounded here. */
    uint32_t div = (8 * s->clock_hz / baud + 1) / 2;

    CR(s) = 0;
    /*
     * Must come before the FIFO is enabled, because a byte in the FIFO raises its interrupt only once. If
     * the interrupt were cleared later, the byte would stay there. In QEMU no further byte would raise an
     * interrupt either, because only the first byte does (pl011_put_fifo).
     */
    ICR(s) = INT_ALL;
    IBRD(s) = div >> 6;
    FBRD(s) = div & 0x3F;
    LCR_H(s) = LCR_H_8BIT | LCR_H_FEN;
    IFLS(s) = IFLS_HALF;
    IMSC(s) = INT_RX | INT_RT;
    CR(s) = CR_UARTEN | CR_TXE | CR_RXE;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (FR(s) & FR_TXFF) {
        return false;
    }
    DR(s) = byte;
    return true;
}

static size_t fill(const struct serial *s, const uint8_t *bytes, size_t n)
{
    size_t taken = 0;

    while (taken < n && !(FR(s) & FR_TXFF)) {
        DR(s) = bytes[taken++];
    }
    return taken;
}

static int get(const struct serial *s)
{
    if (FR(s) & FR_RXFE) {
        return -1;
    }
    return (int)(DR(s) & 0xFF);
}

static void tx_irq(const struct serial *s, bool on)
{
    IMSC(s) = INT_RX | INT_RT | (on ? INT_TX : 0);
}

static void ack(const struct serial *s)
{
    ICR(s) = INT_ALL;
}

const struct serial_ops serial_pl011 = {open, put, get, tx_irq, ack, fill};
