/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Costs in instructions. They are exact under QEMU's -icount shift=0, where an instruction takes 1 ns of
 * virtual time.
 *
 * An operation is run in a loop, and the cost of the same loop without it is subtracted. Hot: as compiled
 * in a loop, with addresses in registers. Cold: every register is clobbered before the operation, as
 * between two distant operations.
 *
 *     BENCH(point_on, "cold", BENCH_COLD, trace_point_set(&p))
 *
 * defines a test that measures and prints a line. scripts/run-test and scripts/bench compare it with its
 * budget in tests/bench/budgets.tsv. The kernel's tick is stopped meanwhile.
 */
#ifndef TEST_BENCH_H
#define TEST_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <test/test.h>

SPOOR_EXTERN_C_BEGIN

/* The architecture defines BENCH_COLD in <arch/clobber.h>. */
#include <arch/clobber.h>

#define BENCH_HOT __asm__ volatile("" ::: "memory")

/** Iterations per run, and number of runs: enough that the counter's resolution is below the rounding. */
#ifndef BENCH_TURNS
#define BENCH_TURNS 4000u
#endif
#define BENCH_RUNS ((4000u + BENCH_TURNS - 1) / BENCH_TURNS)

/** A function called before each run, or NULL. An image may define it. */
#ifndef BENCH_PREPARE
#define BENCH_PREPARE NULL
#endif

/**
 * Define a benchmark, as a test.
 *
 * @param op_      the operation's name, as in bench.json
 * @param variant  "hot", "cold", or the setting that is switched on
 * @param around   BENCH_HOT or BENCH_COLD
 * @param ...      the operation
 */
#define BENCH(op_, variant, around, ...)                                                                     \
    BENCH_NAMED_(#op_, variant, around, SPOOR_SPREAD_UNIQUE(bench_full_), SPOOR_SPREAD_UNIQUE(bench_empty_), \
                 __VA_ARGS__)
#define BENCH_NAMED_(op_, variant, around, full, empty, ...)                                                 \
    BENCH_NAMED__(op_, variant, around, full, empty, __VA_ARGS__)
#define BENCH_NAMED__(op_, variant, around, full, empty, ...)                                                \
    static __attribute__((noinline)) void full(void)                                                         \
    {                                                                                                        \
        for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {                                               \
            around;                                                                                          \
            __VA_ARGS__;                                                                                     \
        }                                                                                                    \
    }                                                                                                        \
    static __attribute__((noinline)) void empty(void)                                                        \
    {                                                                                                        \
        for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {                                               \
            around;                                                                                          \
        }                                                                                                    \
    }                                                                                                        \
    TEST(op_ ", " variant)                                                                                   \
    {                                                                                                        \
        const struct bench bench = {full, empty, BENCH_PREPARE, BENCH_TURNS, BENCH_RUNS};                    \
                                                                                                             \
        bench_loops(op_, variant, &bench);                                                                   \
    }

/** Two loops that differ only by the operation. */
struct bench {
    void (*full)(void);
    void (*empty)(void);
    void (*prepare)(void); /**< may be NULL */
    uint32_t turns, runs;
};

/** Run both loops and report the difference per iteration. Context: a test's thread. */
void bench_loops(const char *op, const char *variant, const struct bench *b);

/** Measure `fn` with the tick stopped. @return instructions. Context: a test's thread. */
uint64_t bench_time(void (*fn)(void));

/** Report a value. Context: a test's thread. */
void bench_report(const char *op, const char *variant, const char *unit, uint32_t value);

SPOOR_EXTERN_C_END

#endif
