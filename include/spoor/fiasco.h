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
 * @param ident  the client's name, kept by reference
 * @return 0, -EINVAL for unknown flags, or -EEXIST if the client is already registered
 *
 * Context: thread.
 */
int trace_init(unsigned flags, const char *ident) TRACE_NO_INST_FUNC;

/** Start recording. @return 0, or -ENOENT. Context: thread. */
int trace_start(void) TRACE_NO_INST_FUNC;

/** Stop recording for this client. @return 0, or -ENOENT. Context: thread. */
int trace_stop(void) TRACE_NO_INST_FUNC;

/** Request that all records up to each CPU's next tick are sent. @return 0, or -ENOENT. Context: any. */
int trace_flush(void) TRACE_NO_INST_FUNC;

/** Stop, flush, and unregister the client. @return 0, or -ENOENT. Context: thread. */
int trace_done(void) TRACE_NO_INST_FUNC;

SPOOR_EXTERN_C_END

#endif
