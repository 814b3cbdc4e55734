/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampling interrupt: about 1000 per second, each as if it emptied a converter's FIFO of eight samples.
 * Its period is jittered by a fifth in both directions, so that it doesn't lock phase with the tick. It
 * uses the board's spare timer if there is one, otherwise a one-shot timer of the kernel.
 */
#include <stddef.h>
#include <drivers/board.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <spoor/trace.h>
#include "signal_priv.h"
#include "stages_priv.h"

#define FIFO_SAMPLES 8
#define RATE_HZ      (SIGNAL_RATE_HZ / FIFO_SAMPLES)
#define JITTER_HZ    (RATE_HZ / 5)
#define IRQ_LEVEL    1

TRACE_BLOCK_DEF(sample_isr);
TRACE_POINT_DEF(overruns);

static struct signal input;
static uint32_t jitter = 1;
static struct sample_block block;
static unsigned filled;
static struct timer timer;

static void take_samples(void)
{
    TRACE_BLOCK_SCOPE(&sample_isr);

    for (unsigned i = 0; i < FIFO_SAMPLES; i++) {
        block.samples[filled++] = signal_next(&input);
    }
    if (filled == FIR_BLOCK_SAMPLES) {
        trace_point("sample_blocks");
        if (filter_offer(&block) != 0) {
            trace_point_set(&overruns);
        }
        block.number++;
        filled = 0;
    }
}

static void sample_isr_own_timer(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;

    (void)line;
    t->ops->ack(t);
    t->ops->start(t, RATE_HZ - JITTER_HZ + noise_next(&jitter) % (2 * JITTER_HZ));
    take_samples();
}

static void sample_isr_kernel_timer(void *arg)
{
    (void)arg;
    timer_start(&timer, 1 + noise_next(&jitter) % 2, 0);
    take_samples();
}

int sampler_start(void)
{
    /* If the profiler takes samples, it uses the spare timer. */
    const struct timer_dev *t = CONFIG_TRACE_SAMPLES ? NULL : board.spare_timer;

    signal_init(&input, 2463534242u);
    if (t == NULL) {
        timer_init(&timer, sample_isr_kernel_timer, NULL);
        timer_start(&timer, 1, 0);
        return 0;
    }
    sched_lock(); /* the timer and its line may be per CPU: use those of one CPU */
    int err = irq_attach(t->line, IRQ_LEVEL, sample_isr_own_timer, (void *)t, "sampler");

    if (err == 0) {
        t->ops->start(t, RATE_HZ);
    }
    sched_unlock();
    return err;
}
