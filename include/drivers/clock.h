/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The monotonic clock: the board's counter widened to 64 bits.
 *
 * The counter (hal/cycles.h, CONFIG_CYCLES_BITS wide) is extended by a word that the tick keeps within half
 * a wrap. Readers need no lock and mask nothing. The clock never goes backwards: not across wraps, not with
 * a tick pending, not between contexts or CPUs. The tick must call clock_upkeep() every millisecond, idle
 * or not, so that no wrap is missed.
 */
#ifndef DRIVERS_CLOCK_H
#define DRIVERS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <hal/cycles.h>

SPOOR_EXTERN_C_BEGIN

/** Start the counter. Must be called before the time is read. Context: boot, CPU 0. */
void clock_init(void);

/** @return whether the counter didn't run when it was started; all times are then 0. Context: any. */
bool clock_stopped(void);

/**
 * Account for a wrap of the counter. Must be called at least once every half-wrap. Context: the tick's
 * interrupt on CPU 0.
 */
void clock_upkeep(void);

/** @return counter ticks since boot, 64 bits. Context: any. */
uint64_t clock_cycles(void);

/**
 * @return the counter itself, widened: its low bits are hal_cycles(). It never goes backwards. Context:
 * any.
 */
uint64_t clock_counter(void);

/**
 * The low word of clock_counter() at the last tick, if the counter has less than 32 bits. Private to the
 * clock.
 */
extern volatile uint32_t clock_last_low;

/**
 * @return the low word of clock_counter()
 *
 * Context: any. Cost: one load with a 32-bit counter, otherwise 10 instructions. If the caller was switched
 * out between the two loads it repeats them, because a wrap may have passed.
 */
static inline uint32_t clock_counter_low(void)
{
#if CONFIG_CYCLES_BITS == 32
    return hal_cycles();
#else
    uint32_t last, now;

    do {
        last = clock_last_low;
        now = hal_cycles();
    } while (last != clock_last_low);
    return last + ((now - last) & HAL_CYCLES_MAX);
#endif
}

/**
 * @return nanoseconds since boot, an exact conversion without drift. Context: any. Divides, so it is not
 * for hot paths.
 */
uint64_t clock_ns(void);

/** @return counter ticks per second. Context: any. */
uint32_t clock_hz(void);

/** @return the counter's resolution in ns, rounded up. Context: any. */
uint32_t clock_resolution_ns(void);

SPOOR_EXTERN_C_END

#endif
