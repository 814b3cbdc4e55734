/* SPDX-License-Identifier: BSD-2-Clause */
/* The monotonic clock: the board's counter, widened by spoor/util/widen.h. */
#include <drivers/board.h>
#include <drivers/clock.h>
#include <spoor/util/widen.h>

#define NS_PER_S UINT32_C(1000000000)

static volatile uint32_t halves;
volatile uint32_t clock_last_low;
static uint64_t boot_cycles;
static uint32_t hz;
static bool stopped;

/**
 * Number of reads after which an unchanged counter counts as stopped. They take longer than one count of
 * the slowest counter.
 */
#define STOPPED_READS 10000

static bool counter_stopped(void)
{
    uint32_t first = hal_cycles();

    for (unsigned n = 0; n < STOPPED_READS; n++) {
        if (hal_cycles() != first) {
            return false;
        }
    }
    return true;
}

bool clock_stopped(void)
{
    return stopped;
}

void clock_init(void)
{
    const struct counter *c = board.counter;

    hz = c->start != NULL ? c->start(c) : c->clock_hz;
    stopped = counter_stopped();
    clock_upkeep();
    boot_cycles = clock_counter();
}

void clock_upkeep(void)
{
    spoor_widen_upkeep(&halves, hal_cycles, CONFIG_CYCLES_BITS);
    if (CONFIG_CYCLES_BITS < 32) {
        clock_last_low = (uint32_t)clock_counter();
    }
}

uint64_t clock_counter(void)
{
    return spoor_widen_read(&halves, hal_cycles, CONFIG_CYCLES_BITS);
}

uint64_t clock_cycles(void)
{
    return clock_counter() - boot_cycles;
}

uint64_t clock_ns(void)
{
    return spoor_widen_ns(clock_cycles(), hz);
}

uint32_t clock_hz(void)
{
    return hz;
}

uint32_t clock_resolution_ns(void)
{
    return (NS_PER_S - 1) / hz + 1;
}
