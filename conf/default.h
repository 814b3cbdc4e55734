/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every CONFIG_* and its default. An image changes some of them by CONFIG in its NAME.mk, a board by CONFIG
 * in board.mk; the board wins. All are numbers, 0 and 1 for flags, and tested with #if.
 */
#ifndef CONF_DEFAULT_H
#define CONF_DEFAULT_H

/* -------- profiler, where this kernel's defaults are its own */

/** Events: rings, and the records that points, blocks and the kernel write into them. */
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 0
#endif

#ifndef CONFIG_TRACE_DEPTH
#define CONFIG_TRACE_DEPTH 8
#endif

#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 8
#endif

/** The shell's code is in images without the profiler, too. */
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL 1
#endif

#ifndef CONFIG_TRACE_DAEMON_STACK_BYTES
#define CONFIG_TRACE_DAEMON_STACK_BYTES 768
#endif

#include <spoor/config.h>

/* -------- trace link */

/** Stream between the console's text even where the board has a second port. */
#ifndef CONFIG_TRACE_STREAM_CONSOLE
#define CONFIG_TRACE_STREAM_CONSOLE 0
#endif

/**
 * The link, unless it is the polled second port or the console: that port by interrupts; a ring in RAM for a
 * debug probe, as RTT; the ITM; a file of the debugger's machine; UDP. At most one.
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

/** Buffer of a link by interrupts or RTT; a power of two. */
#ifndef CONFIG_TRACE_LINK_BYTES
#define CONFIG_TRACE_LINK_BYTES 2048
#endif

/** The same for dist/links/. */
#define SPOOR_RTT_BYTES CONFIG_TRACE_LINK_BYTES

/** UDP: the target's IP address, the other one's, and the port; those of QEMU's user network. */
#ifndef CONFIG_TRACE_UDP_FROM
#define CONFIG_TRACE_UDP_FROM 0x0A00020F
#endif
#ifndef CONFIG_TRACE_UDP_TO
#define CONFIG_TRACE_UDP_TO 0x0A000202
#endif
#ifndef CONFIG_TRACE_UDP_PORT
#define CONFIG_TRACE_UDP_PORT 7702
#endif

/** Rate of a second port. */
#ifndef CONFIG_TRACE_BAUD
#define CONFIG_TRACE_BAUD 921600
#endif

/* -------- kernel */

#ifndef CONFIG_TICK_HZ
#define CONFIG_TICK_HZ 1000
#endif

/** Ticks that a thread runs before the next one of its priority. */
#ifndef CONFIG_SLICE_TICKS
#define CONFIG_SLICE_TICKS 10
#endif

/** Interrupt handlers that can be attached at a time. */
#ifndef CONFIG_IRQ_HANDLERS
#define CONFIG_IRQ_HANDLERS 12
#endif

/** Cortex-M: interrupt lines of the chip, each with a vector; a multiple of 32. */
#ifndef CONFIG_NVIC_LINES
#define CONFIG_NVIC_LINES 64
#endif

/** A switch loses one register of floating point: for the control of their test. */
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

/** Stack of interrupt handlers, a CPU. */
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

/** Ends of runs and faults exit through semihosting; 0 for hardware without a debugger. */
#ifndef CONFIG_SEMIHOST
#define CONFIG_SEMIHOST 1
#endif

/** A fault or panic saves the image's RAM to a file of the debugger's machine; needs CONFIG_SEMIHOST. */
#ifndef CONFIG_FAULT_DUMP
#define CONFIG_FAULT_DUMP 0
#endif

/* -------- set by board.mk */

/** Address of the cycle counter, or 0 when hal_cycles_read() reads it. */
#ifndef CONFIG_CYCLES_ADDRESS
#define CONFIG_CYCLES_ADDRESS 0
#endif

/** Address of the network interface, where boards of a family differ; 0: there is none. */
#ifndef CONFIG_ETHERNET_ADDRESS
#define CONFIG_ETHERNET_ADDRESS 0
#endif

/* -------- the demo */

/** The filter takes so many instructions more: a regression to find (tests/host/tool/ci.check, fleet.check).
 */
#ifndef CONFIG_DEMO_SLOWER
#define CONFIG_DEMO_SLOWER 0
#endif

#include "check.h"

#endif
