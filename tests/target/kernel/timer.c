/* SPDX-License-Identifier: BSD-2-Clause */
/* Software timers. */
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/timer.h>
#include <test/test.h>
#include "worker.h"

static volatile uint32_t calls;
static uint64_t call_ticks[32];
static struct timer timer;

static void note(void *arg)
{
    (void)arg;
    CHECK(spoor_in_isr());
    if (calls < sizeof call_ticks / sizeof call_ticks[0]) {
        call_ticks[calls] = timer_ticks();
    }
    calls++;
}

TEST("a one-shot timer fires once and not early")
{
    uint64_t begin_ns = clock_ns();

    calls = 0;
    timer_init(&timer, note, NULL);
    timer_start(&timer, 5, 0);
    while (calls == 0 && clock_ns() - begin_ns < 1000000000) {
    }
    CHECK(clock_ns() - begin_ns >= 5000000);
    thread_sleep(20);
    CHECK_EQ(calls, 1);
    CHECK_EQ(timer_stop(&timer), 0);
}

/* Least lateness of calls first to end - 1. Single calls may be late, but the phase must not shift. */
static uint64_t least_lateness(uint32_t first, uint32_t end)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t i = first; i < end; i++) {
        uint64_t late = call_ticks[i] - (uint64_t)i * 3 * CONFIG_TICK_HZ / 1000;

        least = late < least ? late : least;
    }
    return least;
}

TEST("a periodic timer doesn't drift, even if delayed for several periods")
{
    calls = 0;
    timer_init(&timer, note, NULL);
    timer_start(&timer, 2, 3);
    thread_sleep(10);

    uint32_t state = spoor_irq_save();
    uint64_t begin = clock_cycles();

    while (clock_cycles() - begin < clock_hz() / 1000 * 10) {
    }
    spoor_irq_restore(state);
    thread_sleep(40);
    CHECK_EQ(timer_stop(&timer), 1);

    uint32_t seen = calls;

    REQUIRE(seen >= 15 && seen < sizeof call_ticks / sizeof call_ticks[0]);
    CHECK_EQ(least_lateness(seen - 6, seen), least_lateness(0, 3));
    thread_sleep(10);
    CHECK_EQ(calls, seen);
    CHECK_EQ(timer_stop(&timer), 0);
}

static void letter(void *arg)
{
    log_add(*(const char *)arg);
}

TEST("timers fire in order of time, and a restart replaces the previous time")
{
    static struct timer t[3];

    log_clear();
    for (unsigned i = 0; i < 3; i++) {
        timer_init(&t[i], letter, "abc" + i);
    }
    timer_start(&t[0], 9, 0);
    timer_start(&t[1], 3, 0);
    timer_start(&t[2], 6, 0);
    timer_start(&t[1], 12, 0);
    thread_sleep(20);
    CHECK_STR(log_text(), "cab");
}

static void restart_self(void *arg)
{
    (void)arg;
    if (++calls < 4) {
        timer_start(&timer, 1, 0);
    }
}

TEST("a timer may restart and stop itself")
{
    calls = 0;
    timer_init(&timer, restart_self, NULL);
    timer_start(&timer, 1, 0);
    thread_sleep(30);
    CHECK_EQ(calls, 4);
}
