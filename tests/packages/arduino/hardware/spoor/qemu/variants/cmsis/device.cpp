/* SPDX-License-Identifier: BSD-2-Clause */
/* micro:bit: nRF51 Reference Manual 3.0, chapters "UART" and "TIMER". */
#include <stdint.h>
#include "device.h"

#define REG(address)     (*(volatile uint32_t *)(address))
#define UART             0x40002000u
#define START_RX         REG(UART)
#define START_TX         REG(UART + 0x008)
#define RX_READY         REG(UART + 0x108)
#define TX_READY         REG(UART + 0x11C)
#define UART_ENABLE      REG(UART + 0x500)
#define RX_DATA          REG(UART + 0x518)
#define TX_DATA          REG(UART + 0x51C)
#define TIMER            0x40008000u
#define TIMER_START      REG(TIMER)
#define TIMER_CAPTURE    REG(TIMER + 0x040)
#define TIMER_BIT_MODE   REG(TIMER + 0x508)
#define TIMER_PRESCALER  REG(TIMER + 0x510)
#define TIMER_CAPTURED   REG(TIMER + 0x540)
#define BITS_32          3u
#define PRESCALE_BY_16   4u /* 16 MHz to 1 MHz */

void device_begin()
{
    UART_ENABLE = 4;
    START_RX = 1;
    START_TX = 1;
}

void device_put(uint8_t byte)
{
    TX_READY = 0;
    TX_DATA = byte;
    while (!TX_READY) {
    }
}

bool device_has_input()
{
    return RX_READY != 0;
}

uint8_t device_get()
{
    RX_READY = 0; /* before the read, which sets the event again if there are more bytes */
    return static_cast<uint8_t>(RX_DATA);
}

uint32_t device_micros()
{
    static bool started;

    if (!started) {
        started = true;
        TIMER_BIT_MODE = BITS_32;
        TIMER_PRESCALER = PRESCALE_BY_16;
        TIMER_START = 1;
    }
    TIMER_CAPTURE = 1;
    return TIMER_CAPTURED;
}
