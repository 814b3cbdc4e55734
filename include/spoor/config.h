/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The settings of the profiler and its shell, their defaults and limits. Define those that you change in a
 * file spoor_user.h on the include path, or by -D. All are numbers, 0 and 1 for flags, and are tested with
 * #if.
 */
#ifndef SPOOR_CONFIG_H
#define SPOOR_CONFIG_H

#ifdef __has_include
#if __has_include("spoor_user.h")
#include "spoor_user.h"
#endif
#endif

/* -------- ready sizes: one word in spoor_user.h; without it there is everything */

/** Points and blocks, which the program reads by C calls. */
#ifdef SPOOR_COUNTERS
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 0
#endif
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL 0
#endif
#endif

/** The kernel's events, the program's, and the stream, which CONFIG_TRACE_STREAM or trace_stream_start()
 * begins.
 */
#ifdef SPOOR_RECORDER
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL 0
#endif
#ifndef CONFIG_TRACE_BLOCKS
#define CONFIG_TRACE_BLOCKS CONFIG_TRACE_SHELL
#endif
#ifndef CONFIG_TRACE_NAMES
#define CONFIG_TRACE_NAMES CONFIG_TRACE_SHELL
#endif
#ifndef CONFIG_TRACE_RING_MODES
#define CONFIG_TRACE_RING_MODES 0
#endif
#ifndef CONFIG_TRACE_SURVIVORS
#define CONFIG_TRACE_SURVIVORS 0
#endif
#ifndef CONFIG_TRACE_SELECTION
#define CONFIG_TRACE_SELECTION CONFIG_TRACE_SHELL
#endif
#ifndef CONFIG_TRACE_FILTERS
#define CONFIG_TRACE_FILTERS 0
#endif
#ifndef CONFIG_TRACE_VISITS
#define CONFIG_TRACE_VISITS 0
#endif
#ifndef CONFIG_TRACE_COSTS
#define CONFIG_TRACE_COSTS 0
#endif
#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 16
#endif
#ifndef CONFIG_TRACE_DATA
#define CONFIG_TRACE_DATA 0
#endif
#endif

/* -------- profiler */

/** The profiler as a whole; 0 leaves no byte of it. */
#ifndef CONFIG_TRACE
#define CONFIG_TRACE 1
#endif

/** Points and blocks; with 0 they expand to nothing, and events remain. */
#ifndef CONFIG_TRACE_BLOCKS
#define CONFIG_TRACE_BLOCKS 1
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

/** Blocks that may be open in one context by enter and leave; 12 bytes each in every thread, 20 with
 * CONFIG_TRACE_NET. */
#ifndef CONFIG_TRACE_DEPTH
#define CONFIG_TRACE_DEPTH 4
#endif

/** Blocks that may have visits longer than a wrap of the counter, measured in full. */
#ifndef CONFIG_TRACE_LONG_BLOCKS
#define CONFIG_TRACE_LONG_BLOCKS 4
#endif

/** Events: rings, and the records that points, blocks and the kernel write into them. Needs CONFIG_TRACE. */
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 1
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

/** Objects that can have a name by trace_name(); 12 bytes each. */
#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 32
#endif

/**
 * Parts of the events that can be left out, each for its bytes (docs/benchmarks.md): encoded records on the
 * link, without which a sub-buffer goes as it is, in some 7 bytes an event rather than 3; the ring modes
 * overwrite and stop; records that survive a reset; filters by threads and CPUs; with the shell and those
 * two, events switched off one by one, and dumps; visits and triggers as events; the measured costs of
 * records; events with data, TRACE_DATA_DEF(), and names of threads in the ring.
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
#ifndef CONFIG_TRACE_SELECTION
#define CONFIG_TRACE_SELECTION 1
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
#define CONFIG_TRACE_DAEMON_STACK_BYTES 1024
#endif

/** CPUs that run the program. */
#ifndef CONFIG_CPUS
#define CONFIG_CPUS 1
#endif

/* -------- cycle counter, at CONFIG_CYCLES_ADDRESS */

/** Address where a store of 1 copies the counter to CONFIG_CYCLES_ADDRESS; 0 when that is the counter. */
#ifndef CONFIG_CYCLES_CAPTURE
#define CONFIG_CYCLES_CAPTURE 0
#endif

/** Width of the cycle counter. */
#ifndef CONFIG_CYCLES_BITS
#define CONFIG_CYCLES_BITS 32
#endif

/** The counter counts down. */
#ifndef CONFIG_CYCLES_DOWN
#define CONFIG_CYCLES_DOWN 0
#endif

/* -------- shell */

/** The commands trace_points, trace_blocks and so on, and the line editor. */
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL CONFIG_TRACE
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

/**
 * Memory for sorted tables. NULL: they come in the order of the source, and the C library's heap, which wants
 * _sbrk(), isn't linked.
 */
#ifndef SPOOR_MALLOC
#define SPOOR_MALLOC(bytes) malloc(bytes)
#define SPOOR_FREE(address) free(address)
#endif
#ifndef SPOOR_FREE
#define SPOOR_FREE(address) ((void)(address))
#endif

/* ======== limits: each sentence says why */

/* -------- profiler */

