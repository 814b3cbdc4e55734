/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads and stores whose order other CPUs must see. With one CPU only the compiler must keep it, for
 * interrupts and other threads, so there is no barrier.
 */
#ifndef SPOOR_CORE_ORDER_H
#define SPOOR_CORE_ORDER_H

#include <stdint.h>
#include <spoor/config.h>

#if CONFIG_CPUS > 1
#define SPOOR_ACQUIRE __ATOMIC_ACQUIRE
#define SPOOR_RELEASE __ATOMIC_RELEASE
#else
#define SPOOR_ACQUIRE __ATOMIC_RELAXED
#define SPOOR_RELEASE __ATOMIC_RELAXED
#endif

/** @return the word, loaded before everything that follows. Context: any. */
static inline uint32_t spoor_load_first(const uint32_t *at)
{
    uint32_t word = __atomic_load_n(at, SPOOR_ACQUIRE);

    __atomic_signal_fence(__ATOMIC_ACQUIRE);
    return word;
}

static inline uint16_t spoor_load16_first(const uint16_t *at)
{
    uint16_t half = __atomic_load_n(at, SPOOR_ACQUIRE);

    __atomic_signal_fence(__ATOMIC_ACQUIRE);
    return half;
}

/** Store a word after everything that precedes. Context: any. */
static inline void spoor_store_last(uint32_t *at, uint32_t word)
{
    __atomic_signal_fence(__ATOMIC_RELEASE);
    __atomic_store_n(at, word, SPOOR_RELEASE);
}

static inline void spoor_store16_last(uint16_t *at, uint16_t half)
{
    __atomic_signal_fence(__ATOMIC_RELEASE);
    __atomic_store_n(at, half, SPOOR_RELEASE);
}

#endif
