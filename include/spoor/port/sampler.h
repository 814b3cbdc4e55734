/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampler, which the system supplies: a spare timer takes samples (spoor/sample.h) on each CPU. The
 * time from one to the next is drawn between a half and one and a half of the mean, so that no work of a
 * steady period keeps in step with it.
 */
#ifndef SPOOR_PORT_SAMPLER_H
#define SPOOR_PORT_SAMPLER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define TRACE_SAMPLER_HZ_MIN 30u
#define TRACE_SAMPLER_HZ_MAX 20000u

/**
 * Begin to take samples, or change their rate.
 *
 * @param hz  samples a second on each CPU, in the mean
 * @return 0, -EINVAL for a rate out of its limits, -ENODEV without such a timer, or the error of
 * irq_attach(): the timer is in use
 *
 * Context: thread.
 */
int trace_sampler_start(uint32_t hz);

/** Take no more samples. Context: thread. */
void trace_sampler_stop(void);

/** @return samples a second and CPU; 0: none are taken. Context: any. */
uint32_t trace_sampler_hz(void);

SPOOR_EXTERN_C_END

#endif
