/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function tracing with the calls that the Fiasco microkernel's tracing had. They start and stop only
 * function tracing; service.h starts and stops any service.
 *
 *     trace_init(TRACE_NO_FLAGS, "demo");
 *     trace_start(); … trace_stop();
 *     trace_done();
 */
#ifndef SPOOR_FIASCO_H
#define SPOOR_FIASCO_H

#include <spoor/util/language.h>
#include <spoor/event.h>
#include <spoor/function.h>
#include <spoor/service.h>

SPOOR_EXTERN_C_BEGIN

/** Flags of trace_init(). */
enum {
    TRACE_NO_FLAGS =
        0, /**< functions, and events that show their context: threads, switches, IPC, interrupts */
    TRACE_NO_SERVER = 1 << 0, /**< functions only; each record has its thread */
    /** Go on without the kernel's events if they can't be recorded. They always can: it changes nothing. */
    TRACE_ALLOW_SERVERFAIL = 1 << 1,
};

/** The kernel's services by the names that they had there, for trace_service_start(). There is no unmapping.
 */
enum {
    KTRACE_EVENT_IPC = TRACE_IPC,
    KTRACE_EVENT_PAGEFAULT = TRACE_FAULT,
    KTRACE_EVENT_CONTEXT_SWITCH = TRACE_SWITCH,
    KTRACE_EVENT_IPC_SHORTCUT = TRACE_IPC_SHORT,
    KTRACE_EVENT_IRQ_RAISED = TRACE_IRQ,
    KTRACE_EVENT_TIMER_IRQ = TRACE_TICK,
    KTRACE_EVENT_THREAD_EX_REGS = TRACE_THREAD,
};

/**
 * Register the program as a client of function tracing. The other calls do nothing and return -ENOENT before
 * this call.
 *
 * @param flags  TRACE_NO_FLAGS, TRACE_NO_SERVER, TRACE_ALLOW_SERVERFAIL
 * @param ident  the program's name, kept by reference. It is also in the trace, so that the host can tell
 *               programs apart
 * @return 0, -EINVAL for unknown flags, or -EEXIST if the client is already registered
 *
 * Context: thread.
 */
int trace_init(unsigned flags, const char *ident) TRACE_NO_INST_FUNC;

/** Start recording. @return 0, or -ENOENT. Context: thread. */
int trace_start(void) TRACE_NO_INST_FUNC;

/** Stop recording for this client. @return 0, or -ENOENT. Context: thread. */
int trace_stop(void) TRACE_NO_INST_FUNC;

/**
 * Send all records so far, and return when the link has taken them. Doesn't wait for a tick, unless a thread
 * was preempted while it filled a record of data. Called from an interrupt, it only requests that all records
 * up to each CPU's next tick are sent. If nothing is streamed, the records stay in the rings.
 *
 * @return 0, or -ENOENT
 *
 * Context: any.
 */
int trace_flush(void) TRACE_NO_INST_FUNC;

/** Stop, flush, and unregister the client. @return 0, or -ENOENT. Context: thread. */
int trace_done(void) TRACE_NO_INST_FUNC;

/* ------------------------------------------------------------------ own records */

/**
 * Record two numbers, as the event simple_rec, while functions are recorded. Each use in the source is an
 * event with its own ID and place.
 *
 * Context: any.
 * Cost:    like trace_event() with two words.
 */
#define trace_simple_rec(data, type)                                                                         \
    do {                                                                                                     \
        const uint32_t trace_rec_data = (data), trace_rec_type = (uint8_t)(type);                            \
        TRACE_EVENT_DEF(simple_rec, TRACE_FUNCTION, "data:x32", "type");                                     \
        trace_event(simple_rec, trace_rec_data, trace_rec_type);                                             \
    } while (0)

#if !defined(__cplusplus) && CONFIG_TRACE_DATA

/**
 * Get room for an own record in the enclosing block, aligned to 8 bytes and zeroed. The caller fills it, and
 * records it with trace_put_rec(). There was no such call in Fiasco, where a record belonged to the ring
 * before it was filled, and only the buffer's own thread could read it.
 *
 * @param size  bytes, a constant
 * @return the room; NULL if `size` is above TRACE_DATA_MAX or functions aren't recorded
 *
 * Context: any.
 */
#define trace_get_rec(size)                                                                                  \
    ((size) <= TRACE_DATA_MAX && (trace_services() & TRACE_FUNCTION)                                         \
         ? (void *)((uint64_t[1 + ((size) + 7) / 8]){(size)} + 1)                                            \
         : NULL)

/** Record what trace_get_rec() returned, as the event own_rec. Nothing for NULL. Context: any. */
#define trace_put_rec(rec)                                                                                   \
    do {                                                                                                     \
        const uint64_t *trace_rec = (const uint64_t *)(const void *)(rec);                                   \
        TRACE_DATA_DEF(own_rec, TRACE_FUNCTION, "data:hex");                                                 \
        if (trace_rec != NULL) {                                                                             \
            trace_data(own_rec, trace_rec, (size_t)trace_rec[-1]);                                           \
        }                                                                                                    \
    } while (0)

#endif

SPOOR_EXTERN_C_END

#endif
