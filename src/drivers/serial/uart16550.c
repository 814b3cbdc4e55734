/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 16550 UART with FIFOs and byte-wide registers (TI PC16550D, 8; QEMU hw/char/serial.c). It reports that
 * its transmitter is empty, but not how much room there is.
 */
#include <drivers/serial.h>

#define REG(s, offset)  (*(volatile uint8_t *)((s)->base + (offset)))
#define DATA(s)         REG(s, 0)
#define IER(s)          REG(s, 1)
#define DIVISOR_LOW(s)  REG(s, 0) /* both divisor registers need LCR_DLAB */
#define DIVISOR_HIGH(s) REG(s, 1)
#define IIR(s)          REG(s, 2) /* read-only */
#define FCR(s)          REG(s, 2) /* write-only */
#define LCR(s)          REG(s, 3)
#define MCR(s)          REG(s, 4)
#define LSR(s)          REG(s, 5)

#define IER_RX    (1u << 0)
#define IER_TX    (1u << 1)
#define FCR_ON    0x07u /* enables and clears the FIFOs; an interrupt for each received byte */
#define LCR_8BIT  3u
#define LCR_DLAB  (1u << 7)
#define MCR_OUT2  (1u << 3) /* on PCs it gates the interrupt */
#define LSR_DATA  (1u << 0)
#define LSR_EMPTY (1u << 5)

#define FIFO_BYTES 16

static void open(const struct serial *s, unsigned baud)
{
    uint32_t divisor = s->clock_hz / (16 * baud);

    if (divisor == 0) {
        divisor = 1;
    }
    IER(s) = 0;
    LCR(s) = LCR_DLAB;
    DIVISOR_LOW(s) = (uint8_t)divisor;
    DIVISOR_HIGH(s) = (uint8_t)(divisor >> 8);
    LCR(s) = LCR_8BIT;
    FCR(s) = FCR_ON;
    MCR(s) = MCR_OUT2;
    IER(s) = IER_RX;
}

static size_t fill(const struct serial *s, const uint8_t *bytes, size_t n)
{
    size_t room = LSR(s) & LSR_EMPTY ? FIFO_BYTES : 0;

    if (n > room) {
        n = room;
    }
    for (size_t i = 0; i < n; i++) {
        DATA(s) = bytes[i];
    }
    return n;
}

static bool put(const struct serial *s, uint8_t byte)
{
    return fill(s, &byte, 1) == 1;
}

static int get(const struct serial *s)
{
    return LSR(s) & LSR_DATA ? DATA(s) : -1;
}

static void tx_irq(const struct serial *s, bool on)
{
    IER(s) = (uint8_t)(IER_RX | (on ? IER_TX : 0));
}

/* Reading IIR clears the transmit interrupt. Reading the data clears the receive interrupt. */
static void ack(const struct serial *s)
{
    (void)IIR(s);
}

const struct serial_ops serial_uart16550 = {open, put, get, tx_irq, ack, fill};
