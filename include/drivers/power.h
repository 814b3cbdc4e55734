/* SPDX-License-Identifier: BSD-2-Clause */
/* Start of CPUs, and reset of the machine. A board has one driver for both, selected at link time. */
#ifndef DRIVERS_POWER_H
#define DRIVERS_POWER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Start CPU `cpu` at the image's entry. Nothing more is needed for a CPU that runs since reset and is held
 * by the architecture's start-up code until hal_cpu_release().
 *
 * @return 0, -ENODEV if the board has no such CPU, -EIO if the firmware refused
 *
 * Context: boot or thread, on CPU 0.
 */
int power_on_cpu(unsigned cpu);

/** Reset the machine with all its CPUs. Memory in .noinit is preserved. Context: any. */
SPOOR_NORETURN void power_reset(void);

/** Address of the registers for this, if the driver needs it. Must be defined by board.c. */
extern const uintptr_t board_power;

SPOOR_EXTERN_C_END

#endif
