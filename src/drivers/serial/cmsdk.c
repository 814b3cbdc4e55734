/* SPDX-License-Identifier: BSD-2-Clause */
/* CMSDK APB UART (Arm DDI0479, 4.3; QEMU hw/char/cmsdk-apb-uart.c). It buffers one byte in each direction. */
#include <drivers/serial.h>

#define REG(s, offset) (*(volatile uint32_t *)((s)->base + (offset)))
#define DATA(s)        REG(s, 0x0)
#define STATE(s)       REG(s, 0x4)
#define CTRL(s)        REG(s, 0x8)
#define INTCLEAR(s)    REG(s, 0xC)
#define BAUDDIV(s)     REG(s, 0x10)

#define STATE_TXFULL (1u << 0)
#define STATE_RXFULL (1u << 1)
#define CTRL_TX      (1u << 0)
#define CTRL_RX      (1u << 1)
#define CTRL_TXIRQ   (1u << 2)
#define CTRL_RXIRQ   (1u << 3)
#define INT_ALL      0xFu

#define BAUDDIV_MIN 16

static void open(const struct serial *s, unsigned baud)
{
    uint32_t div = s->clock_hz / baud;

    BAUDDIV(s) = div < BAUDDIV_MIN ? BAUDDIV_MIN : div;
    CTRL(s) = CTRL_TX | CTRL_RX | CTRL_RXIRQ;
}

static bool put(const struct serial *s, uint8_t byte)
{
    if (STATE(s) & STATE_TXFULL) {
        return false;
    }
    DATA(s) = byte;
    return true;
}

/* Unrolled by four: on a fast line the loop itself is half of the cost of a byte. */
static size_t fill(const struct serial *s, const uint8_t *bytes, size_t n)
{
    volatile uint32_t *state = &STATE(s), *data = &DATA(s);
    const uint8_t *at = bytes, *end = bytes + n;

    for (; end - at >= 4; at += 4) {
#pragma GCC unroll 4
        for (unsigned i = 0; i < 4; i++) {
            if (*state & STATE_TXFULL) {
                return (size_t)(at + i - bytes);
            }
            *data = at[i];
        }
    }
    while (at < end && !(*state & STATE_TXFULL)) {
        *data = *at++;
    }
    return (size_t)(at - bytes);
}

static int get(const struct serial *s)
{
    if (!(STATE(s) & STATE_RXFULL)) {
        return -1;
    }
    return (int)(DATA(s) & 0xFF);
}

static void tx_irq(const struct serial *s, bool on)
{
    CTRL(s) = CTRL_TX | CTRL_RX | CTRL_RXIRQ | (on ? CTRL_TXIRQ : 0);
}

static void ack(const struct serial *s)
{
    INTCLEAR(s) = INT_ALL;
}

const struct serial_ops serial_cmsdk = {open, put, get, tx_irq, ack, fill};
