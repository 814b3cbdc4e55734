/* SPDX-License-Identifier: BSD-2-Clause */
/* Clock trees: called by board_early_init() to set the rates declared in board.c. */
#ifndef DRIVERS_CLOCK_H
#define DRIVERS_CLOCK_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Stellaris system control at `base`: run the core from the PLL, fed by an 8 MHz crystal.
 *
 * @param divider  divides the PLL's 200 MHz, 4 to 16
 *
 * Context: boot. Takes some 20 ms on hardware, for the crystal to settle.
 */
void clock_stellaris_start(uintptr_t base, unsigned divider);

/**
 * RP2040: run the core and the peripheral clock at 125 MHz from the PLL, fed by a 12 MHz crystal. Take the
 * timer, both UARTs and their pins (0 and 1, 4 and 5) out of reset.
 *
 * Context: boot. Takes some 2 ms on hardware, for the crystal and the PLL to settle.
 */
void clock_rp2040_start(void);

SPOOR_EXTERN_C_END

#endif
