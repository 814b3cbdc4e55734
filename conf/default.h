/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every CONFIG_* and its default. An image changes some of them by CONFIG in its NAME.mk, a board by CONFIG
 * in board.mk; the board wins. All are numbers, 0 and 1 for flags, and tested with #if; mk/parts.mk says
 * which sources each brings.
 */
#ifndef CONF_DEFAULT_H
#define CONF_DEFAULT_H

/* -------- profiler */

/** The profiler as a whole; 0 leaves no byte of it. */
#ifndef CONFIG_TRACE
#define CONFIG_TRACE 1
#endif

/** Blocks show net and self time besides wall time: 32 bytes more a block, 8 more an open entry. */
#ifndef CONFIG_TRACE_NET
#define CONFIG_TRACE_NET 1
#endif

/** Each block keeps a histogram of its durations, for some 15 instructions a visit. */
#ifndef CONFIG_TRACE_HISTOGRAM
#define CONFIG_TRACE_HISTOGRAM 0
#endif

/**
 * … with so many buckets for each power of two: 1, 2, 4 or 8, for 132, 256, 496 or 960 bytes a block. A
 * percentile is off by one bucket at worst: with 8 by an eighth.
 */
#ifndef CONFIG_TRACE_HISTOGRAM_STEPS
#define CONFIG_TRACE_HISTOGRAM_STEPS 8
#endif

/**
 * Names and places of points, blocks and events are in flash. 0 leaves them in the ELF file only: the shell
 * shows IDs, and `spoor names` lists the names that belong to them.
 */
#ifndef CONFIG_TRACE_NAMES
#define CONFIG_TRACE_NAMES 1
#endif

/** Conditions that can be set at a time. */
#ifndef CONFIG_TRACE_TRIGGERS
#define CONFIG_TRACE_TRIGGERS 4
#endif

/** Blocks that may be open in one context by enter and leave; 8 bytes each in every thread, 16 with
 * CONFIG_TRACE_NET. */
#ifndef CONFIG_TRACE_DEPTH
#define CONFIG_TRACE_DEPTH 8
#endif

/** Blocks that may have visits longer than a wrap of the counter, measured in full. */
#ifndef CONFIG_TRACE_LONG_BLOCKS
#define CONFIG_TRACE_LONG_BLOCKS 4
#endif

/** Events: rings, and the records that points, blocks and the kernel write into them. Needs CONFIG_TRACE. */
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 0
#endif

/** Size of a ring, one per CPU, and the number of its sub-buffers. */
#ifndef CONFIG_TRACE_RING_BYTES
#define CONFIG_TRACE_RING_BYTES 4096
#endif

#ifndef CONFIG_TRACE_RING_SUBBUFS
#define CONFIG_TRACE_RING_SUBBUFS 8
#endif

/**
 * IDs whose losses are counted separately: 16, and one for each event, block and point; 4 bytes each per CPU.
 */
#ifndef CONFIG_TRACE_IDS
#define CONFIG_TRACE_IDS 128
#endif

/** Bytes of data in one record; 8 fewer of the name of a thread that may end before its name is told. */
#ifndef CONFIG_TRACE_DATA_BYTES
#define CONFIG_TRACE_DATA_BYTES 64
#endif

/**
 * Points are counted by a plain increment, which loses counts: tests/mustfail/fail-stress.mk shows that tests
 * would see it.
 */
#ifndef CONFIG_TRACE_PLAIN_COUNT
#define CONFIG_TRACE_PLAIN_COUNT 0
#endif

/**
 * Ticks may be left out while the CPU sleeps, or come at any time. Costs some 40 instructions an event more.
 * By itself so where CONFIG_TICK_HZ is below the counter's rate / 2^20.
 */
#ifndef CONFIG_TRACE_TICKLESS
#define CONFIG_TRACE_TICKLESS 0
#endif

/** Objects that can have a name by trace_name(); 8 bytes each. */
#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 8
#endif

/**
 * Parts of the events that can be left out, each for its bytes (docs/benchmarks.md): encoded records on the
 * link, without which a sub-buffer goes as it is, in some 7 bytes an event rather than 3; the ring modes
 * overwrite and stop; records that survive a reset; filters by threads and CPUs; visits and triggers as
 * events; the measured costs of records; events with data, TRACE_DATA_DEF(), and names of threads in the
 * ring.
 */
#ifndef CONFIG_TRACE_ENCODED
#define CONFIG_TRACE_ENCODED 1
#endif
#ifndef CONFIG_TRACE_RING_MODES
#define CONFIG_TRACE_RING_MODES 1
#endif
#ifndef CONFIG_TRACE_SURVIVORS
#define CONFIG_TRACE_SURVIVORS 1
#endif
#ifndef CONFIG_TRACE_FILTERS
#define CONFIG_TRACE_FILTERS 1
#endif
#ifndef CONFIG_TRACE_VISITS
#define CONFIG_TRACE_VISITS 1
#endif
#ifndef CONFIG_TRACE_COSTS
#define CONFIG_TRACE_COSTS 1
#endif
#ifndef CONFIG_TRACE_DATA
#define CONFIG_TRACE_DATA 1
#endif

