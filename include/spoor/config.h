/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The settings of the profiler and its shell, with their defaults and limits. Define the settings that you
 * change in a file spoor_user.h on the include path, or with -D. All settings are numbers, 0 and 1 for flags,
 * and must be tested with #if.
 */
#ifndef SPOOR_CONFIG_H
#define SPOOR_CONFIG_H

#ifdef __has_include
#if __has_include("spoor_user.h")
#include "spoor_user.h"
#endif
#endif

/* -------- presets: define at most one in spoor_user.h; without a preset every part but three is included */

/** Preset: also the parts of the shell that a product needs less often. */
#ifdef SPOOR_FULL
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
#endif

/** Preset: only points and blocks, which the program reads by C calls. */
#ifdef SPOOR_COUNTERS
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS 0
#endif
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL 0
#endif
#endif

/**
 * Preset: the smallest recorder. As SPOOR_RECORDER, but sub-buffers are sent unchanged, for a link that loses
 * nothing and carries no text; objects have no names, and ticks must not be rare.
 */
#ifdef SPOOR_LEAN
#ifndef SPOOR_RECORDER
#define SPOOR_RECORDER
#endif
#ifndef CONFIG_TRACE_ENCODED
#define CONFIG_TRACE_ENCODED 0
#endif
#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 0
#endif
#ifndef CONFIG_TRACE_CLEARS
#define CONFIG_TRACE_CLEARS 0
#endif
#ifndef CONFIG_TRACE_COPIES
#define CONFIG_TRACE_COPIES CONFIG_TRACE_CLEARS
#endif
#ifndef CONFIG_TRACE_RARE_TICKS
#define CONFIG_TRACE_RARE_TICKS 0
#endif
#endif

/**
 * Preset: the events of the kernel and of the program, and the stream. CONFIG_TRACE_STREAM or
 * trace_stream_start() starts the stream.
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
#ifndef CONFIG_TRACE_CLIENTS
#define CONFIG_TRACE_CLIENTS CONFIG_TRACE_SHELL
#endif
#ifndef CONFIG_TRACE_LOSSES_BY_ID
#define CONFIG_TRACE_LOSSES_BY_ID CONFIG_TRACE_SHELL
#endif
#endif

/* -------- profiler */

/** The whole profiler. With 0 no code or data of it remains. */
#ifndef CONFIG_TRACE
#define CONFIG_TRACE 1
#endif

/** Points and blocks. With 0 they expand to nothing; events are not affected. */
#ifndef CONFIG_TRACE_BLOCKS
#define CONFIG_TRACE_BLOCKS 1
#endif

/**
 * Measure net and self time of blocks besides wall time. Costs 32 bytes for each block and 8 for each open
 * entry.
 */
#ifndef CONFIG_TRACE_NET
#define CONFIG_TRACE_NET 1
#endif

/**
 * Make each use of a point, block or event one instruction that is exchanged to switch it off
 * (docs/trace.md). 1: by the host, `spoor switch`, in the ELF file or the binary. 2: also by the program,
 * whose code must then be in RAM. An event that is switched off in this way doesn't evaluate its words. Needs
 * binutils 2.35.
 */
#ifndef CONFIG_TRACE_PATCHED
#define CONFIG_TRACE_PATCHED 0
#endif

/** With CONFIG_TRACE_PATCHED: whether all of them are on as built. */
#ifndef CONFIG_TRACE_PATCHED_ON
#define CONFIG_TRACE_PATCHED_ON 1
#endif

/** Keep a histogram of each block's durations. Costs about 15 instructions for each visit. */
#ifndef CONFIG_TRACE_HISTOGRAM
#define CONFIG_TRACE_HISTOGRAM 0
#endif

/**
 * Buckets of a histogram for each power of two: 1, 2, 4 or 8, which take 132, 256, 496 or 960 bytes for each
 * block. The error of a percentile is at most one bucket: an eighth of its value with 8.
 */
#ifndef CONFIG_TRACE_HISTOGRAM_STEPS
#define CONFIG_TRACE_HISTOGRAM_STEPS 8
#endif

/**
 * Keep the longest section with interrupts masked, and who masked them (masked.h). Costs two calls and two
 * reads of the counter for each section. On another system, code that masks interrupts must call
 * spoor_masked_begin() and spoor_masked_end().
 */
