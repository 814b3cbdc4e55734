/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bounded queues. An item is handed directly to or from the first waiter, so that no other thread can
 * overtake it. Items are copied with the kernel lock held: keep them small and pass large data by
 * reference.
 */
#include <errno.h>
#include <string.h>
#include <kernel/panic.h>
#include "event_priv.h"

void queue_init(struct queue *q, void *data, size_t item_bytes, size_t capacity)
{
    if (capacity == 0) { /* with no room, put and get would wait for each other */
        panic("queue_init: capacity must be at least 1");
    }
    *q = (struct queue){
        .data = data,
        .item_bytes = (uint32_t)item_bytes,
        .capacity = (uint32_t)capacity,
        .readers = WAIT_QUEUE_INIT(q->readers),
        .writers = WAIT_QUEUE_INIT(q->writers),
    };
}

static void append_locked(struct queue *q, const void *item)
{
    uint32_t at = q->head + q->used;

    if (at >= q->capacity) {
        at -= q->capacity;
    }
    memcpy(q->data + (size_t)at * q->item_bytes, item, q->item_bytes);
    q->used++;
}

static void remove_locked(struct queue *q, void *item)
{
    memcpy(item, q->data + (size_t)q->head * q->item_bytes, q->item_bytes);
    q->head = q->head + 1 < q->capacity ? q->head + 1 : 0;
    q->used--;
}

int queue_put(struct queue *q, const void *item, uint32_t timeout_ms)
{
    uint32_t state = timeout_ms != WAIT_NONE ? kernel_lock_to_wait(__func__) : kernel_lock();
    struct thread *reader = wait_queue_first(&q->readers);
    int result = 0;

    if (reader != NULL) {
        memcpy(reader->msg, item, q->item_bytes);
        event_sync_give(reader, q, TRACE_SYNC_QUEUE_GET);
        wake_locked(reader, 0);
    } else if (q->used < q->capacity) {
        append_locked(q, item);
        event_sync_put(q, TRACE_SYNC_QUEUE_PUT, q->used);
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
    } else {
        struct thread *self = this_cpu()->current;

        self->msg = (void *)item;
        event_sync_wait(self, q, TRACE_SYNC_QUEUE_PUT, NULL);
        wait_begin_locked(&q->writers, THREAD_WAITING, timeout_ms);
        return wait_commit(self, state);
    }
    kernel_unlock(state);
    return result;
}

int queue_get(struct queue *q, void *item, uint32_t timeout_ms)
{
    uint32_t state = timeout_ms != WAIT_NONE ? kernel_lock_to_wait(__func__) : kernel_lock();
    struct thread *writer = wait_queue_first(&q->writers);
    int result = 0;

    if (q->used > 0) {
        remove_locked(q, item);
        event_sync_take(q, TRACE_SYNC_QUEUE_GET, q->used);
        if (writer != NULL) {
            append_locked(q, writer->msg);
            event_sync_give(writer, q, TRACE_SYNC_QUEUE_PUT);
            wake_locked(writer, 0);
        }
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
    } else {
        struct thread *self = this_cpu()->current;

        self->msg = item;
        event_sync_wait(self, q, TRACE_SYNC_QUEUE_GET, NULL);
        wait_begin_locked(&q->readers, THREAD_WAITING, timeout_ms);
        return wait_commit(self, state);
    }
    kernel_unlock(state);
    return result;
}

size_t queue_used(const struct queue *q)
{
    return __atomic_load_n(&q->used, __ATOMIC_RELAXED);
}
