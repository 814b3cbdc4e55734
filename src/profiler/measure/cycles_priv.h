/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversion from ticks of spoor_port_cycles() to ns. These functions divide, so they are for readers. */
#ifndef CYCLES_PRIV_H
#define CYCLES_PRIV_H

#include <stdint.h>

/** @return `cycles` in ns, rounded down; exact up to 2^64 ns. Context: any. */
uint64_t trace_cycles_to_ns(uint64_t cycles);

/** @return the mean, sum / count, in ns, rounded down; `count` must not be 0. Context: any. */
uint64_t trace_cycles_share_ns(uint64_t sum_cycles, uint32_t count);

#endif
