/* SPDX-License-Identifier: BSD-2-Clause */
/* Clock trees: board_early_init() calls these to reach the rates that board.c states. */
#ifndef DRIVERS_CLOCK_H
#define DRIVERS_CLOCK_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Stellaris system control at `base`: run the core from the PLL, fed by an 8 MHz crystal.
 *
 * @param divider  of the PLL's 200 MHz, 4 to 16
 *
 * Context: boot. Takes some 20 ms on hardware, for the crystal to settle.
 */
void clock_stellaris_start(uintptr_t base, unsigned divider);

SPOOR_EXTERN_C_END

#endif
