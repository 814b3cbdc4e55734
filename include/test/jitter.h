/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupts at jittered times, for tests. A fixed period locks phase with the code under test and hides
 * races. This timer draws each period from a linear-feedback shift register. It also nests: some of its
 * interrupts raise a line of a higher priority while they run.
 */
#ifndef TEST_JITTER_H
#define TEST_JITTER_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Start the interrupts. Needs board.spare_timer; `inner` also needs board.spare_lines[0].
 *
 * @param mean_hz  mean rate; each period is between 0.5 and 1.5 times the mean
 * @param outer    called in each timer interrupt (level 1)
 * @param inner    called in an interrupt of level 0 that nests in every second outer one; may be NULL
 * @return 0, -ENODEV if the board has no such timer or line, or the error of irq_attach()
 *
 * Context: thread.
 */
int jitter_start(uint32_t mean_hz, void (*outer)(void), void (*inner)(void));

/**
 * Stop the interrupts. The functions aren't called after the return. May be called without a start.
 * Context: thread.
 */
void jitter_stop(void);

/** Skip the running test if the board has fewer than `lines` spare lines. Context: the test's own thread. */
void test_needs_lines(unsigned lines);

/** @return the number of outer or inner interrupts since jitter_start(). Context: any. */
uint32_t jitter_outer_count(void);
uint32_t jitter_inner_count(void);

SPOOR_EXTERN_C_END

#endif
