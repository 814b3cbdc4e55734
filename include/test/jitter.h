/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupts at jittered times, for tests. A fixed period locks phase with the code under test and hides
 * races; this one draws each period from a linear-feedback shift register, and nests: some of the timer's
 * interrupts raise a more urgent line while they run.
 */
#ifndef TEST_JITTER_H
#define TEST_JITTER_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Begin. Needs board.spare_timer; `inner` also needs board.spare_lines[0].
 *
 * @param mean_hz  mean rate; each period lies between a half and one and a half of the mean
 * @param outer    called in each timer interrupt (level 1)
 * @param inner    called in an interrupt of level 0 that nests in every second outer one; may be NULL
 * @return 0, -ENODEV when the board has no such timer or line, or the error of irq_attach()
 *
 * Context: thread.
 */
int jitter_start(uint32_t mean_hz, void (*outer)(void), void (*inner)(void));

/** End. No call comes after it. Nothing to end is no error. Context: thread. */
void jitter_stop(void);

/** Skip the running test on a board with fewer spare lines than `lines`. Context: the test's own thread. */
void test_needs_lines(unsigned lines);

/** @return interrupts so far, of both kinds, since jitter_start(). Context: any. */
uint32_t jitter_outer_count(void);
uint32_t jitter_inner_count(void);

SPOOR_EXTERN_C_END

#endif
