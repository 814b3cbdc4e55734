/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/interrupted.h. entry.S stores the address at each interrupt. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

extern volatile uint32_t rv32_interrupted;

static inline uint32_t hal_interrupted_pc(void)
{
    return rv32_interrupted;
}

#endif
