/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the two translation units of spread_test.c. */
#ifndef SPREAD_TEST_H
#define SPREAD_TEST_H

#include <util/array_spread.h>

/** Large enough that compilers may align it more strictly than its type requires. */
struct wide {
    unsigned id;
    char fill[60];
};

ARRAY_SPREAD_DECLARE(struct wide, wides);
ARRAY_SPREAD_DECLARE(const char *, words);
ARRAY_SPREAD_DECLARE_RW(int, cells);
ARRAY_SPREAD_DECLARE(int, nobody_adds);

static inline void spread_inline(void)
{
    ARRAY_SPREAD_ADD(words, "inline function");
}

void spread_other(void);

#endif
