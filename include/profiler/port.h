/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All that the profiler asks of the system it runs in. A port is one header, found as <trace_port.h>, with
 * the inline bodies, and one .c file with the rest.
 */
#ifndef PROFILER_PORT_H
#define PROFILER_PORT_H

#include <stdint.h>
#include <profiler/context.h>

#if CONFIG_TRACE

/** @return a 32-bit counter that runs evenly and wraps to 0. Context: any. */
static inline uint32_t port_cycles(void);

/** @return ticks of port_cycles() per second. Context: any. */
uint32_t port_cycles_hz(void);

/** Keep this CPU's interrupts out. @return for port_unlock(); nests. Context: any. */
static inline uint32_t port_lock(void);

/** Undo one port_lock(). Context: any. */
static inline void port_unlock(uint32_t state);

/** @return this CPU's number. Context: any. */
static inline unsigned port_cpu(void);

/** @return the state of the running context, thread or interrupt. Context: any. */
static inline struct trace_context *port_context(void);

#if CONFIG_TRACE_EVENTS
/** @return port_cycles() widened to 64 bits: the low word is the same. Never backwards. Context: any. */
static inline uint64_t port_time(void);

/** There is something to drain: wake who does it. Context: the tick's interrupt. */
void port_wake_drain(void);
#endif

#include <trace_port.h>

#endif
#endif