#ifndef CONFIG_TRACE_MASKED
#define CONFIG_TRACE_MASKED 0
#endif

/**
 * Store the names and places of points, blocks and events in flash. With 0 they are only in the ELF file: the
 * shell shows IDs, and `spoor names` lists the name of each ID.
 */
#ifndef CONFIG_TRACE_NAMES
#define CONFIG_TRACE_NAMES 1
#endif

/** Maximum number of conditions set at the same time. */
#ifndef CONFIG_TRACE_TRIGGERS
#define CONFIG_TRACE_TRIGGERS 4
#endif

/**
 * Maximum number of blocks that enter and leave keep open in one context. Costs 12 bytes each in every
 * thread, 20 with CONFIG_TRACE_NET.
 */
#ifndef CONFIG_TRACE_DEPTH
#define CONFIG_TRACE_DEPTH 4
#endif

/** Maximum number of blocks whose visits longer than a wrap of the counter are measured. */
#ifndef CONFIG_TRACE_LONG_BLOCKS
#define CONFIG_TRACE_LONG_BLOCKS 4
#endif

/**
 * Events: rings, and the records that points, blocks and the kernel write to them. Without CONFIG_TRACE there
 * are none.
 */
#if !CONFIG_TRACE
#undef CONFIG_TRACE_EVENTS
#endif
#ifndef CONFIG_TRACE_EVENTS
#define CONFIG_TRACE_EVENTS CONFIG_TRACE
#endif

/**
 * Define the kernel events that no port to another system records: messages, hand-overs, periods, faults and
 * the tick. Without it, a program that records them itself doesn't compile.
 */
#ifndef CONFIG_TRACE_ALL_EVENTS
#define CONFIG_TRACE_ALL_EVENTS 0
#endif

/** Size of a ring, of which each CPU has one, and the number of its sub-buffers. */
#ifndef CONFIG_TRACE_RING_BYTES
#define CONFIG_TRACE_RING_BYTES 4096
#endif

#ifndef CONFIG_TRACE_RING_SUBBUFS
#define CONFIG_TRACE_RING_SUBBUFS 8
#endif

/**
 * Maximum number of sub-buffers of a ring, a power of two, if the program chooses the size of the rings at
 * start-up with trace_ring_memory(). Costs 2 bytes each per CPU. 0: all rings have CONFIG_TRACE_RING_BYTES.
 */
#ifndef CONFIG_TRACE_RING_MEMORY
#define CONFIG_TRACE_RING_MEMORY 0
#endif

/**
 * Number of IDs whose losses are counted separately: 16, plus one for each event, block and point. Costs 4
 * bytes each per CPU.
 */
#ifndef CONFIG_TRACE_IDS
#define CONFIG_TRACE_IDS 128
#endif

/**
 * Maximum bytes of data in one record, which a sub-buffer must have room for. The stream sends more than 192
 * in several packets. Records of threads have room for 8 bytes less of the thread's name, at most 184.
 */
#ifndef CONFIG_TRACE_DATA_BYTES
#define CONFIG_TRACE_DATA_BYTES 64
#endif

/**
 * Count points with a plain increment, which loses counts. Only for tests/mustfail/fail-stress.mk, which
 * checks that the tests detect lost counts.
 */
#ifndef CONFIG_TRACE_PLAIN_COUNT
#define CONFIG_TRACE_PLAIN_COUNT 0
#endif

/**
 * Record events of up to three words by restartable sequences (spoor/port/restart.h), which mask no
 * interrupts. Only for this system's kernel, whose interrupts restart them.
 */
#ifndef CONFIG_TRACE_RESTARTABLE
#define CONFIG_TRACE_RESTARTABLE 0
#endif

/** Don't restart them. Only for tests/mustfail/fail-restart.mk, which checks that the tests detect it. */
#ifndef CONFIG_TRACE_RESTART_LOST
#define CONFIG_TRACE_RESTART_LOST 0
#endif

/**
 * Allow ticks to be irregular, or to stop while the CPU sleeps. Costs about 40 instructions for each event.
 * Implied if CONFIG_TICK_HZ is below the counter's rate / 2^20.
 */
#ifndef CONFIG_TRACE_TICKLESS
#define CONFIG_TRACE_TICKLESS 0
#endif

