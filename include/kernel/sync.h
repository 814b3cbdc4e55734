/* SPDX-License-Identifier: BSD-2-Clause */
/* Mutex, counting semaphore and bounded queue. Waiters are served in order of priority. */
#ifndef KERNEL_SYNC_H
#define KERNEL_SYNC_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <kernel/thread.h>

SPOOR_EXTERN_C_BEGIN

/**
 * A recursive lock with an owner. The owner inherits the highest priority of the waiters, along chains of
 * mutexes.
 */
struct mutex {
    struct thread *owner;
    uint32_t depth;
    struct wait_queue waiters;
    struct spoor_list held; /**< node in the owner's list */
};

#define MUTEX_INIT(self)                                                                                     \
    {                                                                                                        \
        .waiters = WAIT_QUEUE_INIT((self).waiters), .held = SPOOR_LIST_INIT((self).held)                     \
    }

/** Initialize `m` as an unlocked mutex. Context: any. */
void mutex_init(struct mutex *m);

/** Lock a mutex. @return 0, or -ETIMEDOUT. Context: thread. */
int mutex_lock(struct mutex *m, uint32_t timeout_ms);

/** Unlock a mutex. @return 0, or -EPERM if the caller isn't the owner. Context: thread. */
int mutex_unlock(struct mutex *m);

struct sem {
    uint32_t count, limit;
    struct wait_queue waiters;
};

#define SEM_INIT(self, count_, limit_)                                                                       \
    {                                                                                                        \
        (count_), (limit_), WAIT_QUEUE_INIT((self).waiters)                                                  \
    }

/** Initialize `s` with `count`, of at most `limit`. Context: any. */
void sem_init(struct sem *s, uint32_t count, uint32_t limit);

/**
 * Decrement the count, waiting while it is 0. @return 0, or -ETIMEDOUT. Context: thread; any with
 * WAIT_NONE.
 */
int sem_wait(struct sem *s, uint32_t timeout_ms);

/** Wake the first waiter, or increment the count if there is none. @return 0, or -EOVERFLOW. Context: any. */
int sem_post(struct sem *s);

/** @return the current count. Context: any. */
uint32_t sem_value(const struct sem *s);

/** A bounded queue of items of one size, copied in and out. */
struct queue {
    uint8_t *data;
    uint32_t item_bytes, capacity;
    uint32_t head, used;
    struct wait_queue readers, writers;
};

/** Define a queue for `capacity_` items of `type`. Must be used at file scope. */
#define QUEUE_DEF(name, type, capacity_)                                                                     \
    SPOOR_STATIC_ASSERT((capacity_) > 0, "a queue must have room for at least one item");                    \
    static type name##_data[capacity_];                                                                      \
    static struct queue name = {.data = (uint8_t *)name##_data,                                              \
                                .item_bytes = sizeof(type),                                                  \
                                .capacity = (capacity_),                                                     \
                                .readers = WAIT_QUEUE_INIT(name.readers),                                    \
                                .writers = WAIT_QUEUE_INIT(name.writers)}

/**
 * Initialize `q` as an empty queue with the buffer `data`, of item_bytes * capacity. Panics if the capacity
 * is 0. Context: any.
 */
void queue_init(struct queue *q, void *data, size_t item_bytes, size_t capacity);

/**
 * Append a copy of `*item`. @return 0, or -ETIMEDOUT if the queue stayed full. Context: thread; any with
 * WAIT_NONE.
 */
int queue_put(struct queue *q, const void *item, uint32_t timeout_ms);

/**
 * Take the oldest item into `*item`. @return 0, or -ETIMEDOUT if the queue stayed empty. Context: thread;
 * any with WAIT_NONE.
 */
int queue_get(struct queue *q, void *item, uint32_t timeout_ms);

/** @return the number of items in the queue. Context: any. */
size_t queue_used(const struct queue *q);

SPOOR_EXTERN_C_END

#endif
