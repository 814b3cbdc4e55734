/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of test/bench.h: ARMv7-M's, and an instruction and a fiftieth for registers that the compiler chooses
 * otherwise. A switch has floating point and the stack's limit too. */
#ifndef ARCH_BUDGET_H
#define ARCH_BUDGET_H

#define BUDGET(m3, m0)     ((m3) + (m3) / 50 + 1)
#define BUDGET_SWITCHES(n) (8 * (n))

#endif
