/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of the settings, included by default.h. Each message gives the reason. */
#ifndef CONF_CHECK_H
#define CONF_CHECK_H

/* -------- trace link */

#if CONFIG_TRACE_LINK_IRQ + CONFIG_TRACE_LINK_RTT + CONFIG_TRACE_LINK_ITM + CONFIG_TRACE_LINK_SEMIHOST +     \
        CONFIG_TRACE_LINK_UDP >                                                                              \
    1
#error "CONFIG_TRACE_LINK_IRQ, _RTT, _ITM, _SEMIHOST and _UDP: set at most one, since an image has one link"
#endif
#if CONFIG_TRACE_LINK_BYTES < 512 || (CONFIG_TRACE_LINK_BYTES & (CONFIG_TRACE_LINK_BYTES - 1)) != 0
#error "CONFIG_TRACE_LINK_BYTES must be a power of two, at least 512: the buffer's indices are masked"
#endif

/* -------- kernel */

#if CONFIG_CPUS < 1 || CONFIG_CPUS > 8
#error "CONFIG_CPUS is 1 to 8: a thread's affinity has 8 bits"
#endif
#if CONFIG_TICK_HZ < 1 || CONFIG_TICK_HZ > 100000
#error "CONFIG_TICK_HZ is 1 to 100000: a tick of less than 10 us leaves no time for threads"
#endif
#if CONFIG_SLICE_TICKS < 1 || CONFIG_SLICE_TICKS > 255
#error "CONFIG_SLICE_TICKS is 1 to 255: the remaining ticks are stored in one byte"
#endif
#if CONFIG_IRQ_HANDLERS < 1
#error "CONFIG_IRQ_HANDLERS must be at least 1: the tick needs a handler"
#endif
#if CONFIG_NVIC_LINES < 32 || CONFIG_NVIC_LINES > 480 || CONFIG_NVIC_LINES % 32 != 0
#error "CONFIG_NVIC_LINES must be a multiple of 32, from 32 to 480: a register has bits for 32 lines"
#endif
#if CONFIG_MAIN_PRIORITY < 1 || CONFIG_MAIN_PRIORITY > 31 || CONFIG_SHELL_PRIORITY < 1 ||                    \
    CONFIG_SHELL_PRIORITY > 31 || CONFIG_TRACE_DAEMON_PRIORITY < 1 || CONFIG_TRACE_DAEMON_PRIORITY > 31
#error "a thread's priority is 1 to 31: 0 is reserved for idle threads, and a word has one bit per priority"
#endif
#if CONFIG_TRACE_DAEMON_URGENT < 0 || CONFIG_TRACE_DAEMON_URGENT > 31
#error "CONFIG_TRACE_DAEMON_URGENT is 0 to 31: a thread's priority, or 0"
#endif

#endif
