/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory check thread, with the lowest priority. Step by step it computes a checksum of the image's
 * code and compares it with the first pass. Between two passes it tests an area of RAM with a pattern.
 */
#include <stdint.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include "crc_priv.h"
#include "stages_priv.h"
#include "store_priv.h"

#define STEP_BYTES    16384
#define STEP_PAUSE_MS 10
#define RAM_WORDS     64

extern const uint8_t text_start[], text_end[];

TRACE_POINT_DEF(memory_errors);

THREAD_STACK(stack, DEEP_STACK_BYTES);
static struct thread thread;
static volatile uint32_t area[RAM_WORDS];

/* @return the start of the next step */
static const uint8_t *sum_image(const uint8_t *from, uint32_t *crc)
{
    TRACE_BLOCK_SCOPED(memcheck_image);
    size_t left = (size_t)(text_end - from);
    size_t n = left < STEP_BYTES ? left : STEP_BYTES;

    *crc = crc32_update(*crc, from, n);
    return from + n;
}

static void check_image(void)
{
    const uint8_t *from = text_start;
    uint32_t crc = 0, first, passes = 0;

    while (from < text_end) {
        from = sum_image(from, &crc);
        thread_sleep(STEP_PAUSE_MS);
    }
    if (store_get(STORE_IMAGE_CRC, &first) != 0) {
        store_put(STORE_IMAGE_CRC, crc);
    } else if (first != crc) {
        trace_point_set(&memory_errors);
    }
    (void)store_get(STORE_IMAGE_PASSES, &passes);
    store_put(STORE_IMAGE_PASSES, passes + 1);
}

/* A march test: each word is read before it is written, which detects a write that changes another word. */
static bool march(uint32_t expected, uint32_t next)
{
    bool good = true;

    for (unsigned i = 0; i < RAM_WORDS; i++) {
        good &= area[i] == (expected ^ i);
        area[i] = next ^ i;
    }
    return good;
}

static void check_ram(void)
{
    TRACE_BLOCK_SCOPED(memcheck_ram);

    (void)march(0, 0x55555555); /* ignores the previous contents */
    if (!march(0x55555555, 0xAAAAAAAA) || !march(0xAAAAAAAA, 0x55555555)) {
        trace_point_set(&memory_errors);
    }
}

static void run(void *arg)
{
    (void)arg;
    for (;;) {
        check_image();
        check_ram();
        trace_point("memory_passes");
    }
}

int memcheck_start(void)
{
    return thread_create(&thread, &(struct thread_attr){
                                      .name = "memcheck",
                                      .entry = run,
                                      .priority = PRIORITY_MEMCHECK,
                                      .stack = stack,
                                      .stack_bytes = sizeof stack,
                                  });
}
