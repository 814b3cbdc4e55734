/* SPDX-License-Identifier: BSD-2-Clause */
/* MPS2: Arm's DAI 0385, and DDI 0479 for the UART. */
#include <stdint.h>
#include "device.h"

#define REG(address) (*(volatile uint32_t *)(address))
#define UART         0x40004000u
#define TX_FULL      1u
#define RX_READY     2u
#define COUNTER      REG(0x40028018u) /* at 25 MHz */

void device_begin()
{
    REG(UART + 16) = 16;
    REG(UART + 8) = 3;
}

void device_put(uint8_t byte)
{
    while (REG(UART + 4) & TX_FULL) {
    }
    REG(UART) = byte;
}

bool device_has_input()
{
    return (REG(UART + 4) & RX_READY) != 0;
}

uint8_t device_get()
{
    return static_cast<uint8_t>(REG(UART));
}

uint32_t device_micros()
{
    static uint32_t last;
    static uint64_t sum;
    uint32_t now = COUNTER;

    sum += now - last;
    last = now;
    return static_cast<uint32_t>(sum / 25);
}
