/* SPDX-License-Identifier: BSD-2-Clause */
/* A check that fails, between tests that pass. */
#include <test/test.h>

TEST("an earlier test passes")
{
    CHECK(true);
}

static int one_and_one(void)
{
    return 2;
}

TEST("a failing check is reported")
{
    CHECK_EQ(one_and_one(), 3);
}

TEST("a later test still runs")
{
    CHECK(true);
}
