/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock never goes backwards. Wraps are forced in tests of its arithmetic. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <hal/cycles.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/timer.h>
#include <test/jitter.h>
#include <test/test.h>
#include <spoor/util/widen.h>
#include "worker.h"

static volatile bool backwards;
static uint64_t latest;

/* Read the clock and compare it with the last reading of any context. */
static void look(void)
{
    uint32_t state = spoor_irq_save();
    uint64_t now = clock_cycles();

    if (now < latest) {
        backwards = true;
    }
    latest = now;
    spoor_irq_restore(state);
}

static void look_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    look();
}

static void look_often(void *arg)
{
    for (int i = 0; i < 3000; i++) {
        uint64_t a = clock_cycles(); /* interrupts and switches occur between the readings */
        uint64_t b = clock_cycles();

        if (b < a) {
            backwards = true;
        }
        look();
        if (i % 16 == 0) {
            irqctl_pend(*(const unsigned *)arg);
        }
        if (i % 200 == 0) {
            thread_sleep(1);
        }
    }
}

TEST("the clock is monotonic across threads and interrupts")
{
    unsigned line = board.spare_lines[0];

    test_needs_lines(1);
    backwards = false;
    latest = 0;
    CHECK_EQ(irq_attach(line, 0, look_isr, NULL, "look"), 0);
    for (unsigned i = 0; i < 3; i++) {
        worker_start(i, MID + i % 2, look_often, &line);
    }
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    irq_detach(line);
    CHECK(!backwards);
}

TEST("the clock runs while a tick is pending, and lost ticks are made up")
{
    uint64_t ticks = timer_ticks();
    uint32_t state = spoor_irq_save();
    uint64_t begin = clock_cycles();

    latest = begin;
    backwards = false;
    while (clock_cycles() - begin < clock_hz() / 1000 * 3) {
        look();
    }
    spoor_irq_restore(state);
    look();
    CHECK(!backwards);
    thread_sleep(2);
    CHECK((timer_ticks() - ticks) * 1000 >= 4 * CONFIG_TICK_HZ);
}

TEST("ticks and clock agree")
{
    uint64_t ticks = timer_ticks();
    uint64_t begin = clock_cycles();

    thread_sleep(100);
    int64_t off = (int64_t)((clock_cycles() - begin) * CONFIG_TICK_HZ / clock_hz() - (timer_ticks() - ticks));

    CHECK(off >= -1 && off <= 1);
}

TEST("resolution matches rate")
{
    CHECK(clock_resolution_ns() >= 1);
    CHECK((uint64_t)clock_resolution_ns() * clock_hz() >= 1000000000);
    CHECK((uint64_t)(clock_resolution_ns() - 1) * clock_hz() < 1000000000);
}

#if CONFIG_CYCLES_BITS < 32 && CONFIG_CPUS == 1
TEST("a tick that is so late that the clock is set back stops nothing")
{
    uint32_t state = spoor_irq_save();
    uint64_t begin = clock_cycles();
    uint64_t ticks = timer_ticks();

    while (clock_cycles() >= begin) { /* ends after less than a wrap of the counter */
    }
    CHECK_EQ(timer_ticks(), ticks);
    spoor_irq_restore(state);
    ticks = timer_ticks();
    begin = clock_cycles();
    thread_sleep(20);
    CHECK(timer_ticks() > ticks && clock_cycles() > begin);
}
#endif

/* ---------------------------------------------------------------- widening */

static uint32_t counter_mask, counter_now;
static volatile uint32_t halves;
static unsigned counter_bits;
static bool hold_up; /* simulate a reader that is interrupted between its two reads while time passes */

static uint32_t counter(void)
{
    uint32_t value = counter_now & counter_mask;

    if (hold_up) {
        hold_up = false;
        for (int i = 0; i < 3; i++) {
            counter_now += (counter_mask >> 1) + 1;
            spoor_widen_upkeep(&halves, counter, counter_bits);
        }
    }
    return value;
}

