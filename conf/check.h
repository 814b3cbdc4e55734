/* SPDX-License-Identifier: BSD-2-Clause */
/* The limits of the settings, included by default.h. Each sentence says why. */
#ifndef CONF_CHECK_H
#define CONF_CHECK_H

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

/* -------- trace link */

#if CONFIG_TRACE_LINK_IRQ + CONFIG_TRACE_LINK_RTT + CONFIG_TRACE_LINK_ITM + CONFIG_TRACE_LINK_SEMIHOST +     \
        CONFIG_TRACE_LINK_UDP >                                                                              \
    1
#error "CONFIG_TRACE_LINK_IRQ, _RTT, _ITM, _SEMIHOST and _UDP: one at most, for the trace leaves by one link"
#endif
#if CONFIG_TRACE_LINK_BYTES < 512 || (CONFIG_TRACE_LINK_BYTES & (CONFIG_TRACE_LINK_BYTES - 1)) != 0
#error "CONFIG_TRACE_LINK_BYTES is a power of two from 512 on: a place in the buffer is found by its bits"
#endif

/* -------- kernel */

#if CONFIG_CPUS < 1 || CONFIG_CPUS > 8
#error "CONFIG_CPUS is 1 to 8: a thread's affinity has 8 bits"
#endif
#if CONFIG_TICK_HZ < 1 || CONFIG_TICK_HZ > 100000
#error "CONFIG_TICK_HZ is 1 to 100000: a tick of less than 10 us leaves no time for threads"
#endif
#if CONFIG_SLICE_TICKS < 1 || CONFIG_SLICE_TICKS > 255
#error "CONFIG_SLICE_TICKS is 1 to 255: the ticks left are one byte"
#endif
#if CONFIG_IRQ_HANDLERS < 1
#error "CONFIG_IRQ_HANDLERS is at least 1: the tick is one"
#endif
#if CONFIG_NVIC_LINES < 32 || CONFIG_NVIC_LINES > 480 || CONFIG_NVIC_LINES % 32 != 0
#error "CONFIG_NVIC_LINES is 32 to 480, by 32: a register of the controller has a bit for each of 32 lines"
#endif
#if CONFIG_MAIN_PRIORITY < 1 || CONFIG_MAIN_PRIORITY > 31 || CONFIG_SHELL_PRIORITY < 1 ||                    \
    CONFIG_SHELL_PRIORITY > 31 || CONFIG_TRACE_DAEMON_PRIORITY < 1 || CONFIG_TRACE_DAEMON_PRIORITY > 31
#error "a thread's priority is 1 to 31: 0 is the idle thread's, and one word has a bit for each"
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

#endif
