/* SPDX-License-Identifier: BSD-2-Clause */
/* The second translation unit of spread_test.c. */
#include "spread_test.h"

ARRAY_SPREAD_ADD(wides, {.id = 2});
ARRAY_SPREAD_ADD(wides, {.id = 3});

void spread_other(void)
{
    spread_inline();
}
