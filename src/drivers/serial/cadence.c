/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cadence UART, as in Zynq-7000 (AMD UG585, 19 and B.33; QEMU hw/char/cadence_uart.c). FIFOs of 64 bytes;
 * any received byte raises an interrupt. Status bits follow the state of the FIFOs; interrupt flags are
 * latched until they are cleared.
 */
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define CR(s)          REG(s, 0x00)
#define MR(s)          REG(s, 0x04)
#define IER(s)         REG(s, 0x08)
#define IDR(s)         REG(s, 0x0C)
#define ISR(s)         REG(s, 0x14)
#define BRGR(s)        REG(s, 0x18)
#define RTRIG(s)       REG(s, 0x20)
#define SR(s)          REG(s, 0x2C)
#define FIFO(s)        REG(s, 0x30)
#define BDIV(s)        REG(s, 0x34)

#define CR_RESET   (3u << 0)
#define CR_ENABLED (1u << 2 | 1u << 4) /* receiver and transmitter */
#define MR_8N1     (4u << 3)
#define RX_TRIGGER (1u << 0)
#define RX_EMPTY   (1u << 1)
#define TX_EMPTY   (1u << 3)
#define TX_FULL    (1u << 4)
#define DIVIDER    15u /* samples per bit, minus 1 */

static void open(const struct serial *s, unsigned baud)
{
    uint32_t samples = baud * (DIVIDER + 1);

    IDR(s) = UINT32_MAX;
    CR(s) = CR_RESET;
    MR(s) = MR_8N1;
    BRGR(s) = (s->clock_hz + samples / 2) / samples;
    BDIV(s) = DIVIDER;
    RTRIG(s) = 1;
    ISR(s) = UINT32_MAX;
    CR(s) = CR_ENABLED;
    IER(s) = RX_TRIGGER;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (SR(s) & TX_FULL) {
        return false;
    }
    FIFO(s) = byte;
    return true;
}

static int get(const struct serial *s)
{
    if (SR(s) & RX_EMPTY) {
        return -1;
    }
    return (int)(FIFO(s) & 0xFF);
}

static void tx_irq(const struct serial *s, bool on)
{
    if (on) {
        IER(s) = TX_EMPTY;
    } else {
        IDR(s) = TX_EMPTY;
    }
}

/* Called before the FIFOs are served: a later byte, or bytes left in the FIFO, set the flag again. */
static void ack(const struct serial *s)
{
    ISR(s) = UINT32_MAX;
}

const struct serial_ops serial_cadence = {open, put, get, tx_irq, ack, NULL};
