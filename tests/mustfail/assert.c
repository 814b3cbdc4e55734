/* SPDX-License-Identifier: BSD-2-Clause */
/* A check that doesn't hold, between tests that pass. */
#include <test/test.h>

TEST("a test ahead passes")
{
    CHECK(true);
}

static int one_and_one(void)
{
    return 2;
}

TEST("a false sum is found")
{
    CHECK_EQ(one_and_one(), 3);
}

TEST("a test behind still runs")
{
    CHECK(true);
}
