/* SPDX-License-Identifier: BSD-2-Clause */
/* The sampler of a product: implements spoor/port/sampler.h with the timer of SPOOR_SAMPLER(). */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SAMPLES

#include <errno.h>
#include <spoor/port/hooks.h>
#include <spoor/sample.h>
#include <spoor/port/sampler.h>
#include "spoor_port.h"

/* Weak: a product without SPOOR_SAMPLER() doesn't define it. */
extern const struct spoor_sampler spoor_sampler __attribute__((weak));

#define EXC_RETURN_THREAD (1u << 3)
#define FRAME_PC          6
#define FRAME_XPSR        7
#define XPSR_EXCEPTION    0x1FFu
#define PENDSV            14

static struct trace_sample_times times;
static volatile uint32_t mean_hz; /* 0: off */
static uint32_t mean_cycles;      /* mean interval between samples */
static uint32_t late_from;        /* the smallest lateness that counts, in cycles */

static void arm_next(void)
{
    uint32_t cycles = trace_sample_interval(&times, mean_cycles);

    times.due = spoor_port_cycles() + cycles;
    spoor_sampler.arm(cycles);
}

/* An idle thread's samples aren't counted as late, because an idle CPU may take long to wake up. */
static bool is_idle(uint32_t thread)
{
#if CONFIG_TRACE_EVENTS
    struct spoor_port_thread t;

    for (unsigned n = 0; spoor_port_thread(n, &t); n++) {
        if (t.number == thread) {
            return t.idle;
        }
    }
#else
    (void)thread;
#endif
    return false;
}

/* A kernel without an idle thread, such as ThreadX, waits in the handler that switches threads. */
static bool is_idle_in_switch(const uint32_t *frame, uint32_t thread)
{
    return (frame[FRAME_XPSR] & XPSR_EXCEPTION) == PENDSV && thread == spoor_first[0].number &&
           is_idle(thread);
}

/*
 * Handlers that never call spoor_isr_exit() leave their level in use, and handlers without SPOOR_ISR() use
 * none. So EXC_RETURN decides whether a thread was interrupted.
 */
static unsigned interrupted_level(const uint32_t *frame, uint32_t exc_return, uint32_t thread)
{
    unsigned level = spoor_isr_level();

    if ((exc_return & EXC_RETURN_THREAD) != 0) {
        return 0;
    }
    return level != 0 ? level : is_idle_in_switch(frame, thread) ? 0 : 1;
}

__attribute__((used)) void spoor_sample_isr(const uint32_t *frame, uint32_t exc_return)
{
    uint32_t now = spoor_port_cycles();
    uint32_t thread = trace_thread_number(spoor_interrupted_thread());
    struct trace_sample s = {
        .pc = frame[FRAME_PC] & ~1u,
        .thread = thread,
        .level = interrupted_level(frame, exc_return, thread),
        .late_cycles = trace_sample_lateness(&times, now, late_from),
    };

    spoor_isr_enter();
    if (mean_hz == 0) { /* the sampler was stopped while the interrupt was pending */
        spoor_sampler.stop();
    } else {
        if (s.late_cycles != 0 && s.level == 0 && is_idle(s.thread)) {
            s.late_cycles = 0;
        }
        trace_sample(&s);
        arm_next(); /* only now, so that the sampler's own time isn't sampled */
    }
    spoor_isr_exit();
}

int trace_sampler_start(uint32_t hz)
{
    uint32_t counter_hz = spoor_port_cycles_hz();

    if (hz < TRACE_SAMPLER_HZ_MIN || hz > TRACE_SAMPLER_HZ_MAX || counter_hz / hz < 2) {
        return -EINVAL;
    }
    if (&spoor_sampler == NULL) {
        return -ENODEV;
    }
    uint32_t state = spoor_port_lock();

    trace_sample_times_begin(&times, spoor_port_cycles());
    mean_cycles = counter_hz / hz;
    late_from = (uint32_t)((uint64_t)counter_hz * SPOOR_SAMPLE_LATE_NS / 1000000000u) + 2;
    mean_hz = hz;
    arm_next();
    spoor_port_unlock(state);
    return 0;
}

void trace_sampler_stop(void)
{
    if (mean_hz != 0) {
        uint32_t state = spoor_port_lock();

        mean_hz = 0;
        spoor_sampler.stop();
        spoor_port_unlock(state);
    }
}

uint32_t trace_sampler_hz(void)
{
    return mean_hz;
}

#endif
