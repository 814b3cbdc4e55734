/* SPDX-License-Identifier: BSD-2-Clause */
/* Timing loops for benchmarks. Leans on the clock: under -icount shift=0 a nanosecond is an instruction. */
#include <drivers/board.h>
#include <kernel/clock.h>
#include <test/bench.h>

uint64_t bench_time(void (*fn)(void))
{
    const struct timer_dev *tick = board.tick;

    tick->ops->stop(tick);
    uint64_t begin_ns = clock_ns();

    fn();
    uint64_t end_ns = clock_ns();

    tick->ops->start(tick, CONFIG_TICK_HZ);
    return end_ns - begin_ns;
}

void bench_report(const char *op, const char *variant, const char *unit, uint32_t value, uint32_t budget)
{
    if (budget != BENCH_FREE) {
        test_note("bench %s %s %s %lu %lu", op, variant, unit, (unsigned long)value, (unsigned long)budget);
        CHECK(value <= budget);
    } else {
        test_note("bench %s %s %s %lu -", op, variant, unit, (unsigned long)value);
    }
}

void bench_loops(const char *op, const char *variant, uint32_t budget, void (*full)(void),
                 void (*empty)(void))
{
    uint64_t with, without;

    /* Once for nothing: the first run of code may differ, by the statistics it finds. */
    bench_time(full);
    with = bench_time(full);
    without = bench_time(empty);
    uint64_t spent = with > without ? with - without : 0;

    bench_report(op, variant, "instructions", (uint32_t)((spent + BENCH_TURNS / 2) / BENCH_TURNS), budget);
}
