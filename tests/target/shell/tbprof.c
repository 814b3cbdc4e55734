/* SPDX-License-Identifier: BSD-2-Clause */
/* tbprof: the costs of known blocks while a command runs. */
#include <errno.h>
#include <string.h>
#include <spoor/shell/shell.h>
#include <spoor/trace.h>
#include "capture.h"

TRACE_BLOCK_DEF(tb_outer);
TRACE_BLOCK_DEF(tb_inner);
TRACE_BLOCK_DEF(tb_idle);

static void spin(uint32_t us)
{
    uint32_t begin = spoor_port_cycles(), cycles = us * (spoor_port_cycles_hz() / 1000000);

    while (spoor_port_cycles() - begin < cycles) {
    }
}

/* 1 ms in tb_outer, of which 600 us are in tb_inner. */
static int work(int argc, char **argv)
{
    (void)argv;
    trace_block_enter(&tb_outer);
    spin(400);
    trace_block_enter(&tb_inner);
    spin(600);
    trace_block_leave(&tb_inner);
    trace_block_leave(&tb_outer);
    return argc == 1 ? 0 : -EDOM;
}

SPOOR_SHELL_COMMAND("tb_work", "a known load", "[WORD]", work, NULL);

TEST("tbprof shows the blocks of a command by self time, and keeps their statistics")
{
    trace_block_reset(&tb_outer);
    work(1, NULL);
    CHECK_EQ(run("tbprof -c tb_work"), 0);
    const char *inner = strstr(output, " tb_inner "), *outer = strstr(output, " tb_outer ");

    REQUIRE(inner != NULL && outer != NULL);
    CHECK(inner < outer);
    CHECK_EQ(strspn(inner + strlen(" tb_inner "), " 1"), strspn(outer + strlen(" tb_outer "), " 1"));
    CHECK(strstr(output, " tb_idle ") == NULL);
    CHECK_EQ(tb_outer.count, 2);
}

TEST("tbprof -n shows only the first blocks")
{
    CHECK_EQ(run("tbprof -n 1 -c \"tb_work\""), 0);
    CHECK(strstr(output, " tb_inner ") != NULL && strstr(output, " tb_outer ") == NULL);
}

TEST("tbprof switches all blocks on, and afterwards off again")
{
    trace_block_enable(&tb_inner, false);
    CHECK_EQ(run("tbprof -n 1 -c tb_work"), 0);
    CHECK(strstr(output, " tb_inner ") != NULL);
    CHECK(!trace_block_is_on(&tb_inner) && trace_block_is_on(&tb_outer));
    trace_block_enable(&tb_inner, true);
}

TEST("tbprof returns the command's result, in words or in quotes")
{
    CHECK_EQ(run("tbprof -c tb_work x"), -EDOM);
    CHECK(strstr(output, " blocks visited:\n") != NULL);
    CHECK_EQ(run("tbprof -c 'tb_work x'"), -EDOM);
    CHECK_EQ(run("tbprof -c tb_none"), -ENOENT);
}

TEST("wrong words of tbprof are refused")
{
    CHECK_OUTPUT("tbprof -n 0 -c tb_work", -EINVAL,
                 "tbprof: -n \"0\": the number of blocks to show is 1 to 1000\n");
    CHECK_OUTPUT("tbprof tb_work", -EINVAL, "tbprof: usage: tbprof [-n N] -c COMMAND [WORD...]\n");
    CHECK_OUTPUT("tbprof -n 3 -c", -EINVAL, "tbprof: usage: tbprof [-n N] -c COMMAND [WORD...]\n");
}
