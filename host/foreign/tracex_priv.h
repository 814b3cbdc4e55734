/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The buffer of ThreadX's event trace, which TraceX opens, as tx_trace.h describes it: a header, the registry
 * of objects, and a ring of entries. All are words in the target's byte order; pointers are of the target.
 */
#ifndef FOREIGN_TRACEX_PRIV_H
#define FOREIGN_TRACEX_PRIV_H

#include <foreign/foreign.h>
#include <foreign/sink.h>

enum tracex_id {
    TRACEX_RESUME = 1,
    TRACEX_SUSPEND = 2,
    TRACEX_TIME_SLICE = 5,
    TRACEX_BLOCK_ALLOCATE = 10,
    TRACEX_BYTE_ALLOCATE = 20,
    TRACEX_FLAGS_GET = 32,
    TRACEX_MUTEX_GET = 52,
    TRACEX_QUEUE_FRONT_SEND = 63,
    TRACEX_QUEUE_RECEIVE = 68,
    TRACEX_QUEUE_SEND = 69,
    TRACEX_SEMAPHORE_GET = 83,
    TRACEX_PRIORITY_CHANGE = 108,
    TRACEX_RELINQUISH = 109,
};

/* Why a thread doesn't run, tx_thread_state. */
enum {
    TRACEX_READY = 0,
    TRACEX_COMPLETED = 1,
    TRACEX_TERMINATED = 2,
    TRACEX_SUSPENDED = 3,
    TRACEX_SLEEP = 4,
    TRACEX_QUEUE_SUSP = 5,
    TRACEX_SEMAPHORE_SUSP = 6,
    TRACEX_EVENT_FLAG = 7,
    TRACEX_BLOCK_MEMORY = 8,
    TRACEX_BYTE_MEMORY = 9,
    TRACEX_MUTEX_SUSP = 13,
    TRACEX_CHANGES_PRIORITY = 14, /* only while the kernel changes it */
    TRACEX_STATES,
};
#define TRACEX_STATE_NAMES                                                                                   \
    "ready|completed|terminated|suspended|sleep|queue|semaphore|event_flags|block_pool|byte_pool|io|file|"   \
    "network|mutex|priority_change"

struct tracex_event {
    uint16_t id;
    uint8_t role;
    const char *name, *fields;
    const char *order; /* which of the four words of information each field has, from '1' */
};

/* @return what an ID means, or NULL if ThreadX doesn't define it */
const struct tracex_event *tracex_event(uint32_t id);

/* @return the name of another ID: of FileX, NetX, USBX, or the application */
void tracex_name(char *name, size_t room, uint32_t id);

#endif
