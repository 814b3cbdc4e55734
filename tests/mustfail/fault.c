/* SPDX-License-Identifier: BSD-2-Clause */
/* An undefined instruction. */
#include <test/test.h>

TEST("an earlier test passes")
{
    CHECK(true);
}

TEST("an undefined instruction faults")
{
    __builtin_trap();
}
