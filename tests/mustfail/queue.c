/* SPDX-License-Identifier: BSD-2-Clause */
/* A queue of capacity 0. */
#include <kernel/sync.h>
#include <test/test.h>

TEST("a queue of capacity 0 is refused")
{
    struct queue q;

    queue_init(&q, NULL, 4, 0);
    CHECK(false);
}
