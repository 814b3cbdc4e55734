/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming: a low-priority thread drains the event rings to the trace link. A system without threads calls
 * trace_drain_poll() in its main loop instead.
 *
 * The thread waits until the tick finds a closed sub-buffer. After 100 ms it requests that the open
 * sub-buffers are closed too. The thread's own switches and waits are recorded like those of any thread. They
 * can't cause endless work: it wakes up once for each whole sub-buffer, or ten times a second, and causes a
 * few records each time.
 *
 * A thread that makes a request does the work itself, at its own priority. This takes up to 500 bytes of its
 * stack.
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
 * Prepare the drain. Must be called before the other functions here.
 *
 * @param send  sends a whole frame, and must not use it after it returns
 *
 * Context: boot.
 */
void trace_drain_begin(void (*send)(const uint8_t *frame, size_t bytes));

/** Drain the rings forever. Context: a thread of its own. */
SPOOR_NORETURN void trace_drain_run(void);

/**
 * Do one step, see trace_session_step(). For the main loop of a system without a drain thread.
 *
 * @return whether there is more to send now
 *
 * Context: thread.
 */
bool trace_drain_poll(void);

/**
 * Stream all new records, and those already in the rings. Records from before a reset are sent first, as a
 * separate recording; trace_stream_dump() does the same.
 *
 * @param wanted  mask of TRACE_… services to start for the client "stream", besides those that run
 *
 * Context: thread.
 */
void trace_stream_start(uint32_t wanted);

/**
 * Stop the services started by trace_stream_start(), send the remaining records, and stop streaming.
 *
 * Context: thread.
 */
void trace_stream_stop(void);

/**
 * Wait until all earlier records and their counts have been sent. Returns at once if nothing is being
 * streamed or dumped.
 *
 * Context: thread.
 */
void trace_stream_flush(void);

/**
 * Stop recording, send all records in the rings in any mode, and continue recording. Needs
 * CONFIG_TRACE_SELECTION.
 *
 * Context: thread.
 */
#if CONFIG_TRACE_SELECTION
void trace_stream_dump(void);
#endif

struct trace_stream_info {
    bool on;
    const char *link; /**< spoor_port_link_name() */
    uint32_t services;
    uint64_t bytes_sent;
};

/** Get the state of the stream. Context: thread. */
void trace_stream_get_info(struct trace_stream_info *info);

/**
 * Get the number of packets and records sent for one CPU.
 *
 * @return false if there is no such CPU
 *
 * Context: thread.
 */
bool trace_stream_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records);

#else

#define trace_stream_start(wanted) ((void)(wanted))
#define trace_stream_stop()        ((void)0)
#define trace_stream_flush()       ((void)0)
#define trace_stream_dump()        ((void)0)

#endif
SPOOR_EXTERN_C_END

#endif
