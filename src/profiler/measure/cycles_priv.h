/* SPDX-License-Identifier: BSD-2-Clause */
/* From ticks of spoor_port_cycles() to ns. For readers: all of these divide. */
#ifndef CYCLES_PRIV_H
#define CYCLES_PRIV_H

#include <stdint.h>

/** @return `cycles` in ns, rounded down; exact up to 2^64 ns. Context: any. */
uint64_t trace_cycles_to_ns(uint64_t cycles);

/** @return the mean, sum / count, in ns, rounded down. `count` isn't 0. Context: any. */
uint64_t trace_cycles_share_ns(uint64_t sum_cycles, uint32_t count);

#endif