static void counter_set(unsigned bits, uint32_t start)
{
    counter_bits = bits;
    counter_mask = UINT32_MAX >> (32 - bits);
    counter_now = start;
    halves = 0;
    spoor_widen_upkeep(&halves, counter, bits);
}

TEST("widening is exact across forced wraps at every width")
{
    static const uint8_t widths[] = {32, 31, 24, 16, 8, 3};

    for (unsigned w = 0; w < sizeof widths; w++) {
        unsigned bits = widths[w];
        uint64_t expected;
        bool right = true;

        counter_set(bits, UINT32_MAX >> (32 - bits) >> 2);
        expected = spoor_widen_read(&halves, counter, bits);
        for (int i = 0; i < 5000; i++) {
            /* Less than half a wrap, so that no wrap is missed. */
            uint32_t step = counter_mask / 7 + (i % 3 != 0);

            counter_now += step;
            expected += step;
            right = right && spoor_widen_read(&halves, counter, bits) == expected;
            spoor_widen_upkeep(&halves, counter, bits);
            right = right && spoor_widen_read(&halves, counter, bits) == expected;
        }
        CHECK(right);
    }
}

TEST("a reader delayed for more than a wrap between its two reads returns the right time")
{
    counter_set(16, 100);
    uint64_t before = spoor_widen_read(&halves, counter, 16);

    for (int i = 0; i < 10; i++) {
        hold_up = true;
        uint64_t now = spoor_widen_read(&halves, counter, 16);

        CHECK_EQ(now - before, 3 * 32768);
        before = now;
    }
}

static unsigned real_bits;
static volatile uint32_t real_halves;

static uint32_t real_counter(void)
{
    return hal_cycles() & ((1u << real_bits) - 1);
}

static void real_upkeep(void *arg)
{
    (void)arg;
    spoor_widen_upkeep(&real_halves, real_counter, real_bits);
}

TEST("a sleep of many wraps of a narrow counter is measured in full")
{
    static struct timer timer;
    uint64_t narrow[2], wide[2];

    for (real_bits = 2; (1u << (real_bits - 1)) < clock_hz() / 200; real_bits++) {
    }
    real_halves = real_counter() >> (real_bits - 1) & 1;
    timer_init(&timer, real_upkeep, NULL);
    timer_start(&timer, 0, 1);
    for (int i = 0; i < 2; i++) {
        uint32_t state = spoor_irq_save();

        narrow[i] = spoor_widen_read(&real_halves, real_counter, real_bits);
        wide[i] = clock_cycles();
        spoor_irq_restore(state);
        if (i == 0) {
            thread_sleep(200);
        }
    }
    timer_stop(&timer);

    int64_t off = (int64_t)((wide[1] - wide[0]) - (narrow[1] - narrow[0]));

    CHECK(wide[1] - wide[0] > UINT64_C(4) << real_bits);
    CHECK(off > -(int64_t)clock_hz() / 2000 && off < (int64_t)clock_hz() / 2000);
}

TEST("the conversion to ns is exact for any value")
{
    static const uint32_t rates[] = {1, 32768, 12000000, 16000000, 25000000, 62500000, 999999937, UINT32_MAX};

    for (unsigned r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        uint32_t hz = rates[r];
        const uint64_t years = 100 * UINT64_C(365) * 86400;

        CHECK_EQ(spoor_widen_ns(years * hz, hz), years * 1000000000);
        CHECK_EQ(spoor_widen_ns(years * hz + hz - 1, hz),
                 years * 1000000000 + UINT64_C(1000000000) * (hz - 1) / hz);
        CHECK(spoor_widen_ns(years * hz + 1, hz) >= spoor_widen_ns(years * hz, hz));
        CHECK(spoor_widen_ns(years * hz, hz) > spoor_widen_ns(years * hz - 1, hz));
    }
    CHECK_EQ(spoor_widen_ns(25, 25000000), 1000);
    CHECK_EQ(spoor_widen_ns(1, 32768), 30517);
}