/**
 * Maximum number of objects named by trace_name(). Costs 12 bytes each. With 0 the stream sends no names of
 * objects and interrupts: they are shown by their addresses and numbers.
 */
#ifndef CONFIG_TRACE_NAMED
#define CONFIG_TRACE_NAMED 32
#endif

/**
 * Encode records on the link with predictions, in less than half of the bytes. This takes more instructions
 * for each event, and 1 KB of RAM per CPU; docs/benchmarks.md has the costs. A packet needs those before it:
 * if one is lost, so are the records up to the next reset of the predictions. That is after
 * CONFIG_TRACE_DENSE_RECORDS records, and with each header, every second.
 */
#ifndef CONFIG_TRACE_DENSE
#define CONFIG_TRACE_DENSE 0
#endif
#ifndef CONFIG_TRACE_DENSE_RECORDS
#define CONFIG_TRACE_DENSE_RECORDS 4096
#endif

/**
 * Seconds between two repetitions of the header, the threads, the names and the counts, with which a reader
 * can join late. At 115,200 baud, ten threads and as many names take about 3 % of a link each second.
 */
#ifndef CONFIG_TRACE_STATE_SECONDS
#define CONFIG_TRACE_STATE_SECONDS 1
#endif

/**
 * Parts of the events that can be omitted to save memory; docs/benchmarks.md has the size of each.
 *
 * ENCODED: encode records on the link. Without it sub-buffers are sent unchanged, at about 7 bytes for each
 * event instead of 3.
 *
 * RING_MODES: the ring modes overwrite and stop.
 *
 * SURVIVORS: records that survive a reset.
 *
 * FILTERS: filters by threads and CPUs.
 *
 * SELECTION: dumps, and switching single events on and off. The shell, FILTERS and RING_MODES need it.
 *
 * VISITS: visits and triggers as events.
 *
 * COSTS: the measured costs of records.
 *
 * DATA: events with data, TRACE_DATA_DEF(), and names of threads in the ring.
 *
 * CLIENTS: several clients, each with its own services. Without it, all clients start and stop the same
 * services, and only one thread at a time may change them. The shell and function tracing need it.
 *
 * LOSSES_BY_ID: count losses for each event besides their sum. Costs 4 bytes of RAM for each of
 * CONFIG_TRACE_IDS. The shell needs it.
 *
 * CLEARS: trace_rings_clear(). The shell and SURVIVORS need it.
 *
 * COPIES: copy a sub-buffer before it is sent, so that the ring has room for another one meanwhile. Costs the
 * RAM of one. Without it, RING_MODES and CLEARS must be 0: they take sub-buffers from the reader.
 *
 * RARE_TICKS: ticks further apart than 2^20 cycles, which is known at start-up, and CONFIG_TRACE_TICKLESS.
 * Without it, the system refuses to start with such a tick.
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
#ifndef CONFIG_TRACE_CLIENTS
#define CONFIG_TRACE_CLIENTS 1
#endif
#ifndef CONFIG_TRACE_LOSSES_BY_ID
#define CONFIG_TRACE_LOSSES_BY_ID 1
#endif
#ifndef CONFIG_TRACE_CLEARS
#define CONFIG_TRACE_CLEARS 1
#endif
#ifndef CONFIG_TRACE_COPIES
#define CONFIG_TRACE_COPIES 1
#endif
#ifndef CONFIG_TRACE_RARE_TICKS
#define CONFIG_TRACE_RARE_TICKS 1
#endif

/** Record stacks with events. Needs CONFIG_TRACE_EVENTS. The build adds unwind tables to all code. */
#ifndef CONFIG_TRACE_STACKS
#define CONFIG_TRACE_STACKS 0
#endif

/**
 * Number of return addresses whose frame layout is cached: 0, or a multiple of four. Costs 12 bytes each per
 * CPU.
 */
#ifndef CONFIG_TRACE_STACK_CACHE
#define CONFIG_TRACE_STACK_CACHE 32
#endif

/** Function tracing. FUNCTIONS in an image's file selects the functions. Needs CONFIG_TRACE_EVENTS. */
#ifndef CONFIG_TRACE_FUNCTION
#define CONFIG_TRACE_FUNCTION 0
#endif

