/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements BENCH_COLD of test/bench.h. */
#ifndef ARCH_CLOBBER_H
#define ARCH_CLOBBER_H

#define BENCH_COLD                                                                                           \
    __asm__ volatile("" ::                                                                                   \
                         : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4",     \
                           "a5", "a6", "a7", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10",    \
                           "s11", "memory")

#endif
