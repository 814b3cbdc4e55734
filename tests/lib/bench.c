/* SPDX-License-Identifier: BSD-2-Clause */
/* Timing loops for benchmarks. They rely on the clock: under -icount shift=0 a nanosecond is one instruction.
 */
#include <drivers/board.h>
#include <drivers/clock.h>
#include <test/bench.h>

uint64_t bench_time(void (*fn)(void))
{
    const struct timer_dev *tick = board.tick;

    tick->ops->stop(tick);
    uint64_t begin_ns = clock_ns();

    fn();
    uint64_t end_ns = clock_ns();

    clock_upkeep(); /* the tick's work: many calls may occur within one tick */
    tick->ops->start(tick, CONFIG_TICK_HZ);
    return end_ns - begin_ns;
}

void bench_report(const char *op, const char *variant, const char *unit, uint32_t value)
{
    test_note("bench %s %s %s %lu", op, variant, unit, (unsigned long)value);
}

/* Start each run at another phase of the counter, so that errors due to its resolution average out. */
static void shift_phase(uint32_t run)
{
    for (uint32_t turn = run; turn != 0; turn--) {
        __asm__ volatile("nop");
    }
}

static uint64_t time_runs(const struct bench *b, void (*fn)(void))
{
    uint64_t sum = 0;

    for (uint32_t run = 0; run < b->runs; run++) {
        if (b->prepare != NULL) {
            b->prepare();
        }
        shift_phase(run);
        sum += bench_time(fn);
    }
    return sum;
}

void bench_loops(const char *op, const char *variant, const struct bench *b)
{
    uint64_t with, without, turns = (uint64_t)b->turns * b->runs;

    /* A warm-up: the first run may take another path, depending on the statistics. */
    time_runs(b, b->full);
    with = time_runs(b, b->full);
    without = time_runs(b, b->empty);
    uint64_t spent = with > without ? with - without : 0;

    bench_report(op, variant, "instructions", (uint32_t)((spent + turns / 2) / turns));
}