/**
 * Function tracing by the first instruction of each function, instead of calls that the compiler inserts: the
 * number of traced calls that may be open at a time, in all threads and interrupts. Off, a function takes one
 * more instruction. `spoor switch` switches functions on, or the program with CONFIG_TRACE_PATCHED 2. Costs
 * 16 bytes of RAM and 4 of flash each, and 12 to 16 bytes of flash per function. 0: by inserted calls. Needs
 * CONFIG_TRACE_FUNCTION. On Arm (32 bits) and RV32 with compressed instructions.
 */
#ifndef CONFIG_TRACE_FUNCTION_PATCHED
#define CONFIG_TRACE_FUNCTION_PATCHED 0
#endif

/** Entries in the target's table of functions, 32 bytes each; 0 for no table. */
#ifndef CONFIG_TRACE_FUNCTION_TABLE
#define CONFIG_TRACE_FUNCTION_TABLE 0
#endif

/**
 * Names of instrumented functions on the target, for trace_functions and coverage. Costs 8 to 12 bytes of
 * flash per function, and its name. On RISC-V the names are missing. Needs CONFIG_TRACE_FUNCTION.
 */
#ifndef CONFIG_TRACE_FUNCTION_NAMES
#define CONFIG_TRACE_FUNCTION_NAMES 0
#endif

/** Maximum depth of calls in one context that the table follows. Costs 16 bytes each in every thread. */
#ifndef CONFIG_TRACE_FUNCTION_DEPTH
#define CONFIG_TRACE_FUNCTION_DEPTH 8
#endif

/** Maximum number of address ranges that select functions. */
#ifndef CONFIG_TRACE_FUNCTION_FILTERS
#define CONFIG_TRACE_FUNCTION_FILTERS 4
#endif

/** Samples: a timer records regularly where each CPU is (spoor/sample.h). The build adds unwind tables. */
#ifndef CONFIG_TRACE_SAMPLES
#define CONFIG_TRACE_SAMPLES 0
#endif

/**
 * Rows in the table of samples, 16 bytes each; 0 for no table. A row counts one function in one thread or
 * interrupt level.
 */
#ifndef CONFIG_TRACE_SAMPLE_TABLE
#define CONFIG_TRACE_SAMPLE_TABLE 64
#endif

/** Samples per second on each CPU from boot on; 0 if sampling starts only on request. */
#ifndef CONFIG_TRACE_SAMPLE_HZ
#define CONFIG_TRACE_SAMPLE_HZ 0
#endif

/**
 * Stream from boot on. CONFIG_TRACE_STREAM_SERVICES is the mask of TRACE_… services that the stream starts;
 * by default all but sync_all.
 */
#ifndef CONFIG_TRACE_STREAM
#define CONFIG_TRACE_STREAM 0
#endif

#ifndef CONFIG_TRACE_STREAM_SERVICES
#define CONFIG_TRACE_STREAM_SERVICES 0x2FFF
#endif

/** Send sub-buffers unencoded over a second port: see trace_session_set_raw(). */
#ifndef CONFIG_TRACE_RAW
#define CONFIG_TRACE_RAW 0
#endif

/** Priority and stack of the thread that drains the rings. */
#ifndef CONFIG_TRACE_DAEMON_PRIORITY
#define CONFIG_TRACE_DAEMON_PRIORITY 1
#endif

#ifndef CONFIG_TRACE_DAEMON_STACK_BYTES
#define CONFIG_TRACE_DAEMON_STACK_BYTES 1024
#endif

/** Number of CPUs. */
#ifndef CONFIG_CPUS
#define CONFIG_CPUS 1
#endif

/* -------- cycle counter, at CONFIG_CYCLES_ADDRESS */

/**
 * Address to which storing 1 copies the counter to CONFIG_CYCLES_ADDRESS; 0 if the counter itself is at
 * CONFIG_CYCLES_ADDRESS.
 */
#ifndef CONFIG_CYCLES_CAPTURE
#define CONFIG_CYCLES_CAPTURE 0
#endif

/** Width of the cycle counter in bits. */
#ifndef CONFIG_CYCLES_BITS
#define CONFIG_CYCLES_BITS 32
#endif

/** The counter counts down. */
#ifndef CONFIG_CYCLES_DOWN
#define CONFIG_CYCLES_DOWN 0
#endif

/* -------- shell */

/** The commands trace_points, trace_blocks and others, and the line editor. */
#ifndef CONFIG_TRACE_SHELL
#define CONFIG_TRACE_SHELL CONFIG_TRACE
#endif

