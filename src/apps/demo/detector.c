/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The detector thread: finds bursts in the filtered signal and sends the framer an event with the waveform
 * for each block of a burst. The block `burst` is entered at the start of a burst and left at its end, many
 * iterations later. It measures the signal, while detect_block measures the work.
 */
#include <kernel/sync.h>
#include <spoor/trace.h>
#include "level_priv.h"
#include "stages_priv.h"

#define QUEUE_BLOCKS 2

/* The mean square of a burst's tone is 18 million, that of the noise after the filter 0.35 million. */
#define RISE_ENERGY 6000000
#define FALL_ENERGY 3000000

TRACE_BLOCK_DEF(burst);
TRACE_POINT_DEF(bursts);

QUEUE_DEF(filtered_blocks, struct sample_block, QUEUE_BLOCKS);
THREAD_STACK(stack, STAGE_STACK_BYTES);
static struct thread thread;
static struct level level = {.rise = RISE_ENERGY, .fall = FALL_ENERGY};

void detector_take(const struct sample_block *b)
{
    queue_put(&filtered_blocks, b, WAIT_FOREVER);
}

/* @return whether there is an event to send */
static bool detect(const struct sample_block *b, struct event *e)
{
    TRACE_BLOCK_SCOPED(detect_block);

    e->energy = level_energy(b->samples, FIR_BLOCK_SAMPLES);
    switch (level_update(&level, e->energy)) {
    case LEVEL_ROSE:
        trace_point_set(&bursts);
        trace_block_enter(&burst);
        e->part = BURST_BEGINS;
        break;
    case LEVEL_FELL:
        trace_block_leave(&burst);
        e->part = BURST_ENDS;
        break;
    case LEVEL_SAME:
        e->part = BURST_GOES_ON;
        break;
    }
    for (unsigned i = 0; i < WAVE_SAMPLES; i++) {
        e->wave[i] = b->samples[i * (FIR_BLOCK_SAMPLES / WAVE_SAMPLES)];
    }
    return level.high || e->part == BURST_ENDS;
}

static void run(void *arg)
{
    static struct sample_block b;
    static struct event e;

    (void)arg;
    for (;;) {
        queue_get(&filtered_blocks, &b, WAIT_FOREVER);
        if (detect(&b, &e)) {
            framer_take(&e);
        }
    }
}

int detector_start(void)
{
    return thread_create(&thread, &(struct thread_attr){
                                      .name = "detector",
                                      .entry = run,
                                      .priority = PRIORITY_DETECTOR,
                                      .affinity = STAGE_CPU(1),
                                      .stack = stack,
                                      .stack_bytes = sizeof stack,
                                  });
}
