/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements arch_cycles() of hal/cycles.h with the counter driver, for architectures without a cycle
 * counter.
 */
#ifndef ARCH_CYCLES_H
#define ARCH_CYCLES_H

static inline uint32_t arch_cycles(void)
{
    return hal_cycles_read();
}

#endif