/**
 * Parts of the shell that a product needs less often: docs/freertos.md has the size of
 * each. SPOOR_FULL sets all.
 *
 * CONDITIONS: -w. The functions of trigger.h don't need it.
 *
 * COSTS: -o and --less-own, the measured cost of a visit.
 *
 * RATES: --rate.
 *
 * PLACES: points and blocks selected by file, line or function. Needs CONFIG_TRACE_NAMES.
 *
 * SUMMARIES: the commands tbprof and coverage, and trace_blocks --open.
 */
#ifndef CONFIG_SHELL_CONDITIONS
#define CONFIG_SHELL_CONDITIONS 0
#endif
#ifndef CONFIG_SHELL_COSTS
#define CONFIG_SHELL_COSTS 0
#endif
#ifndef CONFIG_SHELL_RATES
#define CONFIG_SHELL_RATES 0
#endif
#ifndef CONFIG_SHELL_PLACES
#define CONFIG_SHELL_PLACES 0
#endif
#ifndef CONFIG_SHELL_SUMMARIES
#define CONFIG_SHELL_SUMMARIES 0
#endif

/** Size of the longest line, including its NUL. */
#ifndef CONFIG_SHELL_LINE_BYTES
#define CONFIG_SHELL_LINE_BYTES 128
#endif

/** Size of a table cell, including its NUL. A longer text, usually a name, is cut and ends in three dots. */
#ifndef CONFIG_SHELL_CELL_BYTES
#define CONFIG_SHELL_CELL_BYTES 64
#endif

/** Size of the buffer of earlier lines. */
#ifndef CONFIG_SHELL_HISTORY_BYTES
#define CONFIG_SHELL_HISTORY_BYTES 256
#endif

/**
 * Memory for sorted tables. If SPOOR_MALLOC is NULL, tables are in source order, and the C library's heap,
 * which needs _sbrk(), isn't linked.
 */
#ifndef SPOOR_MALLOC
#define SPOOR_MALLOC(bytes) malloc(bytes)
#define SPOOR_FREE(address) free(address)
#endif
#ifndef SPOOR_FREE
#define SPOOR_FREE(address) ((void)(address))
#endif

/* ======== limits: each message says why */

/* -------- profiler */

#if CONFIG_TRACE_PATCHED < 0 || CONFIG_TRACE_PATCHED > 2
#error "CONFIG_TRACE_PATCHED is 0, 1 or 2: off, switched by the host, or also by the program"
#endif
#if CONFIG_TRACE_PATCHED == 2 && CONFIG_CPUS > 1
#error                                                                                                       \
    "CONFIG_TRACE_PATCHED 2 needs CONFIG_CPUS 1: another CPU may execute a 32-bit instruction while it is changed"
#endif
#if CONFIG_TRACE_DEPTH < 1 || CONFIG_TRACE_DEPTH > 255
#error "CONFIG_TRACE_DEPTH is 1 to 255: every thread and interrupt level reserves room for this many blocks"
#endif
#if CONFIG_TRACE_TRIGGERS < 1 || CONFIG_TRACE_TRIGGERS > 32
#error "CONFIG_TRACE_TRIGGERS is 1 to 32: each trigger has one bit in a word"
#endif
#if CONFIG_TRACE_LONG_BLOCKS < 0 || CONFIG_TRACE_LONG_BLOCKS > 8
#error "CONFIG_TRACE_LONG_BLOCKS is 0 to 8: a block's first long visit searches with interrupts masked"
#endif
#if CONFIG_TRACE_HISTOGRAM_STEPS != 1 && CONFIG_TRACE_HISTOGRAM_STEPS != 2 &&                                \
    CONFIG_TRACE_HISTOGRAM_STEPS != 4 && CONFIG_TRACE_HISTOGRAM_STEPS != 8
