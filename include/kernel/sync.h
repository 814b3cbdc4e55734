/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mutex, counting semaphore and bounded queue. Waiters are served most urgent first.
 */
#ifndef KERNEL_SYNC_H
#define KERNEL_SYNC_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <kernel/thread.h>

SPOOR_EXTERN_C_BEGIN

/** Recursive lock with an owner; the owner inherits the priority of the most urgent waiter, along chains. */
struct mutex {
    struct thread *owner;
    uint32_t depth;
    struct wait_queue waiters;
    struct spoor_list held; /**< in the owner's list */
};

#define MUTEX_INIT(self)                                                                                     \
    {                                                                                                        \
        .waiters = WAIT_QUEUE_INIT((self).waiters), .held = SPOOR_LIST_INIT((self).held)                     \
    }

/** Make `m` an unlocked mutex. Context: any. */
void mutex_init(struct mutex *m);

/** @return 0, or -ETIMEDOUT. Context: thread. */
int mutex_lock(struct mutex *m, uint32_t timeout_ms);

/** @return 0, or -EPERM when the caller isn't the owner. Context: thread. */
int mutex_unlock(struct mutex *m);

struct sem {
    uint32_t count, limit;
    struct wait_queue waiters;
};

#define SEM_INIT(self, count_, limit_)                                                                       \
    {                                                                                                        \
        (count_), (limit_), WAIT_QUEUE_INIT((self).waiters)                                                  \
    }

/** Make `s` a semaphore with `count` of at most `limit`. Context: any. */
void sem_init(struct sem *s, uint32_t count, uint32_t limit);

/** Take one. @return 0, or -ETIMEDOUT. Context: thread; any with WAIT_NONE. */
int sem_wait(struct sem *s, uint32_t timeout_ms);

/** Give one back; straight to the first waiter if there is one. @return 0, or -EOVERFLOW. Context: any. */
int sem_post(struct sem *s);

/** @return the count now. Context: any. */
uint32_t sem_value(const struct sem *s);

/** A bounded queue of messages of one size, copied in and out. */
struct queue {
    uint8_t *data;
    uint32_t item_bytes, capacity;
    uint32_t head, used;
    struct wait_queue readers, writers;
};

/** Define a queue for `capacity` items of `type`, at file scope. */
#define QUEUE_DEF(name, type, capacity_)                                                                     \
    SPOOR_STATIC_ASSERT((capacity_) > 0, "a queue holds at least one item");                                 \
    static type name##_data[capacity_];                                                                      \
    static struct queue name = {.data = (uint8_t *)name##_data,                                              \
                                .item_bytes = sizeof(type),                                                  \
                                .capacity = (capacity_),                                                     \
                                .readers = WAIT_QUEUE_INIT(name.readers),                                    \
                                .writers = WAIT_QUEUE_INIT(name.writers)}

/** Make `q` an empty queue over `data`, of item_bytes * capacity; a capacity of 0 is a panic. Context: any.
 */
void queue_init(struct queue *q, void *data, size_t item_bytes, size_t capacity);

/** Append a copy of `*item`. @return 0, or -ETIMEDOUT when it stayed full. Context: thread; any with
 * WAIT_NONE. */
int queue_put(struct queue *q, const void *item, uint32_t timeout_ms);

/** Take the oldest into `*item`. @return 0, or -ETIMEDOUT when it stayed empty. Context: thread; any with
 * WAIT_NONE. */
int queue_get(struct queue *q, void *item, uint32_t timeout_ms);

/** @return items waiting. Context: any. */
size_t queue_used(const struct queue *q);

SPOOR_EXTERN_C_END

#endif
