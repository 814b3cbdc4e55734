/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A byte ring for one producer and one consumer, which may be a thread and an interrupt on one CPU.
 *
 * Head and tail are free-running and masked on access, so no spare byte is needed to distinguish full from
 * empty.
 */
#ifndef DRIVERS_RING_H
#define DRIVERS_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
    uint8_t *data;
    uint32_t mask; /**< size - 1 */
    volatile uint32_t head, tail;
};

/** Use `data`, whose size must be a power of two. Context: before first use. */
static inline void ring_init(struct ring *r, void *data, size_t bytes)
{
    r->data = (uint8_t *)data;
    r->mask = (uint32_t)bytes - 1;
    r->head = r->tail = 0;
}

/** @return the number of bytes waiting. Context: any. */
static inline uint32_t ring_used(const struct ring *r)
{
    return r->head - r->tail;
}

/** @return the number of bytes that fit. Context: any. */
static inline uint32_t ring_room(const struct ring *r)
{
    return r->mask + 1 - ring_used(r);
}

/** Append a byte. @return false if the ring is full. Context: the producer. */
static inline bool ring_put(struct ring *r, uint8_t byte)
{
    uint32_t head = r->head;

    if (head - r->tail > r->mask) {
        return false;
    }
    r->data[head & r->mask] = byte;
    r->head = head + 1;
    return true;
}

/** Take the oldest byte. @return it, or -1 if the ring is empty. Context: the consumer. */
static inline int ring_get(struct ring *r)
{
    uint32_t tail = r->tail;

    if (r->head == tail) {
        return -1;
    }
    uint8_t byte = r->data[tail & r->mask];

    r->tail = tail + 1;
    return byte;
}

#endif
