/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampler, supplied by the system: a spare timer takes samples (spoor/sample.h) on each CPU. The time
 * between samples is chosen at random between half the mean and one and a half times the mean, so that
 * periodic work can't stay in phase with them.
 */
#ifndef SPOOR_PORT_SAMPLER_H
#define SPOOR_PORT_SAMPLER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define TRACE_SAMPLER_HZ_MIN 30u
#define TRACE_SAMPLER_HZ_MAX 20000u

/**
 * Start sampling, or change the rate.
 *
 * @param hz  mean rate of samples per second on each CPU
 * @return 0, -EINVAL if the rate is out of range, -ENODEV if there is no spare timer, or the error of
 *         irq_attach() if the timer is in use
 *
 * Context: thread.
 */
int trace_sampler_start(uint32_t hz);

/** Stop sampling. Context: thread. */
void trace_sampler_stop(void);

/** @return samples per second on each CPU; 0 if sampling is stopped. Context: any. */
uint32_t trace_sampler_hz(void);

SPOOR_EXTERN_C_END

#endif
