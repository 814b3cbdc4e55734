/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface between a port and embed/: the functions that a port calls, and those it must define besides
 * the functions of spoor/port/port.h.
 */
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

/**
 * Create the drain thread if the system has threads. Defined by the port.
 *
 * @return NULL, or a text that describes the error
 *
 * Context: boot.
 */
const char *spoor_port_start(void);

/**
 * The text of spoor_error() until spoor_init() is called. A port whose programs don't call spoor_init() in
 * main() defines its own.
 */
extern const char spoor_port_not_called[];

/** Sleep for at most `ms`. Defined by the port. Context: thread. */
void spoor_port_sleep(uint32_t ms);

/** @return the number of the active interrupt or exception, or 0 in a thread. Context: any. */
unsigned spoor_isr_line(void);

/**
 * @return the number of interrupts with SPOOR_ISR() that are active on this CPU
 *
 * Context: any that stays on this CPU.
 */
unsigned spoor_isr_level(void);

/** @return the running thread, or the thread that the active interrupts interrupted. Context: any. */
struct trace_thread *spoor_interrupted_thread(void);

#if CONFIG_TRACE_STACKS
struct spoor_stack {
    uint32_t begin, end;
};

/**
 * Store the bounds of a thread's stack in `*stack`. Leave `*stack` unchanged if the thread has no stack of
 * its own or its stack isn't known. Defined by the port.
 *
 * Context: any.
 */
void spoor_port_stack(const struct trace_thread *t, struct spoor_stack *stack);

/**
 * @return the lowest address of the registers that the kernel saved on a task's stack before it called its
 * switch hook; 0 if unknown. Optional, and needed only with floating point, to tell the size of the frame
 * above.
 *
 * Context: the switch hook.
 */
uint32_t spoor_port_saved(const struct trace_thread *t);
#endif

/** The context of main() and of interrupts before the first thread, on each CPU. */
extern struct trace_thread spoor_first[CONFIG_CPUS];

/**
 * Prepare the rings and the drain.
 *
 * @return NULL, or a text that describes the error
 *
 * Context: boot.
 */
const char *spoor_stream_start(spoor_send send);

/**
 * The body of the drain thread: start the stream if CONFIG_TRACE_STREAM is set, then drain forever.
 *
 * Context: the drain thread.
 */
SPOOR_NORETURN void spoor_drain(void);

SPOOR_EXTERN_C_END

#endif
#endif
