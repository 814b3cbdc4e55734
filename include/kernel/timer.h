/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Software timers, one-shot and periodic, on the kernel's tick.
 */
#ifndef KERNEL_TIMER_H
#define KERNEL_TIMER_H

#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/util/list.h>

SPOOR_EXTERN_C_BEGIN

struct timer {
    struct spoor_list link;
    uint64_t expires_tick;
    uint32_t period_ticks; /**< 0: one-shot */
    void (*fn)(void *arg);
    void *arg;
};

/** Prepare a stopped timer. Context: any. */
void timer_init(struct timer *t, void (*fn)(void *arg), void *arg);

/**
 * Start or restart a timer.
 *
 * @param first_ms   delay of the first call of fn
 * @param period_ms  interval of further calls, without drift; 0 for a one-shot timer
 *
 * Context: any. `fn` runs in the tick interrupt.
 */
void timer_start(struct timer *t, uint32_t first_ms, uint32_t period_ms);

/**
 * Stop a timer. On this CPU fn isn't called after the return. @return 1 if it was running, otherwise 0.
 * Context: any.
 */
int timer_stop(struct timer *t);

/** @return kernel ticks since boot, CONFIG_TICK_HZ per second. Context: any. */
uint64_t timer_ticks(void);

SPOOR_EXTERN_C_END

#endif
