/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A streaming session: decides which packet is sent when, for one thread at a time that calls
 * trace_session_step() and one link. It knows no kernel, and never waits: src/profiler/stream/drain.c does.
 */
#ifndef SPOOR_SESSION_H
#define SPOOR_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Requests: bits of a mask. */
enum {
    TRACE_SESSION_START = 1 << 0, /**< send the rings' records; records from before a reset go first */
    TRACE_SESSION_STOP = 1 << 1,  /**< send the remaining records, and end */
    TRACE_SESSION_FLUSH = 1 << 2, /**< send all records until now, and the counts */
    TRACE_SESSION_DUMP = 1 << 3,  /**< stop recording, send all that the rings hold in any mode, go on */
};

/** The next action of the thread. */
enum trace_session_next {
    TRACE_SESSION_AGAIN, /**< step again */
    TRACE_SESSION_DONE,  /**< a request is done; step again */
    TRACE_SESSION_TICK,  /**< step again after the next tick */
    TRACE_SESSION_WAIT, /**< step again after spoor_port_wake_drain() or a request, or trace_session_idle() */
    TRACE_SESSION_OFF,  /**< step again after a request: nothing is streamed */
};

/**
 * Prepare the stream. `send` takes a whole frame and is done with it when it returns; NULL: nothing can be
 * streamed. Context: the thread.
 */
void trace_session_init(void (*send)(const uint8_t *frame, size_t bytes));

/** @return whether there is a link to stream to. Context: any. */
bool trace_session_has_link(void);

/** Ask for something. One request at a time: the next one after TRACE_SESSION_DONE. Context: as for a step.
 */
void trace_session_ask(uint32_t requests);

/** Do the next piece of work: at most one sub-buffer of each CPU. Context: the thread. */
enum trace_session_next trace_session_step(void);

/** Nothing came for a while: have the open sub-buffers closed, so that they are sent. Context: the thread. */
void trace_session_idle(void);

/**
 * Send sub-buffers as they are, for a fast link that changes and loses nothing (memory, a socket): a sixth of
 * the work, and two to three times the bytes. Not for a link with console text. Context: before streaming.
 */
void trace_session_set_raw(bool raw);

/** Tell the wall clock, in ms since 1970: the next header has it. Context: the thread, or before it runs. */
void trace_session_set_wall_clock(uint64_t unix_ms);

/** @return whether records are streamed. Context: any. */
bool trace_session_is_on(void);

/** @return bytes sent so far, frames included. Context: thread. */
uint64_t trace_session_bytes_sent(void);

/** The packets and records of one CPU that were sent. Context: thread. */
void trace_session_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records);

SPOOR_EXTERN_C_END

#endif
