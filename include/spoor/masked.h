/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The longest section with interrupts masked, for each CPU, with CONFIG_TRACE_MASKED. Sections from
 * spoor_irq_save() to its restore are measured, those in interrupts included; what masks interrupts by itself
 * isn't: the profiler, the entry of interrupts, and the switch of threads.
 *
 * Only with this project's kernel. Cost: two calls and two reads of the counter for each section.
 */
#ifndef SPOOR_MASKED_H
#define SPOOR_MASKED_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct trace_masked {
    uint32_t cycles;   /**< longest section; 0: none yet */
    uint32_t sections; /**< number of sections */
    uintptr_t caller;  /**< an address in the function that masked interrupts for the longest */
};

/** Get the longest section of a CPU since boot or the reset. Context: any. */
void trace_masked_get(unsigned cpu, struct trace_masked *m);

/** Forget the longest sections of all CPUs. Context: any. */
void trace_masked_reset(void);

/** Begin and end a section of this CPU. Context: interrupts masked. */
void spoor_masked_begin(void);
void spoor_masked_end(void);

SPOOR_EXTERN_C_END

#endif
