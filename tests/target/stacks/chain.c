/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions with small, large and variable frames. */
#include <spoor/port/port.h>
#include "chain.h"

#define ITS_OWN __attribute__((noipa))

static volatile uint32_t sink;

ITS_OWN uint32_t chain_inner(chain_end fn)
{
    fn();
    return sink++;
}

/* The frame is too large for one unwind opcode. With floating point, a register is also saved across the
 * call. */
ITS_OWN uint32_t chain_large(chain_end fn)
{
    volatile uint8_t bytes[600];
    float kept = (float)sink * 1.5f;

    bytes[0] = 1;
    uint32_t x = chain_inner(fn);

    bytes[599] = bytes[0];
    return x + bytes[599] + (uint32_t)(kept * (float)x);
}

/* Needs a frame pointer and more registers than the caller-saved ones. */
ITS_OWN uint32_t chain_middle(chain_end fn, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
    volatile uint8_t bytes[(a & 0x1F) + 1];
    uint32_t before = b * c + d * e;

    bytes[0] = 1;
    return chain_large(fn) + before * a + b + c + d + e + bytes[0];
}

ITS_OWN uint32_t chain_outer(chain_end fn)
{
    uint32_t x = chain_middle(fn, 9, 2, 3, 4, 5);

    return x + sink;
}

ITS_OWN void chain_spin(uint32_t us)
{
    uint32_t begin = spoor_port_cycles(), cycles = us * (spoor_port_cycles_hz() / 1000000);

    while (spoor_port_cycles() - begin < cycles) {
    }
}