#if CONFIG_TRACE_DEPTH < 1 || CONFIG_TRACE_DEPTH > 255
#error "CONFIG_TRACE_DEPTH is 1 to 255: every thread and interrupt level has room for so many open blocks"
#endif
#if CONFIG_TRACE_TRIGGERS < 1 || CONFIG_TRACE_TRIGGERS > 32
#error "CONFIG_TRACE_TRIGGERS is 1 to 32: one bit each says whose action a context runs"
#endif
#if CONFIG_TRACE_LONG_BLOCKS < 0 || CONFIG_TRACE_LONG_BLOCKS > 8
#error "CONFIG_TRACE_LONG_BLOCKS is 0 to 8: a block's first long visit searches with interrupts masked"
#endif
#if CONFIG_TRACE_HISTOGRAM_STEPS != 1 && CONFIG_TRACE_HISTOGRAM_STEPS != 2 &&                                \
    CONFIG_TRACE_HISTOGRAM_STEPS != 4 && CONFIG_TRACE_HISTOGRAM_STEPS != 8
#error "CONFIG_TRACE_HISTOGRAM_STEPS is 1, 2, 4 or 8: a bucket is found by the bits of the duration"
#endif
#if CONFIG_TRACE_IDS < 17 || CONFIG_TRACE_IDS > 1024
#error "CONFIG_TRACE_IDS is 17 to 1024: 16 are fixed, and a record's header has 10 bits for them"
#endif
#if CONFIG_TRACE_DATA_BYTES < 16 || CONFIG_TRACE_DATA_BYTES > 192 || CONFIG_TRACE_DATA_BYTES % 4 != 0
#error "CONFIG_TRACE_DATA_BYTES is 16 to 192, whole words: a packet holds the record with its header"
#endif
#if CONFIG_TRACE_RING_SUBBUFS < 2
#error "CONFIG_TRACE_RING_SUBBUFS is at least 2: one is read while another is written"
#endif
#if CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS < 96 + CONFIG_TRACE_DATA_BYTES
#error "CONFIG_TRACE_RING_BYTES is too small: a sub-buffer holds its header and the longest record"
#endif
#if CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS > 524288
#error "CONFIG_TRACE_RING_BYTES is too large: the records of a sub-buffer are counted in 16 bits"
#endif
#if !CONFIG_TRACE_BLOCKS && (CONFIG_TRACE_SHELL || CONFIG_TRACE_VISITS || CONFIG_TRACE_COSTS ||              \
                             CONFIG_TRACE_HISTOGRAM || CONFIG_TRACE_FUNCTION)
#error                                                                                                       \
    "CONFIG_TRACE_BLOCKS 0 needs CONFIG_TRACE_SHELL, _VISITS, _COSTS, _HISTOGRAM and _FUNCTION 0: they are about points and blocks, or use them"
#endif
#if !CONFIG_TRACE_SELECTION && (CONFIG_TRACE_SHELL || CONFIG_TRACE_FILTERS || CONFIG_TRACE_RING_MODES)
#error                                                                                                       \
    "CONFIG_TRACE_SELECTION 0 needs CONFIG_TRACE_SHELL, _FILTERS and _RING_MODES 0: they leave records out, and readers must know"
#endif
#if CONFIG_TRACE_STACKS && !CONFIG_TRACE_DATA
#error "CONFIG_TRACE_STACKS needs CONFIG_TRACE_DATA: a stack is an event with data"
#endif
#if CONFIG_TRACE_STACK_CACHE < 0 || CONFIG_TRACE_STACK_CACHE > 1024 || CONFIG_TRACE_STACK_CACHE % 4 != 0
#error "CONFIG_TRACE_STACK_CACHE is 0 to 1024, by four: an address has four places"
#endif
#if CONFIG_TRACE_FUNCTION_TABLE < 0 || CONFIG_TRACE_FUNCTION_TABLE > 65535
#error "CONFIG_TRACE_FUNCTION_TABLE is 0 to 65535: a hash of 16 bits reaches every place"
#endif
#if CONFIG_TRACE_FUNCTION_DEPTH < 1 || CONFIG_TRACE_FUNCTION_DEPTH > 255
#error "CONFIG_TRACE_FUNCTION_DEPTH is 1 to 255: the depth is one byte"
#endif
#if CONFIG_TRACE_SAMPLE_TABLE < 0 || CONFIG_TRACE_SAMPLE_TABLE > 1024
#error "CONFIG_TRACE_SAMPLE_TABLE is 0 to 1024: a sample looks at each place with interrupts masked, at worst"
#endif
#if CONFIG_TRACE_SAMPLE_HZ < 0 || CONFIG_TRACE_SAMPLE_HZ > 20000
#error "CONFIG_TRACE_SAMPLE_HZ is 0 to 20000: a sample takes some 300 instructions"
#endif

/* -------- shell */

#if CONFIG_SHELL_LINE_BYTES < 32 || CONFIG_SHELL_LINE_BYTES > 1024
#error "CONFIG_SHELL_LINE_BYTES is 32 to 1024: the shell's stack holds two lines"
#endif
#if CONFIG_SHELL_CELL_BYTES < 16 || CONFIG_SHELL_CELL_BYTES > 255
#error "CONFIG_SHELL_CELL_BYTES is 16 to 255: a column's width is one byte"
#endif
#if CONFIG_SHELL_HISTORY_BYTES < CONFIG_SHELL_LINE_BYTES
#error "CONFIG_SHELL_HISTORY_BYTES is at least CONFIG_SHELL_LINE_BYTES: it holds one line"
#endif

/* ISO C wants a declaration in each source, also where a setting leaves out the rest. */
#ifndef __ASSEMBLER__
typedef int spoor_config_read;
#endif

#endif
