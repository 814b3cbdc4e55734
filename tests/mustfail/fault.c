/* SPDX-License-Identifier: BSD-2-Clause */
/* An instruction that no processor has. */
#include <test/test.h>

TEST("a test ahead passes")
{
    CHECK(true);
}

TEST("an undefined instruction")
{
    __builtin_trap();
}
