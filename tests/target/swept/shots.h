/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An operation runs again and again, each time with an interrupt one instruction later in it, from before it
 * to after it, on any board with a spare timer. Exact to the instruction under QEMU's -icount shift=0, where
 * the timer starts at once; a generic timer starts at its next count, so the sweep is repeated at other
 * phases.
 */
#ifndef SHOTS_H
#define SHOTS_H

#include <stdbool.h>
#include <stdint.h>

/** Functions of one sweep. */
struct shots {
    void (*prepare)(void);   /**< before each shot */
    void (*op)(void);        /**< the operation */
    void (*interrupt)(void); /**< called in the interrupt */
    void (*check)(void);     /**< after each shot that hit the operation */
    bool twice;              /**< a second interrupt comes, at each of some distances after the first */
};

/**
 * Sweep. The tick stands still meanwhile.
 *
 * @return the interrupts that hit the operation; 0 after a failed check when the sweep missed an end of it
 *
 * Context: a test's thread, on CPU 0; interrupts unmasked.
 */
uint32_t shots_take(const struct shots *s);

#endif
