/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs an operation repeatedly, each time with an interrupt one instruction later, from before the operation
 * to after it. Works on any board with a spare timer. The sweep is exact to the instruction under QEMU's
 * -icount shift=0 if the timer starts at once. A generic timer starts at its next count, so the sweep is
 * repeated at other phases.
 */
#ifndef SHOTS_H
#define SHOTS_H

#include <stdbool.h>
#include <stdint.h>

/** Functions of one sweep. */
struct shots {
    void (*prepare)(void);   /**< called before each shot */
    void (*op)(void);        /**< the operation */
    void (*interrupt)(void); /**< called in the interrupt */
    void (*check)(void);     /**< called after each shot that hit the operation */
    bool twice;              /**< a second interrupt follows at various distances from the first */
};

/**
 * Sweep an operation. The tick is stopped during the sweep.
 *
 * @return the number of interrupts that hit the operation; 0 after a failed check, when the sweep missed the
 * operation's start or end
 *
 * Context: a test's thread, on CPU 0; interrupts unmasked.
 */
uint32_t shots_take(const struct shots *s);

#endif
