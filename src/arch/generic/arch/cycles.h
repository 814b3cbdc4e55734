/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures without a counter of their own: the driver's. Body for hal/cycles.h. */
#ifndef ARCH_CYCLES_H
#define ARCH_CYCLES_H

static inline uint32_t arch_cycles(void)
{
    return hal_cycles_read();
}

#endif
