/* SPDX-License-Identifier: BSD-2-Clause */
/* Timers: the tick timer and others. */
#ifndef DRIVERS_TIMER_H
#define DRIVERS_TIMER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct timer_dev;

struct timer_ops {
    void (*start)(const struct timer_dev *t, uint32_t hz); /**< start periodic interrupts on this CPU */
    void (*ack)(const struct timer_dev *t);                /**< acknowledge; called from its interrupt */
    void (*stop)(const struct timer_dev *t);
    void (*once)(const struct timer_dev *t, uint32_t hz); /**< interrupt after 1/hz s; may repeat later */
    uint32_t longest_cycles; /**< maximum interval in timer clocks; 0 means about 2^32 */
};

/** A timer: constant, in flash. */
struct timer_dev {
    const struct timer_ops *ops;
    uintptr_t base;
    uint32_t clock_hz; /**< 0: the timer's own rate */
    uint16_t line;
};

/** The timers in this tree. */
extern const struct timer_ops timer_systick;      /**< ARMv6-M, ARMv7-M */
extern const struct timer_ops timer_generic;      /**< ARM generic timer, virtual, per CPU */
extern const struct timer_ops timer_generic_phys; /**< the same, physical */
extern const struct timer_ops timer_cmsdk;  /**< CMSDK APB timer; the tests' jittered interrupts use it */
extern const struct timer_ops timer_gptm;   /**< Stellaris general-purpose timer */
extern const struct timer_ops timer_sse;    /**< Arm SSE system timer; only one instance */
extern const struct timer_ops timer_a9;     /**< Cortex-A9's private timer, or its watchdog used as a timer */
extern const struct timer_ops timer_sp804;  /**< Arm SP804 */
extern const struct timer_ops timer_nrf51;  /**< nRF51 TIMER */
extern const struct timer_ops timer_rp2040; /**< an alarm of the RP2040's timer */
extern const struct timer_ops timer_clint;  /**< RISC-V machine timer */
extern const struct timer_ops timer_goldfish; /**< the alarm of QEMU's RTC; only one instance */

SPOOR_EXTERN_C_END

#endif
