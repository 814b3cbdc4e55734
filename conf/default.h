/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every CONFIG_* setting and its default. An image changes settings by CONFIG in its NAME.mk, a board by
 * CONFIG in board.mk; the board takes precedence. All settings are numbers, 0 and 1 for flags, and must be
 * tested with #if.
 */
#ifndef CONF_DEFAULT_H
#define CONF_DEFAULT_H

/* -------- profiler: defaults of this kernel that differ from spoor/config.h */

/** Events: rings, and the records that points, blocks and the kernel write to them. */
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 0
#endif

/** This kernel records all of them. */
#ifndef CONFIG_TRACE_ALL_EVENTS
#define CONFIG_TRACE_ALL_EVENTS 1
#endif

#ifndef CONFIG_TRACE_DEPTH
#define CONFIG_TRACE_DEPTH 8
#endif

#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 8
#endif

/** Shell code is included even in images without the profiler. */
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL 1
#endif

/** This kernel's shell has all parts. */
#ifndef CONFIG_SHELL_CONDITIONS
#define CONFIG_SHELL_CONDITIONS 1
#endif
#ifndef CONFIG_SHELL_COSTS
#define CONFIG_SHELL_COSTS 1
#endif
#ifndef CONFIG_SHELL_RATES
#define CONFIG_SHELL_RATES 1
#endif
#ifndef CONFIG_SHELL_PLACES
#define CONFIG_SHELL_PLACES 1
#endif
#ifndef CONFIG_SHELL_SUMMARIES
#define CONFIG_SHELL_SUMMARIES 1
#endif

#ifndef CONFIG_TRACE_DAEMON_STACK_BYTES
#define CONFIG_TRACE_DAEMON_STACK_BYTES 768
#endif

/**
 * Priority of the trace daemon from when a tick finds a ring at least half full until all rings are empty. 0:
 * it always has CONFIG_TRACE_DAEMON_PRIORITY.
 */
#ifndef CONFIG_TRACE_DAEMON_URGENT
#define CONFIG_TRACE_DAEMON_URGENT 0
#endif

/** The cores whose interrupts restart sequences. */
#ifndef CONFIG_TRACE_RESTARTABLE
#if defined __ARM_ARCH_PROFILE && __ARM_ARCH_PROFILE == 'M'
#define CONFIG_TRACE_RESTARTABLE 1
#endif
#endif

#include <spoor/config.h>

/* -------- trace link */

/** Stream over the console, between its text, even if the board has a second port. */
#ifndef CONFIG_TRACE_STREAM_CONSOLE
#define CONFIG_TRACE_STREAM_CONSOLE 0
#endif

/**
 * Select the link: the second port with interrupts; a ring in RAM for a debug probe (RTT); the ITM; a file
 * on the debugger's machine; UDP. At most one may be set. By default the link is the second port, polled,
 * or the console.
 */
#ifndef CONFIG_TRACE_LINK_IRQ
#define CONFIG_TRACE_LINK_IRQ 0
#endif
#ifndef CONFIG_TRACE_LINK_RTT
#define CONFIG_TRACE_LINK_RTT 0
#endif
#ifndef CONFIG_TRACE_LINK_ITM
#define CONFIG_TRACE_LINK_ITM 0
#endif
#ifndef CONFIG_TRACE_LINK_SEMIHOST
#define CONFIG_TRACE_LINK_SEMIHOST 0
#endif
#ifndef CONFIG_TRACE_LINK_UDP
#define CONFIG_TRACE_LINK_UDP 0
#endif

/** Buffer of an interrupt-driven or RTT link. Must be a power of two. */
#ifndef CONFIG_TRACE_LINK_BYTES
#define CONFIG_TRACE_LINK_BYTES 2048
#endif

/** The same setting for dist/links/. */
#define SPOOR_RTT_BYTES CONFIG_TRACE_LINK_BYTES

/**
 * UDP: the target's IP address, the destination address, and the port. The defaults are those of QEMU's
 * user network.
 */
