/* SPDX-License-Identifier: BSD-2-Clause */
/* How long an operation masks interrupts at a time, exact to the instruction under QEMU's -icount shift=0.
 *
 *  The operation is run repeatedly, each time with a timer interrupt due one instruction later, from before
 *  the operation to after it. The length of the longest masked section is the delay of the latest interrupt
 *  compared with unmasked code: the instructions after the one that masks, up to and including the one that
 *  unmasks.
 *
 *     MASKED("event", prepare, trace_event(one, 7))
 *
 * defines a test that reports the row "masked_stretch event".
 */
#ifndef MASKED_H
#define MASKED_H

#include <stdint.h>
#include <arch/sweep.h>
#include <test/bench.h>

/** An operation. */
struct masked {
    void (*op)(void);
    void (*prepare)(void);   /**< called before each run, so that all runs take the same path; may be NULL */
    void (*interrupt)(void); /**< called in the interrupt; may be NULL */
};

/** The result of a sweep. */
struct masked_found {
    uint32_t instructions; /**< in the longest masked section; 0: none */
    uint32_t until;        /**< address after that section */
    uint32_t shots;        /**< number of interrupts during the operation */
};

/**
 * Sweep an operation with the tick stopped. The test is skipped on boards that don't support sweeps, and
 * fails if the operation takes longer than the sweep.
 *
 * Context: a test's thread; interrupts unmasked.
 */
void masked_sweep(const struct masked *m, struct masked_found *found);

/** Sweep an operation and report the result with bench_report(). Context: as for masked_sweep(). */
void masked_report(const char *variant, const struct masked *m);

/**
 * Clear the ring and fill `parts` of its sub-buffers completely with the shortest records. Context: a test's
 * thread.
 */
void masked_fill(unsigned parts);

/**
 * Define a sweep as a test.
 *
 * @param variant  the operation's name, one word
 * @param prepare  as in struct masked
 * @param ...      the operation; all registers are clobbered before it
 */
#define MASKED(variant, prepare, ...)                                                                        \
    MASKED_NAMED_(variant, prepare, SPOOR_SPREAD_UNIQUE(masked_op_), __VA_ARGS__)
#define MASKED_NAMED_(variant, prepare, op, ...) MASKED_NAMED__(variant, prepare, op, __VA_ARGS__)
#define MASKED_NAMED__(variant, prepare_, op_, ...)                                                          \
    static __attribute__((noinline)) void op_(void)                                                          \
    {                                                                                                        \
        BENCH_COLD;                                                                                          \
        __VA_ARGS__;                                                                                         \
        BENCH_COLD;                                                                                          \
    }                                                                                                        \
    TEST("masked_stretch, " variant)                                                                         \
    {                                                                                                        \
        const struct masked m = {.op = op_, .prepare = prepare_};                                            \
                                                                                                             \
        masked_report(variant, &m);                                                                          \
    }

#endif
