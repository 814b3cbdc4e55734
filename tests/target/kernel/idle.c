/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock and run-time accounting across a wrap of the real counter while all threads sleep. */
#include <string.h>
#include <drivers/clock.h>
#include <kernel/timer.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/test.h>

#define MS_PER_S 1000u

/* Seconds for 1.75 wraps of a 32-bit counter, or of a narrower one that is widened. */
static uint32_t idle_s(void)
{
    return (uint32_t)((UINT64_C(7) << 30) / clock_hz());
}

static uint64_t run_cycles_of(const char *name)
{
    struct thread_info info;

    for (unsigned n = 0; thread_get_info(n, &info) == 0; n++) {
        if (strcmp(info.name, name) == 0) {
            return info.run_cycles;
        }
    }
    return 0;
}

TRACE_BLOCK_DEF(long_pair);
TRACE_BLOCK_DEF(long_scope);

static void sleep_in_both(uint32_t seconds)
{
    TRACE_BLOCK_SCOPE(&long_scope);

    trace_block_enter(&long_pair);
    thread_sleep(seconds * MS_PER_S);
    trace_block_leave(&long_pair);
}

TEST("idle time longer than a wrap is counted in full by clock, ticks and run time")
{
    uint64_t ns = clock_ns();
    uint64_t cycles = clock_cycles();
    uint64_t ticks = timer_ticks();
    uint64_t idle = run_cycles_of("idle");
    uint64_t seconds = idle_s();

    thread_sleep((uint32_t)seconds * MS_PER_S);
    cycles = clock_cycles() - cycles;
    ns = clock_ns() - ns;
    ticks = timer_ticks() - ticks;
    idle = run_cycles_of("idle") - idle;
    test_note("slept %u s", (unsigned)seconds);
    CHECK(cycles >= UINT64_C(1) << 32);
    CHECK(ns >= seconds * 1000000000 && ns < (seconds + 1) * 1000000000);
    CHECK(ticks >= seconds * CONFIG_TICK_HZ && ticks < (seconds + 1) * CONFIG_TICK_HZ);
    CHECK(idle <= cycles && idle > cycles / 100 * 95);
}

TEST("a visit longer than a wrap is measured by enter and leave, and counted as too long by a scope")
{
    uint64_t seconds = idle_s();
    uint64_t ns = clock_ns();
    struct trace_block_stats s;

    sleep_in_both((uint32_t)seconds);
    ns = clock_ns() - ns;
    trace_block_get_stats(&long_pair, &s);
    CHECK_EQ(s.count, 1);
    CHECK(s.last_ns <= ns && s.last_ns + 1000000 > ns);
    CHECK(s.min_ns == s.last_ns && s.max_ns == s.last_ns && s.sum_ns == s.last_ns);
    CHECK(s.net_last_ns < 10000000); /* it slept, and ticks interrupted it */
    trace_block_get_stats(&long_scope, &s);
    CHECK_EQ(s.count, 0);
    CHECK_EQ(s.too_long + trace_blocks_unkept, 1); /* a small board keeps the long visits of only one block */
    sleep_in_both(1);
    trace_block_get_stats(&long_pair, &s);
    CHECK_EQ(s.count, 2);
    CHECK(s.last_ns < UINT64_C(1200000000) && s.max_ns > s.last_ns);
    trace_block_get_stats(&long_scope, &s);
    CHECK_EQ(s.count, 1);
}

/* ------------------------------------------------------------------ timers */

#define HOUR_S 3600u

static struct periodic {
    struct timer timer;
    uint32_t period_ms;
    uint32_t calls, early, late;
} periodics[] = {{.period_ms = 100}, {.period_ms = 250}, {.period_ms = 1000}, {.period_ms = 61000}};

/* The tick interrupt may be one tick of the clock late: a timer's rate is rarely a multiple of the tick rate.
 */
static void called(void *arg)
{
    struct periodic *p = arg;
    uint64_t tick = timer_ticks(), due = p->timer.expires_tick - p->timer.period_ticks;

    p->calls++;
    p->early += tick < due;
    p->late += tick > due + 1;
}

TEST("in an hour, periodic timers lose no call, and none is early or more than a tick late")
{
    for (struct periodic *p = periodics; p < periodics + 4; p++) {
        timer_init(&p->timer, called, p);
        timer_start(&p->timer, p->period_ms, p->period_ms);
    }
    uint64_t began = timer_ticks();

    thread_sleep(HOUR_S * MS_PER_S);
    uint64_t ticks = timer_ticks() - began;

    CHECK(ticks >= HOUR_S * CONFIG_TICK_HZ && ticks <= HOUR_S * CONFIG_TICK_HZ + 2);
    for (struct periodic *p = periodics; p < periodics + 4; p++) {
        uint32_t period_ticks = (p->period_ms * CONFIG_TICK_HZ + MS_PER_S - 1) / MS_PER_S;

        timer_stop(&p->timer);
        CHECK_EQ(p->early, 0);
        CHECK_EQ(p->late, 0);
        CHECK(p->calls == (ticks - 1) / period_ticks || p->calls == ticks / period_ticks);
    }
}
