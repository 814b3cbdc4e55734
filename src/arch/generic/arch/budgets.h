/* SPDX-License-Identifier: BSD-2-Clause */
/* No budgets of test/bench.h. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)

#endif
