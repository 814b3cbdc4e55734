/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a board. platform/<board>/board.c defines the one instance; with board.mk and board.ld it is
 * the only place that has addresses, interrupt lines and clock rates.
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
    const struct timer_dev *spare_timer; /**< a timer that the kernel doesn't use, or NULL */
    uint16_t spare_lines[4];             /**< lines no device uses, for software to raise; 0 ends */
    const struct ethernet *ethernet;     /**< a network interface, or NULL */
};

extern const struct board board;

/** Optional early set-up (clock gates, pins) before any driver runs. Context: boot, CPU 0. */
void board_early_init(void);

SPOOR_EXTERN_C_END

#endif
