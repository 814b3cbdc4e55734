/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Transmitter of the SMSC LAN9118 family (SMSC, LAN9118 data sheet, 3.11, "Transmit Data Path Operation",
 * and 5, "Register Description"; QEMU hw/net/lan9118.c).
 */
#include <errno.h>
#include <drivers/ethernet.h>

#define REG(e, offset) (*(volatile uint32_t *)((e)->base + (offset)))
#define TX_DATA(e)     REG(e, 0x20)
#define TX_STATUS(e)   REG(e, 0x48)
#define BYTE_TEST(e)   REG(e, 0x64)
#define TX_CFG(e)      REG(e, 0x70)
#define TX_FIFO_INF(e) REG(e, 0x80)
#define MAC_CMD(e)     REG(e, 0xA4)
#define MAC_DATA(e)    REG(e, 0xA8)

#define BYTE_ORDER_MARK  0x87654321u
#define TX_CFG_ON        (1u << 1)
#define TX_STATUS_USED   (0xFFu << 16) /* field of TX_FIFO_INF */
#define TX_ROOM          0xFFFFu       /* field of TX_FIFO_INF, in bytes */
#define MAC_BUSY         (1u << 31)
#define MAC_CR           1u
#define MAC_CR_TXEN      (1u << 3)
#define COMMAND_FIRST    (1u << 13)
#define COMMAND_LAST     (1u << 12)
#define COMMAND_BYTES(n) ((uint32_t)(n) << 16)

static int lan9118_open(const struct ethernet *e)
{
    if (BYTE_TEST(e) != BYTE_ORDER_MARK) {
        return -ENODEV;
    }
    MAC_DATA(e) = MAC_CR_TXEN;
    MAC_CMD(e) = MAC_BUSY | MAC_CR;
    while (MAC_CMD(e) & MAC_BUSY) {
    }
    TX_CFG(e) = TX_CFG_ON;
    return 0;
}

static uint32_t word_at(const uint8_t *bytes, size_t left)
{
    uint32_t word = 0;

    for (size_t n = 0; n < 4 && n < left; n++) {
        word |= (uint32_t)bytes[n] << 8 * n;
    }
    return word;
}

static void lan9118_send(const struct ethernet *e, const uint8_t *frame, size_t bytes)
{
    while ((TX_FIFO_INF(e) & TX_ROOM) < bytes + 16) {
    }
    TX_DATA(e) = COMMAND_FIRST | COMMAND_LAST | (uint32_t)bytes;
    TX_DATA(e) = COMMAND_BYTES(0) | (uint32_t)bytes; /* no packet tag */
    for (size_t at = 0; at < bytes; at += 4) {
        TX_DATA(e) = word_at(frame + at, bytes - at);
    }
    while (TX_FIFO_INF(e) & TX_STATUS_USED) {
        (void)TX_STATUS(e);
    }
}

const struct ethernet_ops ethernet_lan9118 = {lan9118_open, lan9118_send};
