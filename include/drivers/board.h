/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a board. platform/<board>/board.c defines the one instance. Addresses, interrupt lines and
 * clock rates must only be in that file, board.mk and board.ld.
 */
#ifndef DRIVERS_BOARD_H
#define DRIVERS_BOARD_H

#include <spoor/util/language.h>
#include <drivers/counter.h>
#include <drivers/ethernet.h>
#include <drivers/serial.h>
#include <drivers/timer.h>

SPOOR_EXTERN_C_BEGIN

struct board {
    const char *name;
    const struct serial *console;
    const struct serial *trace; /**< a second port for the trace link, or NULL */
    const struct timer_dev *tick;
    const struct counter *counter;
    const struct timer_dev *spare_timer; /**< a timer not used by the kernel, or NULL */
    uint16_t spare_lines[4];         /**< lines not used by any device, for software to raise; ends with 0 */
    const struct ethernet *ethernet; /**< a network interface, or NULL */
};

extern const struct board board;

/** Optional early set-up (clock gates, pins) before any driver runs. Context: boot, CPU 0. */
void board_early_init(void);

SPOOR_EXTERN_C_END

#endif
