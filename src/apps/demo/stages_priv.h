/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stages of the sensor node and their data:
 *
 *     sampler ──► filter ──► detector ──► framer ──► line ──► sink        memcheck
 *     interrupt   thread     thread       thread ◄── acknowledged          lowest
 *                                           └──────► store ◄──────────────────┘
 */
#ifndef STAGES_PRIV_H
#define STAGES_PRIV_H

#include <stdint.h>
#include "fir_priv.h"

/* Stages closer to the hardware have higher priorities. The store has a higher priority than its clients. */
enum {
    PRIORITY_FILTER = 24,
    PRIORITY_DETECTOR = 22,
    PRIORITY_STORE = 20,
    PRIORITY_FRAMER = 18,
    PRIORITY_MEMCHECK = 1,
};

/* Events are recorded on the thread's stack. Threads with several levels of calls have the deep stack. */
#define STAGE_STACK_BYTES (CONFIG_TRACE_EVENTS ? 448 : 384)
#define DEEP_STACK_BYTES  (CONFIG_TRACE_EVENTS ? 560 : 512)

/** CPU mask of the `n`-th stage. With several CPUs each stage has its own. */
#define STAGE_CPU(n) (1u << (n) % CONFIG_CPUS)

/** A block of samples, numbered so that a loss can be detected. */
struct sample_block {
    uint32_t number;
    int16_t samples[FIR_BLOCK_SAMPLES];
};

/** Pass a block of raw samples to the filter. @return 0, or -ETIMEDOUT if its queue is full. Context: any. */
int filter_offer(const struct sample_block *b);

/** Pass a block of filtered samples to the detector. Waits for room. Context: thread. */
void detector_take(const struct sample_block *b);

#define WAVE_SAMPLES (FIR_BLOCK_SAMPLES / 4)

/** An event from the detector about a burst, or a heartbeat. */
enum burst_part { BURST_BEGINS, BURST_GOES_ON, BURST_ENDS, HEARTBEAT };

struct event {
    uint32_t part; /**< enum burst_part */
    uint32_t energy;
    int16_t wave[WAVE_SAMPLES]; /**< every fourth sample of the block */
};

/** Pass an event to the framer. Waits for room. Context: thread. */
void framer_take(const struct event *e);

/** Start a stage. @return 0, or a negative errno. Context: the main thread. */
int sampler_start(void);
int filter_start(void);
int detector_start(void);
int framer_start(void);
int store_start(void);
int memcheck_start(void);

/**
 * Start all stages. @return 0, or a negative errno after a message with the stage's name. Context: the main
 * thread.
 */
int stages_start(void);

#endif