#error "CONFIG_TRACE_HISTOGRAM_STEPS is 1, 2, 4 or 8: the bucket is computed from the bits of the duration"
#endif
#if CONFIG_TRACE_IDS < 17 || CONFIG_TRACE_IDS > 1024
#error "CONFIG_TRACE_IDS is 17 to 1024: 16 are fixed, and a record's header has 10 bits for the ID"
#endif
#if CONFIG_TRACE_DATA_BYTES < 16 || CONFIG_TRACE_DATA_BYTES > 4096 || CONFIG_TRACE_DATA_BYTES % 4 != 0
#error "CONFIG_TRACE_DATA_BYTES is 16 to 4096, a multiple of 4: readers have room for no more"
#endif
#if CONFIG_TRACE_DENSE && !CONFIG_TRACE_ENCODED
#error "CONFIG_TRACE_DENSE needs CONFIG_TRACE_ENCODED: it is another encoding"
#endif
#if CONFIG_TRACE_DENSE_RECORDS < 1
#error "CONFIG_TRACE_DENSE_RECORDS is at least 1: the next packet can then be read without others"
#endif
#if CONFIG_TRACE_RING_SUBBUFS < 2
#error "CONFIG_TRACE_RING_SUBBUFS is at least 2: one is read while another is written"
#endif
#if CONFIG_TRACE_RING_MEMORY != 0 &&                                                                         \
    (CONFIG_TRACE_RING_MEMORY < CONFIG_TRACE_RING_SUBBUFS || CONFIG_TRACE_RING_MEMORY > 4096 ||              \
     (CONFIG_TRACE_RING_MEMORY & (CONFIG_TRACE_RING_MEMORY - 1)) != 0 ||                                     \
     (CONFIG_TRACE_RING_SUBBUFS & (CONFIG_TRACE_RING_SUBBUFS - 1)) != 0)
#error                                                                                                       \
    "CONFIG_TRACE_RING_MEMORY is 0, or CONFIG_TRACE_RING_SUBBUFS to 4096, and both are powers of two: places are masked"
#endif
/* core/ring.h checks longer records. This file is also read where only one of the settings is set. */
#if CONFIG_TRACE_DATA_BYTES <= 192 &&                                                                        \
    CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS < 96 + CONFIG_TRACE_DATA_BYTES
#error "CONFIG_TRACE_RING_BYTES is too small: a sub-buffer must hold its header and the longest record"
#endif
#if CONFIG_TRACE_RING_BYTES / CONFIG_TRACE_RING_SUBBUFS > 524288
#error "CONFIG_TRACE_RING_BYTES is too large: the records of a sub-buffer are counted in 16 bits"
#endif
#if !CONFIG_TRACE_BLOCKS && (CONFIG_TRACE_SHELL || CONFIG_TRACE_VISITS || CONFIG_TRACE_COSTS ||              \
                             CONFIG_TRACE_HISTOGRAM || CONFIG_TRACE_FUNCTION)
#error                                                                                                       \
    "CONFIG_TRACE_BLOCKS 0 needs CONFIG_TRACE_SHELL, _VISITS, _COSTS, _HISTOGRAM and _FUNCTION 0: they use points and blocks"
#endif
#if !CONFIG_TRACE_SELECTION && (CONFIG_TRACE_SHELL || CONFIG_TRACE_FILTERS || CONFIG_TRACE_RING_MODES)
#error                                                                                                       \
    "CONFIG_TRACE_SELECTION 0 needs CONFIG_TRACE_SHELL, _FILTERS and _RING_MODES 0: they omit records, which the stream must report"
