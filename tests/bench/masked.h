/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long an operation keeps interrupts masked at a time, exact to the instruction under QEMU's -icount
 * shift=0.
 *
 * The operation runs again and again, each time with a timer's interrupt due one instruction later in it,
 * from before the operation to after it. The longest masked section is the delay of the latest interrupt
 * against unmasked code: the instructions after the one that masks, up to and with the one that unmasks.
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

/** The longest that the profiler may mask. */

/** An operation. */
struct masked {
    void (*op)(void);
    void (*prepare)(void);   /**< before each run, so that all take the same path; may be NULL */
    void (*interrupt)(void); /**< called in the interrupt; may be NULL */
};

/** The result of a sweep. */
struct masked_found {
    uint32_t instructions; /**< of the longest masked section; 0: none */
    uint32_t until;        /**< the address after it */
    uint32_t shots;        /**< interrupts that came in the operation */
};

/**
 * Sweep an operation, with the tick stopped. Ends the test as skipped on boards that it isn't made for, and
 * as failed when the operation takes longer than the sweep reaches.
 *
 * Context: a test's thread; interrupts unmasked.
 */
void masked_sweep(const struct masked *m, struct masked_found *found);

/** Sweep and report, as bench_report() does. Context: as masked_sweep(). */
void masked_report(const char *variant, const struct masked *m);

/**
 * Clear the ring and fill `parts` sub-buffers of it to the end, with the shortest records. Context: a test's
 * thread.
 */
void masked_fill(unsigned parts);

/**
 * Define a sweep, as a test.
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
