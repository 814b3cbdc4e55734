/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of test/bench.h: on further cores an instruction and a fiftieth more, for registers that the compiler
 * chooses otherwise. A switch has floating point and the stack's limit too. */
#ifndef ARCH_BUDGET_MORE_H
#define ARCH_BUDGET_MORE_H

#ifdef __ARM_ARCH_7M__
#define BUDGET_MORE(instructions, switches) 0
#else
#define BUDGET_MORE(instructions, switches) ((instructions) / 50 + 1 + 8 * (switches))
#endif

#endif
