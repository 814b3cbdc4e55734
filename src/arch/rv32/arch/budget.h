/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of test/bench.h: ARMv6-M's and three fifths more, for enter and leave in C. */
#ifndef ARCH_BUDGET_H
#define ARCH_BUDGET_H

#define BUDGET(m3, m0)     ((m0)*8 / 5)
#define BUDGET_SWITCHES(n) 0

#endif
