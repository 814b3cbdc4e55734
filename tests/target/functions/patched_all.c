/* SPDX-License-Identifier: BSD-2-Clause */
/* Switches on all functions that are traced by their first instruction, before the tests of other files. */
#include <spoor/function.h>
#include <test/test.h>

TEST("all functions are switched on")
{
    CHECK(trace_functions_switch(0, UINT32_MAX, true) > 0);
}
