/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming: a thread of low priority drains the event rings into the trace link, which is the board's
 * second serial port or, between pieces of text, the console.
 *
 * The thread waits until the tick finds a closed part, or for 100 ms, after which it has the open parts
 * closed too. Its own switches and waits are recorded like any thread's, since they are facts; they don't
 * feed back: it wakes once for a whole part, or ten times a second, and causes a few records each time. The
 * link causes no interrupts: it is polled.
 */
#ifndef KERNEL_TRACE_STREAM_H
#define KERNEL_TRACE_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#if CONFIG_TRACE_EVENTS

/**
 * Stream what is recorded from now on, and what the rings hold already. What they hold from before a reset
 * goes ahead, as a recording of its own; likewise with trace_stream_dump().
 *
 * @param services  mask of TRACE_… to start besides those that run, as the client "stream"
 *
 * Context: thread.
 */
void trace_stream_start(uint32_t services);

/** Stop the services that trace_stream_start() started, send what is left, and end. Context: thread. */
void trace_stream_stop(void);

/** Wait until all that was recorded before has been sent, with its counts; nothing unless streaming or
 * dumping. Context: thread. */
void trace_stream_flush(void);

/** Stop recording, send all that the rings hold, in any mode, and go on. Context: thread. */
void trace_stream_dump(void);

struct trace_stream_info {
    bool on;
    const char *link; /**< "uart" or "console" */
    uint32_t services;
    uint64_t bytes_sent;
};

/** Describe the state. Context: thread. */
void trace_stream_get_info(struct trace_stream_info *info);

/** What was sent of one CPU. @return false past the last CPU. Context: thread. */
bool trace_stream_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records);

#endif
#endif