#endif
#if !CONFIG_TRACE_CLIENTS && (CONFIG_TRACE_SHELL || CONFIG_TRACE_FUNCTION)
#error "CONFIG_TRACE_CLIENTS 0 needs CONFIG_TRACE_SHELL and _FUNCTION 0: they are clients besides the stream"
#endif
#if !CONFIG_TRACE_LOSSES_BY_ID && CONFIG_TRACE_SHELL
#error "CONFIG_TRACE_LOSSES_BY_ID 0 needs CONFIG_TRACE_SHELL 0: the shell shows the losses of each event"
#endif
#if !CONFIG_TRACE_CLEARS && (CONFIG_TRACE_SHELL || CONFIG_TRACE_SURVIVORS)
#error "CONFIG_TRACE_CLEARS 0 needs CONFIG_TRACE_SHELL and _SURVIVORS 0: both discard records"
#endif
#if !CONFIG_TRACE_COPIES && (CONFIG_TRACE_RING_MODES || CONFIG_TRACE_CLEARS)
#error "CONFIG_TRACE_COPIES 0 needs CONFIG_TRACE_RING_MODES and _CLEARS 0: they discard what is being sent"
#endif
#if CONFIG_TRACE_TICKLESS && !CONFIG_TRACE_RARE_TICKS
#error "CONFIG_TRACE_TICKLESS needs CONFIG_TRACE_RARE_TICKS: a tick that stops is as good as a rare one"
#endif
#if CONFIG_TRACE_NAMED < 0
#error "CONFIG_TRACE_NAMED is at least 0: it is the number of elements of an array"
#endif
#if CONFIG_TRACE_STATE_SECONDS < 1 || CONFIG_TRACE_STATE_SECONDS > 1800
#error "CONFIG_TRACE_STATE_SECONDS is 1 to 1800: readers reject times more than an hour after the last header"
#endif
#if CONFIG_TRACE_STACKS && !CONFIG_TRACE_DATA
#error "CONFIG_TRACE_STACKS needs CONFIG_TRACE_DATA: a stack is an event with data"
#endif
#if CONFIG_TRACE_STACK_CACHE < 0 || CONFIG_TRACE_STACK_CACHE > 1024 || CONFIG_TRACE_STACK_CACHE % 4 != 0
#error "CONFIG_TRACE_STACK_CACHE is 0 to 1024, a multiple of 4: the cache has sets of four entries"
#endif
#if CONFIG_TRACE_FUNCTION_NAMES && !CONFIG_TRACE_FUNCTION
#error "CONFIG_TRACE_FUNCTION_NAMES needs CONFIG_TRACE_FUNCTION: only instrumented functions have names"
#endif
#if CONFIG_TRACE_FUNCTION_PATCHED < 0 || CONFIG_TRACE_FUNCTION_PATCHED > 4096
#error "CONFIG_TRACE_FUNCTION_PATCHED is 0 to 4096: the number of traced calls that may be open at a time"
#endif
#if CONFIG_TRACE_FUNCTION_PATCHED && !CONFIG_TRACE_FUNCTION
#error "CONFIG_TRACE_FUNCTION_PATCHED needs CONFIG_TRACE_FUNCTION: it is about how functions are traced"
#endif
#if CONFIG_TRACE_FUNCTION_PATCHED && CONFIG_TRACE_FUNCTION_NAMES
#error "CONFIG_TRACE_FUNCTION_PATCHED and CONFIG_TRACE_FUNCTION_NAMES use the same room before a function"
#endif
#if CONFIG_TRACE_FUNCTION_TABLE < 0 || CONFIG_TRACE_FUNCTION_TABLE > 65535
#error "CONFIG_TRACE_FUNCTION_TABLE is 0 to 65535: the hash has 16 bits"
#endif
#if CONFIG_TRACE_FUNCTION_DEPTH < 1 || CONFIG_TRACE_FUNCTION_DEPTH > 255
#error "CONFIG_TRACE_FUNCTION_DEPTH is 1 to 255: the depth is stored in one byte"
#endif
#if CONFIG_TRACE_SAMPLE_TABLE < 0 || CONFIG_TRACE_SAMPLE_TABLE > 1024
#error "CONFIG_TRACE_SAMPLE_TABLE is 0 to 1024: a sample may search the whole table with interrupts masked"
#endif
#if CONFIG_TRACE_SAMPLE_HZ < 0 || CONFIG_TRACE_SAMPLE_HZ > 20000
#error "CONFIG_TRACE_SAMPLE_HZ is 0 to 20000: a sample takes about 300 instructions"
#endif

/* -------- shell */

#if CONFIG_SHELL_LINE_BYTES < 32 || CONFIG_SHELL_LINE_BYTES > 1024
#error "CONFIG_SHELL_LINE_BYTES is 32 to 1024: the shell's stack holds two lines"
#endif
#if CONFIG_SHELL_CELL_BYTES < 16 || CONFIG_SHELL_CELL_BYTES > 255
#error "CONFIG_SHELL_CELL_BYTES is 16 to 255: a column's width is stored in one byte"
#endif
#if CONFIG_SHELL_HISTORY_BYTES < CONFIG_SHELL_LINE_BYTES
#error "CONFIG_SHELL_HISTORY_BYTES is at least CONFIG_SHELL_LINE_BYTES: the history must hold one line"
#endif

/* ISO C requires a declaration in each source, even if a setting removes everything else. */
#ifndef __ASSEMBLER__
typedef int spoor_config_read;
#endif

#endif