#ifndef CONFIG_TRACE_UDP_FROM
#define CONFIG_TRACE_UDP_FROM 0x0A00020F
#endif
#ifndef CONFIG_TRACE_UDP_TO
#define CONFIG_TRACE_UDP_TO 0x0A000202
#endif
#ifndef CONFIG_TRACE_UDP_PORT
#define CONFIG_TRACE_UDP_PORT 7702
#endif

/** Baud rate of a second port. */
#ifndef CONFIG_TRACE_BAUD
#define CONFIG_TRACE_BAUD 921600
#endif

/* -------- kernel */

#ifndef CONFIG_TICK_HZ
#define CONFIG_TICK_HZ 1000
#endif

/** Ticks that a thread may run before the next thread of its priority. */
#ifndef CONFIG_SLICE_TICKS
#define CONFIG_SLICE_TICKS 10
#endif

/** Maximum number of attached interrupt handlers. */
#ifndef CONFIG_IRQ_HANDLERS
#define CONFIG_IRQ_HANDLERS 12
#endif

/** Cortex-M: number of the chip's interrupt lines, each with a vector. Must be a multiple of 32. */
#ifndef CONFIG_NVIC_LINES
#define CONFIG_NVIC_LINES 64
#endif

/** Make a context switch lose a floating-point register, to check that its test fails. */
#ifndef CONFIG_FLOAT_LOST
#define CONFIG_FLOAT_LOST 0
#endif

#ifndef CONFIG_MAIN_STACK_BYTES
#define CONFIG_MAIN_STACK_BYTES 2048
#endif

#ifndef CONFIG_MAIN_PRIORITY
#define CONFIG_MAIN_PRIORITY 8
#endif

#ifndef CONFIG_IDLE_STACK_BYTES
#define CONFIG_IDLE_STACK_BYTES 384
#endif

/** Stack of interrupt handlers, per CPU. */
#ifndef CONFIG_ISR_STACK_BYTES
#define CONFIG_ISR_STACK_BYTES 1536
#endif

/* -------- console */

#ifndef CONFIG_CONSOLE_BAUD
#define CONFIG_CONSOLE_BAUD 115200
#endif

#ifndef CONFIG_CONSOLE_RX_BYTES
#define CONFIG_CONSOLE_RX_BYTES 256
#endif

#ifndef CONFIG_CONSOLE_TX_BYTES
#define CONFIG_CONSOLE_TX_BYTES 512
#endif

/* -------- shell */

#ifndef CONFIG_SHELL_PRIORITY
#define CONFIG_SHELL_PRIORITY 4
#endif

#ifndef CONFIG_SHELL_STACK_BYTES
#define CONFIG_SHELL_STACK_BYTES 2048
#endif

/* -------- end of a run */

/** Exit through semihosting at the end of a run and on faults; 0 for hardware without a debugger. */
#ifndef CONFIG_SEMIHOST
#define CONFIG_SEMIHOST 1
#endif

/** Save the image's RAM to a file on the debugger's machine after a fault or panic. Needs CONFIG_SEMIHOST. */
#ifndef CONFIG_FAULT_DUMP
#define CONFIG_FAULT_DUMP 0
#endif

/* -------- set by board.mk */

/** Address of the cycle counter; 0 if hal_cycles_read() reads it. */
#ifndef CONFIG_CYCLES_ADDRESS
#define CONFIG_CYCLES_ADDRESS 0
#endif

/** Address of the network interface, if it differs within a family of boards; 0 if there is none. */
#ifndef CONFIG_ETHERNET_ADDRESS
#define CONFIG_ETHERNET_ADDRESS 0
#endif

/* -------- the demo */

/**
 * Number of extra instructions in the filter: a regression to be found by tests/host/tool/ci.check and
 * fleet.check.
 */
#ifndef CONFIG_DEMO_SLOWER
#define CONFIG_DEMO_SLOWER 0
#endif

#include "check.h"

#endif
