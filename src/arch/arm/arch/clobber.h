/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements BENCH_COLD of test/bench.h. */
#ifndef ARCH_CLOBBER_H
#define ARCH_CLOBBER_H

#define BENCH_COLD                                                                                           \
    __asm__ volatile("" ::                                                                                   \
                         : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr",  \
                           "cc", "memory")

#endif
