/* SPDX-License-Identifier: BSD-2-Clause */
/* The filter thread. It has the highest priority because it takes blocks from the sampling interrupt. */
#include <kernel/sync.h>
#include <spoor/trace.h>
#include "stages_priv.h"

#define QUEUE_BLOCKS 4

QUEUE_DEF(raw_blocks, struct sample_block, QUEUE_BLOCKS);
THREAD_STACK(stack, STAGE_STACK_BYTES);
static struct thread thread;
static struct fir lowpass;

int filter_offer(const struct sample_block *b)
{
    return queue_put(&raw_blocks, b, WAIT_NONE);
}

#if CONFIG_DEMO_SLOWER > 100
static __attribute__((noinline)) void take_longer(void)
{
    __asm__ volatile(".rept %c0\n\tnop\n\t.endr" ::"i"(CONFIG_DEMO_SLOWER));
}
#endif

static void filter(struct sample_block *b)
{
    TRACE_BLOCK_SCOPED(filter_block);

#if CONFIG_DEMO_SLOWER > 100
    take_longer(); /* a function of its own, so that filter()'s constants stay in reach of its loads */
#elif CONFIG_DEMO_SLOWER
    __asm__ volatile(".rept %c0\n\tnop\n\t.endr" ::"i"(CONFIG_DEMO_SLOWER));
#endif
    fir_block(&lowpass, b->samples, b->samples);
}

static void run(void *arg)
{
    static struct sample_block b;
    uint32_t due = 0;

    (void)arg;
    for (;;) {
        queue_get(&raw_blocks, &b, WAIT_FOREVER);
        if (b.number != due) {
            /* Blocks were lost, so the filter's history doesn't precede this block. */
            trace_point("filter_restarts");
            fir_reset(&lowpass);
        }
        due = b.number + 1;
        filter(&b);
        detector_take(&b);
    }
}

int filter_start(void)
{
    return thread_create(&thread, &(struct thread_attr){
                                      .name = "filter",
                                      .entry = run,
                                      .priority = PRIORITY_FILTER,
                                      .affinity = STAGE_CPU(0),
                                      .stack = stack,
                                      .stack_bytes = sizeof stack,
                                  });
}
