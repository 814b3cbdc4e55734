/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock and the accounts of run time across a wrap of the real counter, with nothing running. */
#include <string.h>
#include <drivers/clock.h>
#include <kernel/timer.h>
#include <kernel/thread.h>
#include <test/test.h>

#define MS_PER_S 1000u

/* Seconds that a 32-bit counter, or the board's narrower one widened, takes to wrap, and three quarters more.
 */
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

TEST("an idle of more than a wrap is seen in full by clock, ticks and run time")
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
