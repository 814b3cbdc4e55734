/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events that any RTOS kernel has: their names, fields and services, once for all ports. hooks.h records
 * the first ones; a kernel records the others where they happen. docs/events.md says when each comes.
 */
#ifndef PROFILER_KERNEL_EVENTS_H
#define PROFILER_KERNEL_EVENTS_H

#include <profiler/event.h>

/** Why a thread left its CPU; for waits, the kind of object. The order is that of TRACE_LEFT_NAMES. */
enum trace_left {
    TRACE_LEFT_PREEMPTED,
    TRACE_LEFT_YIELD,
    TRACE_LEFT_SLEEP,
    TRACE_LEFT_SUSPENDED,
    TRACE_LEFT_EXITED,
    TRACE_LEFT_MUTEX,
    TRACE_LEFT_SEM,
    TRACE_LEFT_QUEUE_GET,
    TRACE_LEFT_QUEUE_PUT,
    TRACE_LEFT_IPC_SEND,
    TRACE_LEFT_IPC_REPLY,
    TRACE_LEFT_IPC_RECEIVE,
    TRACE_LEFT_JOIN,
    TRACE_LEFT_BITS = 4,
};
#define TRACE_LEFT_NAMES                                                                                     \
    "preempted|yield|sleep|suspended|exited|mutex|sem|queue_get|queue_put|ipc_send|ipc_reply|ipc_receive|"   \
    "join"

/** How a thread became ready. */
enum trace_wake {
    TRACE_WAKE_GIVEN,
    TRACE_WAKE_TIMEOUT,
    TRACE_WAKE_RESUMED,
    TRACE_WAKE_GONE,
    TRACE_WAKE_BITS = 2
};
#define TRACE_WAKE_NAMES "given|timeout|resumed|gone"

/** A kind of synchronisation object, and for a queue which end of it. */
enum trace_sync {
    TRACE_SYNC_MUTEX,
    TRACE_SYNC_SEM,
    TRACE_SYNC_QUEUE_GET,
    TRACE_SYNC_QUEUE_PUT,
    TRACE_SYNC_BITS = 2,
};
#define TRACE_SYNC_NAMES "mutex|sem|queue_get|queue_put"

/**
 * X(name, service, fields…): one line is all that an event needs. The first 13 take a byte less on the wire:
 * those that come often.
 */
#define TRACE_KERNEL_EVENTS(X)                                                                               \
    X(sched_switch, TRACE_SWITCH, "reason:" TRACE_LEFT_NAMES "/4+next:thread")                               \
    X(sched_wake, TRACE_SWITCH, "how:" TRACE_WAKE_NAMES "/2+thread:thread", "object:ptr")                    \
    X(irq_enter, TRACE_IRQ, "line")                                                                          \
    X(irq_exit, TRACE_IRQ)                                                                                   \
    X(kernel_tick, TRACE_TICK)                                                                               \
    X(ipc_sent, TRACE_IPC, "to:thread")                                                                      \
    X(ipc_received, TRACE_IPC, "from:thread")                                                                \
    X(ipc_replied, TRACE_IPC, "to:thread")                                                                   \
    X(ipc_short, TRACE_IPC_SHORT, "to:thread")                                                               \
    X(sync_wait, TRACE_SYNC, "object:ptr", "kind:" TRACE_SYNC_NAMES)                                         \
    X(sync_give, TRACE_SYNC, "object:ptr", "kind:" TRACE_SYNC_NAMES "/2+to:thread")                          \
    X(timer_expired, TRACE_TIMER, "timer:ptr", "function:ptr")                                               \
    X(priority_set, TRACE_THREAD, "thread:thread", "priority")                                               \
    X(tick_late, TRACE_SWITCH, "since:time")                                                                 \
    X(thread_new, TRACE_THREAD, "thread:thread", "priority", "entry:ptr")                                    \
    X(thread_end, TRACE_THREAD, "code:i32")                                                                  \
    X(cpu_fault, TRACE_FAULT, "pc:ptr", "address:x32", "status:x32", "thread:thread")                        \
    X(kernel_panic, TRACE_FAULT, "caller:ptr")

#define TRACE_KERNEL_EVENT_DECLARE(name, service, ...) TRACE_EVENT_DECLARE(name, TRACE_COUNT(__VA_ARGS__));
TRACE_KERNEL_EVENTS(TRACE_KERNEL_EVENT_DECLARE)

#endif
