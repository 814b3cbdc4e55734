/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The longest section with interrupts masked, for each CPU, with CONFIG_TRACE_MASKED.
 *
 * In this project's kernel a section lasts from spoor_irq_save() to its restore, in threads and in
 * interrupts; nested ones belong to the outer one. What masks interrupts by itself isn't measured: the
 * profiler, the entry of interrupts, and the switch of threads. Another system calls spoor_masked_begin() and
 * spoor_masked_end() where it masks and unmasks.
 *
 * The event irq_masked records a section when it ends: each new longest one of its CPU, and each one of at
 * least trace_masked_set_record().
 *
 * Lengths are differences of a 32-bit counter. A section must be shorter than a wrap of it.
 */
#ifndef SPOOR_MASKED_H
#define SPOOR_MASKED_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct trace_masked {
    uint32_t cycles;   /**< longest section; 0: none yet */
    uint32_t sections; /**< number of sections; wraps */
    uintptr_t caller;  /**< an address in the function that masked interrupts for the longest */
};

/**
 * Get the longest section of a CPU since boot or the reset.
 *
 * @param cpu  below CONFIG_CPUS
 *
 * Context: any, except an interrupt that can't be masked.
 */
void trace_masked_get(unsigned cpu, struct trace_masked *m);

/** Forget the sections of all CPUs, those that aren't over yet included. Context: any. */
void trace_masked_reset(void);

/** Switch the measurement on or off, on all CPUs. It is on at boot. Context: any. */
void trace_masked_enable(bool on);

/** @return whether it is on. Context: any. */
static inline bool trace_masked_is_on(void);

/**
 * Also record each section of at least `cycles`, even if it isn't the longest. 0, the default: only the
 * longest ones.
 *
 * Context: any.
 */
void trace_masked_set_record(uint32_t cycles);

/** @return the value of trace_masked_set_record(). Context: any. */
uint32_t trace_masked_record(void);

/**
 * Begin a section of this CPU. An earlier one that is still open is forgotten.
 *
 * Context: interrupts masked.
 * Cost: make bench, masked_section.
 */
void spoor_masked_begin(void);

/** The same, for a function that masks interrupts on behalf of another. `caller`: an address, not 0. */
void spoor_masked_begin_by(uintptr_t caller);

/** End the section of this CPU, if one is open. Context: interrupts masked. */
void spoor_masked_end(void);

/* Private: whether the measurement is on. */
extern bool spoor_masked_on;

static inline bool trace_masked_is_on(void)
{
    return __atomic_load_n(&spoor_masked_on, __ATOMIC_RELAXED);
}

SPOOR_EXTERN_C_END

#endif
