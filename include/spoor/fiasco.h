/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function tracing by the calls that the tracing of the Fiasco microkernel had. They start and stop function
 * tracing only; service.h starts and stops anything.
 *
 *     trace_init(TRACE_NO_FLAGS, "demo");
 *     trace_start(); … trace_stop();
 *     trace_done();
 */
#ifndef SPOOR_FIASCO_H
#define SPOOR_FIASCO_H

#include <spoor/util/language.h>
#include <spoor/function.h>

SPOOR_EXTERN_C_BEGIN

/** Flags of trace_init(). */
enum {
    TRACE_NO_FLAGS =
        0, /**< functions, and the events that tell their context: threads, switches, IPC, interrupts */
    TRACE_NO_SERVER = 1 << 0, /**< functions alone */
};

/**
 * Register the program as a client of function tracing.
 *
 * @param flags  TRACE_NO_FLAGS or TRACE_NO_SERVER
 * @param ident  the client's name, kept by reference
 * @return 0, -EINVAL for unknown flags, or -EEXIST when it was called before
 *
 * Context: thread. Before this call the four below do nothing, and return -ENOENT.
 */
int trace_init(unsigned flags, const char *ident) TRACE_NO_INST_FUNC;

/** Begin to record. @return 0, or -ENOENT. Context: thread. */
int trace_start(void) TRACE_NO_INST_FUNC;

/** End recording, as far as this client wants it. @return 0, or -ENOENT. Context: thread. */
int trace_stop(void) TRACE_NO_INST_FUNC;

/** Have all that is recorded sent, up to the next tick of each CPU. @return 0, or -ENOENT. Context: any. */
int trace_flush(void) TRACE_NO_INST_FUNC;

/** Stop, flush, and forget the client. @return 0, or -ENOENT. Context: thread. */
int trace_done(void) TRACE_NO_INST_FUNC;

SPOOR_EXTERN_C_END

#endif