/** Stacks recorded with events. Needs CONFIG_TRACE_EVENTS; the build adds unwind tables to all code. */
#ifndef CONFIG_TRACE_STACKS
#define CONFIG_TRACE_STACKS 0
#endif

/** Return addresses whose frames are remembered, four or more, or none; 12 bytes each per CPU. */
#ifndef CONFIG_TRACE_STACK_CACHE
#define CONFIG_TRACE_STACK_CACHE 32
#endif

/** Function tracing: FUNCTIONS in an image's file. Needs CONFIG_TRACE_EVENTS. */
#ifndef CONFIG_TRACE_FUNCTION
#define CONFIG_TRACE_FUNCTION 0
#endif

/** Room of the table of functions on the target, 32 bytes each; 0: no table. */
#ifndef CONFIG_TRACE_FUNCTION_TABLE
#define CONFIG_TRACE_FUNCTION_TABLE 0
#endif

/** Depth of open functions in one context for the table; 16 bytes each in every thread. */
#ifndef CONFIG_TRACE_FUNCTION_DEPTH
#define CONFIG_TRACE_FUNCTION_DEPTH 8
#endif

/** Ranges of addresses that choose functions. */
#ifndef CONFIG_TRACE_FUNCTION_FILTERS
#define CONFIG_TRACE_FUNCTION_FILTERS 4
#endif

/** Samples: where the CPUs are, at times of a timer (spoor/sample.h). The build adds unwind tables. */
#ifndef CONFIG_TRACE_SAMPLES
#define CONFIG_TRACE_SAMPLES 0
#endif

/** Room of their table: functions in a thread or interrupt level each, 16 bytes; 0: no table. */
#ifndef CONFIG_TRACE_SAMPLE_TABLE
#define CONFIG_TRACE_SAMPLE_TABLE 64
#endif

/** Samples a second and CPU from boot on; 0: none until they are asked for. */
#ifndef CONFIG_TRACE_SAMPLE_HZ
#define CONFIG_TRACE_SAMPLE_HZ 0
#endif

/** Stream from boot: the services of CONFIG_TRACE_STREAM_SERVICES, a mask of TRACE_…; all but sync_all. */
#ifndef CONFIG_TRACE_STREAM
#define CONFIG_TRACE_STREAM 0
#endif

#ifndef CONFIG_TRACE_STREAM_SERVICES
#define CONFIG_TRACE_STREAM_SERVICES 0x2FFF
#endif

/** Send sub-buffers as they are over a second port: see trace_session_set_raw(). */
#ifndef CONFIG_TRACE_RAW
#define CONFIG_TRACE_RAW 0
#endif

/** The thread that drains the rings. */
#ifndef CONFIG_TRACE_DAEMON_PRIORITY
#define CONFIG_TRACE_DAEMON_PRIORITY 1
#endif

#ifndef CONFIG_TRACE_DAEMON_STACK_BYTES
#define CONFIG_TRACE_DAEMON_STACK_BYTES 768
#endif

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

/** CPUs that the kernel uses. */
#ifndef CONFIG_CPUS
#define CONFIG_CPUS 1
#endif

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

/** Longest line, with its end. */
#ifndef CONFIG_SHELL_LINE_BYTES
#define CONFIG_SHELL_LINE_BYTES 128
#endif

/** A cell of a table, a name above all, with its end: a longer one is cut, and ends in three dots. */
#ifndef CONFIG_SHELL_CELL_BYTES
#define CONFIG_SHELL_CELL_BYTES 64
#endif

/** Lines entered before, as many as fit. */
#ifndef CONFIG_SHELL_HISTORY_BYTES
#define CONFIG_SHELL_HISTORY_BYTES 256
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

/** Address where a store of 1 copies the counter to CONFIG_CYCLES_ADDRESS; 0 when that is the counter. */
#ifndef CONFIG_CYCLES_CAPTURE
#define CONFIG_CYCLES_CAPTURE 0
#endif

/** Width of the cycle counter. */
#ifndef CONFIG_CYCLES_BITS
#define CONFIG_CYCLES_BITS 32
#endif

/** The counter at CONFIG_CYCLES_ADDRESS counts down. */
#ifndef CONFIG_CYCLES_DOWN
#define CONFIG_CYCLES_DOWN 0
#endif

/** Address of the network interface, where boards of a family differ; 0: there is none. */
#ifndef CONFIG_ETHERNET_ADDRESS
#define CONFIG_ETHERNET_ADDRESS 0
#endif

/* -------- the demo */

/** The filter takes so many instructions more: a regression to find (tests/host/ci.check, fleet.check). */
#ifndef CONFIG_DEMO_SLOWER
#define CONFIG_DEMO_SLOWER 0
#endif

#include "check.h"

#endif
