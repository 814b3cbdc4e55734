/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of test/bench.h: beyond ARMv7-M's an instruction and a fiftieth, for registers that the compiler
 * chooses otherwise. A switch has floating point and the stack's limit too. */
#ifndef ARCH_BUDGET_MORE_H
#define ARCH_BUDGET_MORE_H

#define BUDGET_MORE(instructions, switches) ((instructions) / 50 + 1 + 8 * (switches))

#endif
