/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming: a thread of low priority drains the event rings into the trace link; a system without threads
 * calls trace_drain_poll() in its loop.
 *
 * The thread waits until the tick finds a closed sub-buffer, or for 100 ms, after which it has the open ones
 * closed too. Its own switches and waits are recorded like any thread's; they don't feed back: it wakes once
 * for a whole sub-buffer, or ten times a second, and causes a few records each time.
 *
 * A thread that asks for something does the work itself, with its own priority: it takes up to 500 bytes of
 * its stack.
 */
#ifndef SPOOR_STREAM_H
#define SPOOR_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

/**
 * Prepare the drain. `send` takes a whole frame and is done with it when it returns. Context: boot, before
 * all others here.
 */
void trace_drain_begin(void (*send)(const uint8_t *frame, size_t bytes));

/** Drain the rings for ever. Context: a thread of its own. */
SPOOR_NORETURN void trace_drain_run(void);

/**
 * Do one step: send at most a sub-buffer of each CPU. Without a thread that drains: in the main loop.
 *
 * @return whether more can be sent at once
 *
 * Context: thread.
 */
bool trace_drain_poll(void);

/**
 * Stream all records from now on, and those that the rings hold already. Records from before a reset are sent
 * first, as a recording of their own; trace_stream_dump() does the same.
 *
 * @param wanted  mask of TRACE_… to start besides those that run, as the client "stream"
 *
 * Context: thread.
 */
void trace_stream_start(uint32_t wanted);

/**
 * Stop the services that trace_stream_start() started, send the remaining records, and end. Context: thread.
 */
void trace_stream_stop(void);

/**
 * Wait until all earlier records have been sent, with their counts; returns at once unless streaming or
 * dumping. Context: thread.
 */
void trace_stream_flush(void);

/** Stop recording, send all records in the rings, in any mode, and go on. With CONFIG_TRACE_SELECTION.
 * Context: thread. */
#if CONFIG_TRACE_SELECTION
void trace_stream_dump(void);
#endif

struct trace_stream_info {
    bool on;
    const char *link; /**< spoor_port_link_name() */
    uint32_t services;
    uint64_t bytes_sent;
};

/** Describe the state. Context: thread. */
void trace_stream_get_info(struct trace_stream_info *info);

/** Counts of one CPU's sent packets. @return false past the last CPU. Context: thread. */
bool trace_stream_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records);

#else

#define trace_stream_start(wanted) ((void)(wanted))
#define trace_stream_stop()        ((void)0)
#define trace_stream_flush()       ((void)0)
#define trace_stream_dump()        ((void)0)

#endif
SPOOR_EXTERN_C_END

#endif
