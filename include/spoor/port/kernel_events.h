/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events common to all RTOS kernels: their names, fields and services, shared by all ports. hooks.h
 * records the first ones. The kernel records the others where they happen. docs/events.md describes when each
 * is recorded.
 */
#ifndef SPOOR_PORT_KERNEL_EVENTS_H
#define SPOOR_PORT_KERNEL_EVENTS_H

#include <spoor/util/language.h>
#include <spoor/event.h>

/** Why a thread left its CPU; for waits, the kind of object. The order must match TRACE_LEFT_NAMES. */
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
SPOOR_STATIC_ASSERT((int)TRACE_LEFT_PREEMPTED == SPOOR_WIRE_LEFT_PREEMPTED &&
                        (int)TRACE_LEFT_YIELD == SPOOR_WIRE_LEFT_YIELD &&
                        (int)TRACE_LEFT_EXITED == SPOOR_WIRE_LEFT_EXITED,
                    "readers depend on these numbers");
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

/** A kind of synchronisation object; for queues also the end of the queue. */
enum trace_sync {
    TRACE_SYNC_MUTEX,
    TRACE_SYNC_SEM,
    TRACE_SYNC_QUEUE_GET,
    TRACE_SYNC_QUEUE_PUT,
    TRACE_SYNC_BITS = 2,
};
#define TRACE_SYNC_NAMES "mutex|sem|queue_get|queue_put"

/** An event that only some kernels have. The ports to other systems don't record it. */
#if CONFIG_TRACE_ALL_EVENTS
#define TRACE_SELDOM(X, ...) X(__VA_ARGS__)
#else
#define TRACE_SELDOM(X, ...)
#endif

/** An event of the measurement of masked sections (masked.h). */
#if CONFIG_TRACE_MASKED
#define TRACE_OF_MASKED(X, ...) X(__VA_ARGS__)
#else
#define TRACE_OF_MASKED(X, ...)
#endif

/**
 * X(name, role, service, fields…): this line is all that an event needs. Add new events at the end. The first
 * 13 take a byte less on the wire, so these are the frequent ones. The role is NONE if no reader depends on
 * the event. wire.h defines the position of a role's fields.
 */
#define TRACE_KERNEL_EVENTS(X)                                                                               \
    X(sched_switch, SWITCH, TRACE_SWITCH, "reason:" TRACE_LEFT_NAMES "/4+next:thread")                       \
    X(sched_wake, WAKE, TRACE_SWITCH, "how:" TRACE_WAKE_NAMES "/2+thread:thread", "object:ptr")              \
    X(irq_enter, IRQ_ENTER, TRACE_IRQ, "line:irq")                                                           \
    X(irq_exit, IRQ_EXIT, TRACE_IRQ)                                                                         \
    TRACE_SELDOM(X, kernel_tick, TICK, TRACE_TICK)                                                           \
    TRACE_SELDOM(X, ipc_sent, SENT, TRACE_IPC, "to:thread")                                                  \
    TRACE_SELDOM(X, ipc_received, RECEIVED, TRACE_IPC, "from:thread")                                        \
    TRACE_SELDOM(X, ipc_replied, REPLIED, TRACE_IPC, "to:thread")                                            \
    TRACE_SELDOM(X, ipc_short, IPC_SHORT, TRACE_IPC_SHORT, "to:thread")                                      \
    X(sync_wait, WAIT, TRACE_SYNC, "object:ptr", "kind:" TRACE_SYNC_NAMES "/2+holder:thread")                \
    TRACE_SELDOM(X, sync_give, GIVE, TRACE_SYNC, "object:ptr", "kind:" TRACE_SYNC_NAMES "/2+to:thread")      \
    X(timer_expired, TIMER, TRACE_TIMER, "timer:ptr", "function:ptr")                                        \
    X(priority_set, PRIORITY, TRACE_THREAD, "thread:thread", "priority")                                     \
    X(tick_late, TICK_LATE, TRACE_SWITCH, "since:time")                                                      \
    X(thread_new, THREAD_NEW, TRACE_THREAD, "thread:thread", "priority", "entry:ptr")                        \
    X(thread_end, THREAD_END, TRACE_THREAD, "code:i32")                                                      \
    TRACE_SELDOM(X, cpu_fault, FAULT, TRACE_FAULT, "pc:ptr", "address:x32", "status:x32", "thread:thread")   \
    TRACE_SELDOM(X, kernel_panic, PANIC, TRACE_FAULT, "caller:ptr")                                          \
    X(thread_state, STATE, TRACE_SWITCH, "state:" TRACE_LEFT_NAMES "||runs|ready/4+thread:thread",           \
      "object:ptr", "cpu")                                                                                   \
    X(sync_take, TAKE, TRACE_SYNC_ALL, "object:ptr", "kind:" TRACE_SYNC_NAMES "/2+level")                    \
    X(sync_put, PUT, TRACE_SYNC_ALL, "object:ptr", "kind:" TRACE_SYNC_NAMES "/2+level")                      \
    X(stack_level, STACK_USED, TRACE_MEMORY, "thread:thread", "used", "size")                                \
    X(heap_level, HEAP_USED, TRACE_MEMORY, "used", "free", "largest")                                        \
    TRACE_SELDOM(X, thread_period, PERIOD, TRACE_THREAD, "thread:thread", "period:time", "deadline:time")    \
    TRACE_SELDOM(X, thread_activated, ACTIVATION, TRACE_THREAD, "thread:thread")                             \
    TRACE_OF_MASKED(X, irq_masked, MASKED, TRACE_IRQ, "caller:ptr", "length:time")

/** Define the events of a heap. Use it at file scope, in the one file that records them. */
#define TRACE_MEMORY_EVENTS_DEF()                                                                            \
    TRACE_EVENT_DEF_ROLE(mem_alloc, SPOOR_WIRE_ROLE_ALLOC, TRACE_MEMORY, "address:ptr", "bytes",             \
                         "caller:ptr");                                                                      \
    TRACE_EVENT_DEF_ROLE(mem_free, SPOOR_WIRE_ROLE_FREE, TRACE_MEMORY, "address:ptr", "bytes")

#define TRACE_KERNEL_EVENT_DECLARE(name, role, service, ...)                                                 \
    TRACE_EVENT_DECLARE(name, TRACE_COUNT(name, ##__VA_ARGS__));
TRACE_KERNEL_EVENTS(TRACE_KERNEL_EVENT_DECLARE)

#endif
