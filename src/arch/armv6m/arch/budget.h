/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of test/bench.h. */
#ifndef ARCH_BUDGET_H
#define ARCH_BUDGET_H

#define BUDGET(m3, m0)     (m0)
#define BUDGET_SWITCHES(n) 0

#endif
