/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues. */
#include <errno.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "worker.h"

struct item {
    uint32_t number;
    uint8_t letter;
};

QUEUE_DEF(q, struct item, 3);

static void put_three(void *arg)
{
    const char *letters = arg;

    for (uint32_t i = 0; i < 3; i++) {
        struct item item = {i, (uint8_t)letters[i]};

        CHECK_EQ(queue_put(&q, &item, WAIT_FOREVER), 0);
    }
}

static void get_three(void *arg)
{
    struct item item;

    (void)arg;
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(queue_get(&q, &item, WAIT_FOREVER), 0);
        log_add((char)item.letter);
    }
}

TEST("a queue keeps the order and content of items, also when it wraps")
{
    struct item item;

    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < 2; i++) {
            item = (struct item){round * 10 + i, 'x'};
            CHECK_EQ(queue_put(&q, &item, WAIT_NONE), 0);
        }
        CHECK_EQ(queue_used(&q), 2);
        for (uint32_t i = 0; i < 2; i++) {
            CHECK_EQ(queue_get(&q, &item, WAIT_NONE), 0);
            CHECK_EQ(item.number, round * 10 + i);
        }
    }
    CHECK_EQ(queue_get(&q, &item, WAIT_NONE), -ETIMEDOUT);
    CHECK_EQ(queue_get(&q, &item, 3), -ETIMEDOUT);
}

TEST("writers wait while the queue is full, and are served in order")
{
    struct item item;

    log_clear();
    worker_start(0, HIGH, put_three, "abc");
    worker_start(1, HIGH, put_three, "def");
    CHECK_EQ(queue_used(&q), 3);
    item = (struct item){0, 'x'};
    CHECK_EQ(queue_put(&q, &item, WAIT_NONE), -ETIMEDOUT);
    CHECK_EQ(queue_put(&q, &item, 3), -ETIMEDOUT);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(queue_get(&q, &item, WAIT_NONE), 0);
        log_add((char)item.letter);
    }
    CHECK_STR(log_text(), "abcdef");
    worker_join(0);
    worker_join(1);
}

TEST("readers wait while the queue is empty, and get an item directly from the writer")
{
    struct item item = {7, 'p'};

    log_clear();
    worker_start(0, HIGH, get_three, NULL);
    CHECK_EQ(queue_put(&q, &item, WAIT_NONE), 0);
    CHECK_EQ(queue_used(&q), 0);
    CHECK_STR(log_text(), "p");
    worker_start(1, LOW, put_three, "qrs");
    worker_join(0);
    worker_join(1);
    CHECK_STR(log_text(), "pqr");
    CHECK_EQ(queue_get(&q, &item, WAIT_NONE), 0);
    CHECK_EQ(item.letter, 's');
}
