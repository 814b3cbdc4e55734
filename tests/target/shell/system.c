/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ps, irqs, uptime, mem, version and sleep: their output is right on a running system.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/shell/shell.h>
#include <util/array_spread.h>
#include <test/output.h>
#include "capture.h"

/* The n-th blank-separated word of the first line that contains `what`, as a number; -1 if there is none. */
static long word_of(const char *what, unsigned n)
{
    const char *p = strstr(output, what);

    if (p == NULL) {
        return -1;
    }
    while (p > output && p[-1] != '\n') {
        p--;
    }
    for (p += strspn(p, " "); n > 0; n--) {
        p += strcspn(p, " \n");
        p += strspn(p, " ");
    }
    return strtol(p, NULL, 10);
}

static void spin(void *arg)
{
    (void)arg;
    for (;;) {
        __asm__ volatile("");
    }
}

/* Number of the word with the share in a line of ps; with several CPUs there is a CPU column before it. */
#define SHARE (CONFIG_CPUS > 1 ? 5 : 4)

TEST("ps shows a spinning thread's share since the last ps, and 0 once it is suspended")
{
    static struct thread spinner;
    THREAD_STACK(stack, 512);
    struct thread_attr attr = {.name = "spinner",
                               .entry = spin,
                               .priority = THREAD_PRIORITY_MIN,
                               .stack = stack,
                               .stack_bytes = 512};

    CHECK_EQ(run("ps"), 0);
    CHECK_EQ(strncmp(output, "ID  Name", 8), 0);
    CHECK(strstr(output, "main") != NULL);
    REQUIRE(thread_create(&spinner, &attr) == 0);
    thread_sleep(40);
    CHECK_EQ(run("ps"), 0);
    CHECK(word_of("spinner", SHARE) >= 80);
    CHECK_EQ(word_of("spinner", 3), THREAD_PRIORITY_MIN);
    CHECK(word_of("spinner", SHARE + 1) > 0 && word_of("spinner", SHARE + 1) <= 512);
    CHECK(strstr(strstr(output, "spinner"), "/512 ") != NULL);
    CHECK_EQ(thread_suspend(&spinner), 0);
    run("ps");
    thread_sleep(40);
    CHECK_EQ(run("ps"), 0);
    CHECK_EQ(word_of("spinner", SHARE), 0);
    CHECK(strstr(output, "suspend") != NULL);
}

TEST("irqs agrees with the kernel")
{
    struct irq_info info;

    CHECK_EQ(run("irqs"), 0);
    for (unsigned n = 0; irq_get_info(n, &info) == 0; n++) {
        CHECK(strstr(output, info.name) != NULL);
    }
    CHECK(word_of("total", 1) > 0 && (unsigned long)word_of("total", 1) <= irq_count());
    CHECK_EQ(word_of("total", 3), 0);
}

TEST("uptime follows the clock")
{
    uint64_t before = clock_ns() / 1000000;
    unsigned minutes, seconds, ms;
    unsigned long hours;

    CHECK_EQ(run("uptime"), 0);
    CHECK_EQ(sscanf(output, "up %lu:%u:%u.%u,", &hours, &minutes, &seconds, &ms), 4);

    uint64_t shown = ((hours * 60ull + minutes) * 60 + seconds) * 1000 + ms;

    CHECK(shown >= before && shown <= clock_ns() / 1000000);
    CHECK(strstr(output, "resolution") != NULL);
}

TEST("mem shows the memory that malloc has taken")
{
    long before, after;
    char *taken;

    run("mem");
    CHECK_EQ(run("mem"), 0);
    before = word_of("heap", 2);
    taken = malloc(1000);
    CHECK(taken != NULL);
    CHECK_EQ(run("mem"), 0);
    after = word_of("heap", 2);
    free(taken);
    CHECK(after - before >= 1000 && after - before <= 1032);
    CHECK_EQ(word_of("heap", 1), after + word_of("heap", 3));
    CHECK(word_of("data", 1) > 0);
    CHECK(word_of("bss", 1) > 0);
}

TEST("clear clears the screen, and every command accepts --help")
{
    CHECK_EQ(run("clear"), 0);
    CHECK_STR(output, "\x1b[H\x1b[2J");
    array_spread_foreach_ptr (c, spoor_shell_commands) {
        char line[40];

        snprintf(line, sizeof line, "%s --help", c->name);
        CHECK_EQ(run(line), 0);
        CHECK(strstr(output, "usage: ") != NULL);
        CHECK(test_longest_line(output) < SPOOR_SHELL_SCREEN_COLUMNS);
    }
}

TEST("version names the product, the board and the compiler")
{
    CHECK_EQ(run("version"), 0);
    CHECK(strncmp(output, "Spoor ", 6) == 0);
    CHECK(strstr(output, " on ") != NULL && strstr(output, "gcc") != NULL);
}

TEST("sleep waits for the requested time")
{
    uint64_t begin = clock_ns();

    CHECK_EQ(run("sleep 20"), 0);
    CHECK(clock_ns() - begin >= 20000000);
}
