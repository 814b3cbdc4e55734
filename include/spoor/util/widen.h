/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Extending a narrow free-running counter to 64 bits, without locks and never backwards.
 *
 * `halves` counts half-wraps of the counter. Its lowest bit equals the counter's top bit at the last upkeep.
 * The kernel's tick must call spoor_widen_upkeep() at least once every half-wrap. A reader adds one half-wrap
 * if that bit differs from the top bit of the counter that it read. It repeats both reads if an upkeep
 * happened between them, because it may have been interrupted there for any time.
 */
#ifndef SPOOR_UTIL_WIDEN_H
#define SPOOR_UTIL_WIDEN_H

#include <stdint.h>

/* If there is only one CPU, the interrupt that makes an upkeep sees the reads in the order of the program. */
#if !defined CONFIG_CPUS || CONFIG_CPUS > 1
#define SPOOR_WIDEN_FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#else
#define SPOOR_WIDEN_FENCE() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#endif

/**
 * @return the half-wraps at a counter reading; `halves` must be those of less than a half-wrap before
 *
 * Context: any.
 */
static inline uint32_t spoor_widen_halves(uint32_t halves, uint32_t counter, unsigned bits)
{
    return halves + ((halves ^ counter >> (bits - 1)) & 1);
}

/** @return the 64-bit value of a reading of a counter with `bits` bits, 2 to 32. Context: any. */
static inline uint64_t spoor_widen_value(uint32_t halves, uint32_t counter, unsigned bits)
{
    uint32_t low = counter & ((UINT32_C(1) << (bits - 1)) - 1);

    return (uint64_t)spoor_widen_halves(halves, counter, bits) << (bits - 1) | low;
}

/**
 * Read `counter` and extend it.
 *
 * @return the 64-bit value
 *
 * Context: any, including interrupts and other CPUs.
 */
static inline uint64_t spoor_widen_read(const volatile uint32_t *halves, uint32_t (*counter)(void),
                                        unsigned bits)
{
    uint32_t before, now;

    do {
        before = *halves;
        SPOOR_WIDEN_FENCE();
        now = counter();
        SPOOR_WIDEN_FENCE();
    } while (before != *halves);
    return spoor_widen_value(before, now, bits);
}

/** Update `*halves`. Context: one caller at a time, at least once every half-wrap. */
static inline void spoor_widen_upkeep(volatile uint32_t *halves, uint32_t (*counter)(void), unsigned bits)
{
    uint32_t before = *halves;
    uint32_t now = spoor_widen_halves(before, counter(), bits);

    if (now != before) {
        *halves = now;
    }
}

/** @return `cycles` at a rate of `hz` in ns, rounded down; exact up to 2^64 ns. Context: any. Divides. */
static inline uint64_t spoor_widen_ns(uint64_t cycles, uint32_t hz)
{
    const uint64_t ns_per_s = UINT64_C(1000000000);

    /* The remainder is below 2^32, so its product fits. */
    return cycles / hz * ns_per_s + cycles % hz * ns_per_s / hz;
}

#endif
