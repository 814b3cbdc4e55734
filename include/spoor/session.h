/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A streaming session decides which packet is sent when. It has one link. Only one thread at a time may call
 * trace_session_step(). The session doesn't depend on a kernel and never waits; src/profiler/stream/drain.c
 * waits.
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
    TRACE_SESSION_START = 1 << 0, /**< send the rings' records; first the records from before a reset */
    TRACE_SESSION_STOP = 1 << 1,  /**< send the remaining records, and stop */
    TRACE_SESSION_FLUSH = 1 << 2, /**< send all records so far, and the counts */
    TRACE_SESSION_DUMP = 1 << 3,  /**< stop recording, send what the rings hold in any mode, continue */
};

/** What the thread must do next. */
enum trace_session_next {
    TRACE_SESSION_AGAIN, /**< step again */
    TRACE_SESSION_DONE,  /**< a request is finished; step again */
    TRACE_SESSION_TICK,  /**< step again after the next tick */
    TRACE_SESSION_WAIT,  /**< step again after spoor_port_wake_drain(), a request or trace_session_idle() */
    TRACE_SESSION_OFF,   /**< nothing is streamed; step again after a request */
};

/**
 * Prepare the stream.
 *
 * @param send  sends a whole frame, and must not use it after it returns; NULL if there is no link
 *
 * Context: the drain.
 */
void trace_session_init(void (*send)(const uint8_t *frame, size_t bytes));

/** @return whether there is a link. Context: any. */
bool trace_session_has_link(void);

/**
 * Make requests. Only one request may be pending at a time: the next must follow TRACE_SESSION_DONE.
 *
 * Context: the drain.
 */
void trace_session_ask(uint32_t requests);

/**
 * Do the next piece of work. Of the rings' records, at most one sub-buffer for each CPU and one more, from
 * the fullest rings.
 *
 * Context: the drain.
 */
enum trace_session_next trace_session_step(void);

/**
 * Request that the open sub-buffers are closed and sent, after a time without a closed one.
 *
 * Context: the drain.
 */
void trace_session_idle(void);

/**
 * Send sub-buffers unencoded. This takes a sixth of the work and two to three times the bytes. Only for a
 * fast link that never damages or loses data (memory, a socket), and not for a link with console text.
 *
 * Context: before streaming.
 */
void trace_session_set_raw(bool raw);

/** Set the wall clock, in ms since 1970. The next header sends it. Context: the drain, or before it runs. */
void trace_session_set_wall_clock(uint64_t unix_ms);

/** @return whether records are streamed. Context: any. */
bool trace_session_is_on(void);

/** @return bytes sent so far, including frames. Context: thread. */
uint64_t trace_session_bytes_sent(void);

/** Get the number of packets and records of one CPU that were sent. Context: thread. */
void trace_session_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records);

SPOOR_EXTERN_C_END

#endif
