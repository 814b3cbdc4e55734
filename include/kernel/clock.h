/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The monotonic clock: the board's counter widened to 64 bits.
 *
 * The counter (hal/cycles.h, CONFIG_CYCLES_BITS wide) is extended by a word that the tick keeps within
 * half a wrap; readers need no lock and mask nothing. It never goes backwards: not across wraps, not with
 * a tick pending, not between contexts or CPUs. The tick looks at it every millisecond, so that a wrap is
 * never missed, idle or not.
 */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include <stdint.h>

/** @return counter ticks since boot, 64 bits. Context: any. */
uint64_t clock_cycles(void);

/** @return the counter itself, widened: its low bits are hal_cycles(). Never backwards. Context: any. */
uint64_t clock_counter(void);

/** @return nanoseconds since boot. Exact conversion: no drift. Context: any. Divides: not for hot paths. */
uint64_t clock_ns(void);

/** @return counter ticks per second. Context: any. */
uint32_t clock_hz(void);

/** @return the counter's resolution, in ns, rounded up. Context: any. */
uint32_t clock_resolution_ns(void);

/** @return kernel ticks since boot, CONFIG_TICK_HZ per second. Context: any. */
uint64_t clock_ticks(void);

#endif
