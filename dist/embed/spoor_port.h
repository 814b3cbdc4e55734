/* SPDX-License-Identifier: BSD-2-Clause */
/* For a port: what it calls, and the functions that it supplies besides those of spoor/port/port.h. */
#ifndef SPOOR_PORT_H
#define SPOOR_PORT_H

#include <spoor/core/ids.h>
#include <spoor/core/ring.h>
#include <spoor/filter.h>
#include <spoor/port/hooks.h>
#include <spoor/port/port.h>
#include "spoor.h"

#if CONFIG_TRACE

SPOOR_EXTERN_C_BEGIN

/** Make the thread that drains, if there are threads. @return NULL, or a text on the reason. Context: boot.
 */
const char *spoor_port_start(void);

/** The error until spoor_init() is called: a port whose programs don't call it in main() has its own. */
extern const char spoor_port_not_called[];

/** Let `ms` pass, or less. Context: thread. */
void spoor_port_sleep(uint32_t ms);

/** @return the number of the interrupt or exception that runs; 0 in a thread. Context: any. */
unsigned spoor_isr_line(void);

/** @return how many interrupts with SPOOR_ISR() run on this CPU. Context: any that stays on it. */
unsigned spoor_isr_level(void);

/** @return the thread that runs, or that these interrupts interrupted. Context: any. */
struct trace_thread *spoor_interrupted_thread(void);

#if CONFIG_TRACE_STACKS
struct spoor_stack {
    uint32_t begin, end;
};

/** The stack of a thread's own; as it is when there is none, or it isn't known. Context: any. */
void spoor_port_stack(const struct trace_thread *t, struct spoor_stack *stack);
#endif

/** The context of main(), and of interrupts before the first thread; of each CPU. */
extern struct trace_thread spoor_first[CONFIG_CPUS];

/** Prepare the rings and the drain: embed/start_stream.c. @return NULL, or a text. Context: boot. */
const char *spoor_stream_start(spoor_send send);

/** The whole of the thread that drains: stream from the start if so set, then drain for ever. Context: that
 * thread. */
SPOOR_NORETURN void spoor_drain(void);

SPOOR_EXTERN_C_END

#endif
#endif
