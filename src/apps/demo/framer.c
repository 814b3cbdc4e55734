/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The framer thread: collects a burst's waveform into frames, sends them over the line until they are
 * acknowledged, and keeps counts in the store. A periodic timer requests heartbeats.
 */
#include <string.h>
#include <drivers/clock.h>
#include <kernel/sync.h>
#include <kernel/timer.h>
#include <spoor/trace.h>
#include "frame_priv.h"
#include "line_priv.h"
#include "stages_priv.h"
#include "store_priv.h"

#define QUEUE_EVENTS 8
#define TRIES        4
#define HEARTBEAT_MS 250

enum frame_kind { FRAME_WAVE, FRAME_BURST, FRAME_HEARTBEAT };

TRACE_POINT_DEF(frames_sent);
TRACE_POINT_DEF(frames_resent);

QUEUE_DEF(events, struct event, QUEUE_EVENTS);
THREAD_STACK(stack, DEEP_STACK_BYTES);
static struct thread thread;
static struct timer heartbeat;
static uint16_t sequence;

/* The waveform so far, and the peak of its burst. */
static int16_t wave[FRAME_PAYLOAD_BYTES / sizeof(int16_t)];
static unsigned wave_samples;
static uint32_t peak_energy;

void framer_take(const struct event *e)
{
    queue_put(&events, e, WAIT_FOREVER);
}

static void heartbeat_due(void *arg)
{
    (void)arg;
    /* If the queue is full, other frames show that the node is alive. */
    (void)queue_put(&events, &(struct event){.part = HEARTBEAT}, WAIT_NONE);
}

static size_t pack(uint8_t *frame, enum frame_kind kind, const void *payload, size_t n)
{
    TRACE_BLOCK_SCOPED(frame_pack);

    return frame_pack(frame, sequence, (uint8_t)kind, payload, n);
}

static void send(enum frame_kind kind, const void *payload, size_t n)
{
    static uint8_t frame[FRAME_BYTES];

    for (unsigned i = 0; i < TRIES; i++) {
        if (i > 0) {
            trace_point_set(&frames_resent);
        }
        trace_point_set(&frames_sent);
        if (line_send(frame, pack(frame, kind, payload, n)) == 0) {
            sequence++;
            store_put(STORE_FRAMES, sequence);
            return;
        }
    }
    trace_point("frames_given_up");
}

static uint32_t stored(enum store_key key)
{
    uint32_t value = 0;

    (void)store_get(key, &value); /* 0 if there is no value yet */
    return value;
}

static void send_wave(void)
{
    if (wave_samples > 0) {
        send(FRAME_WAVE, wave, wave_samples * sizeof wave[0]);
        wave_samples = 0;
    }
}

static void append_wave(const struct event *e)
{
    memcpy(wave + wave_samples, e->wave, sizeof e->wave);
    wave_samples += WAVE_SAMPLES;
    if (wave_samples + WAVE_SAMPLES > sizeof wave / sizeof wave[0]) {
        send_wave();
    }
    if (e->energy > peak_energy) {
        peak_energy = e->energy;
    }
}

static void send_burst(void)
{
    uint32_t count = stored(STORE_BURSTS) + 1;

    send_wave();
    send(FRAME_BURST, (uint32_t[]){count, peak_energy}, 2 * sizeof(uint32_t));
    store_put(STORE_BURSTS, count);
    if (peak_energy > stored(STORE_PEAK_ENERGY)) {
        store_put(STORE_PEAK_ENERGY, peak_energy);
    }
    peak_energy = 0;
}

static void send_heartbeat(void)
{
    uint32_t report[] = {(uint32_t)timer_ticks(), stored(STORE_FRAMES), stored(STORE_BURSTS),
                         stored(STORE_PEAK_ENERGY)};

    send(FRAME_HEARTBEAT, report, sizeof report);
}

static void run(void *arg)
{
    static struct event e;

    (void)arg;
    for (;;) {
        queue_get(&events, &e, WAIT_FOREVER);
        switch (e.part) {
        case BURST_BEGINS:
        case BURST_GOES_ON:
            append_wave(&e);
            break;
        case BURST_ENDS:
            send_burst();
            break;
        case HEARTBEAT:
            send_heartbeat();
            break;
        }
    }
}

int framer_start(void)
{
    int err = thread_create(&thread, &(struct thread_attr){
                                         .name = "framer",
                                         .entry = run,
                                         .priority = PRIORITY_FRAMER,
                                         .affinity = STAGE_CPU(2),
                                         .stack = stack,
                                         .stack_bytes = sizeof stack,
                                     });

    if (err == 0) {
        timer_init(&heartbeat, heartbeat_due, NULL);
        timer_start(&heartbeat, HEARTBEAT_MS, HEARTBEAT_MS);
    }
    return err;
}
