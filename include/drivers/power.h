/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starting CPUs, and the reset of the machine. A board has one driver for both, chosen at link time.
 */
#ifndef DRIVERS_POWER_H
#define DRIVERS_POWER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Let CPU `cpu` run from the image's entry. One that runs since reset, held by the architecture's start-up
 * code until hal_cpu_release(), needs nothing more.
 *
 * @return 0, -ENODEV when the board has no such CPU, -EIO when the firmware refused
 *
 * Context: boot or thread, on CPU 0.
 */
int power_on_cpu(unsigned cpu);

/** Reset the machine, all CPUs of it. Memory in .noinit stays. Context: any. */
SPOOR_NORETURN void power_reset(void);

/** Where the registers for this are, if the driver asks; supplied by board.c. */
extern const uintptr_t board_power;

SPOOR_EXTERN_C_END

#endif
