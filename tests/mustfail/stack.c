/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursion past the end of a stack. Memory below the stack is reserved, so that the overflow damages nothing
 * else.
 */
#include <kernel/thread.h>
#include <test/test.h>

#define STACK_BYTES 512
#define FRAME_BYTES 64

static struct {
    uint8_t below[2048];
    uint8_t stack[STACK_BYTES];
} memory __attribute__((aligned(8)));

static struct thread thread;

/*
 * Each frame is written, and used after the call, so that no frame is optimized away. A switch follows the
 * last one: before, it might save a context that doesn't fit although the thread's own frames do.
 */
static __attribute__((noinline, noclone)) unsigned dig(unsigned depth)
{
    volatile uint8_t frame[FRAME_BYTES];

    for (unsigned i = 0; i < FRAME_BYTES; i++) {
        frame[i] = (uint8_t)depth;
    }
    if (depth == 0) {
        thread_sleep(1);
        return frame[0];
    }
    return dig(depth - 1) + frame[FRAME_BYTES - 1];
}

static void entry(void *arg)
{
    (void)arg;
    (void)dig(STACK_BYTES / FRAME_BYTES + 4);
}

TEST("a thread overflows its stack")
{
    const struct thread_attr attr = {
        .name = "digger",
        .entry = entry,
        .priority = THREAD_PRIORITY_MIN,
        .stack = memory.stack,
        .stack_bytes = sizeof(memory.stack),
    };

    REQUIRE(thread_create(&thread, &attr) == 0);
    (void)thread_join(&thread, NULL, WAIT_FOREVER);
}
