/* SPDX-License-Identifier: BSD-2-Clause */
/* newlib used by several threads: heap, stdio, errno. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kernel/init.h>
#include <kernel/sync.h>
#include <services/console.h>
#include <test/test.h>
#include "worker.h"

static int fail_at_boot(void)
{
    errno = 55;
    return 0;
}

INIT_HOOK(INIT_DRIVERS, fail_at_boot);

/* Must be the first test that reads errno. */
TEST("errno set during boot is not seen by a thread")
{
    CHECK_EQ(errno, 0);
}

static volatile bool corrupt;
static volatile uint32_t allocations;
static volatile bool stop;

#define HELD 12

/* Replace one of several small blocks. Most of the time is spent in the heap's own lists. */
static void exchange(uint8_t *held[HELD], uint32_t *seed, uint8_t mark)
{
    uint32_t n = *seed = *seed * 1103515245u + 12345u;
    uint8_t **p = &held[(n >> 16) % HELD];
    size_t bytes = 8 + (n >> 20) % 40;

    if (*p != NULL) {
        corrupt = corrupt || (*p)[0] != mark || (*p)[7] != mark;
    }
    free(*p);
    *p = malloc(bytes);
    if (*p == NULL) {
        corrupt = true;
        return;
    }
    memset(*p, mark, bytes);
    allocations++;
}

/* The higher-priority threads sleep, and preempt the other in the middle of its work when they wake. */
static void allocate(void *arg)
{
    uint8_t *held[HELD] = {NULL};
    uint8_t mark = *(const uint8_t *)arg;
    uint32_t seed = mark;

    while (!stop) {
        exchange(held, &seed, mark);
        if (mark != 'a') {
            thread_sleep(1);
        }
    }
    for (int i = 0; i < HELD; i++) {
        free(held[i]);
    }
}

TEST("malloc and free work in several threads that preempt each other")
{
    stop = corrupt = false;
    allocations = 0;
    worker_start(0, MID, allocate, "a");
    worker_start(1, MID + 1, allocate, "b");
    worker_start(2, MID + 1, allocate, "c");
    thread_sleep(100);
    stop = true;
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK(!corrupt);
    CHECK(allocations > 100);
}

extern uint8_t heap_start[], heap_end[];

TEST("malloc returns NULL when the heap is exhausted, and freed memory can be allocated again")
{
    const size_t much = 16u << 20;
    uint8_t *p = malloc(much);

    CHECK(p == NULL || (p >= heap_start && p + much <= heap_end)); /* some boards have that much */
    free(p);
    errno = 0;
    CHECK(malloc(INT_MAX / 2) == NULL);
    CHECK_EQ(errno, ENOMEM);
    p = malloc(1000);
    CHECK(p != NULL);
    free(p);
}

/* ------------------------------------------------------------------- stdio */

#define LINES 6

static char captured[3 * LINES * 96 + 1];
static size_t captured_bytes;

/* Replaces the console. Yields, so that other threads run in the middle of printing. */
static void capture(const char *data, size_t n)
{
    for (size_t i = 0; i < n && captured_bytes < sizeof captured - 1; i++) {
        captured[captured_bytes++] = data[i];
    }
    captured[captured_bytes] = '\0';
    thread_yield();
}

static void print_lines(void *arg)
{
    char filler[91];

    memset(filler, *(const char *)arg, sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    for (int i = 0; i < LINES; i++) {
        if (i % 2 == 0) {
            printf("%d %s %d\n", i, filler, i);
        } else {
            puts(filler);
        }
    }
}

/* A line is intact if its longest run of one letter is the whole filler. */
static bool whole(const char *line, size_t n)
{
    size_t run = 0;
    size_t longest = 0;

    for (size_t i = 0; i < n; i++) {
        run = i > 0 && line[i] == line[i - 1] ? run + 1 : 1;
        longest = run > longest ? run : longest;
    }
    return longest == 90 && (n == 90 || (n == 94 && line[0] == line[n - 1]));
}

TEST("lines longer than any buffer stay intact when several threads print")
{
    unsigned lines = 0;
    bool all_whole = true;

    captured_bytes = 0;
    console_divert(capture);
    worker_start(0, MID, print_lines, "a");
    worker_start(1, MID, print_lines, "b");
    worker_start(2, MID, print_lines, "c");
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    console_divert(NULL);
    for (const char *line = captured, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        all_whole = all_whole && whole(line, (size_t)(end - line));
        lines++;
    }
    CHECK(all_whole);
    CHECK_EQ(lines, 3 * LINES);
}

TEST("printed text is sent before the call returns, with or without a newline")
{
    captured_bytes = 0;
    console_divert(capture);
    printf("no end");
    CHECK_STR(captured, "no end");
    putchar('!');
    CHECK_STR(captured, "no end!");
    fwrite("\n", 1, 1, stdout);
    fputs("x", stdout);
    console_divert(NULL);
    CHECK_STR(captured, "no end!\nx");
}

/* ------------------------------------------------------------------- errno */

static void errno_of_mine(void *arg)
{
    int mine = *(const uint8_t *)arg;

    for (int i = 0; i < 20; i++) {
        errno = mine;
        thread_yield();
        CHECK_EQ(errno, mine);
    }
    errno = 0;
    CHECK_EQ(strtol("99999999999999", NULL, 10), LONG_MAX);
    thread_yield();
    CHECK_EQ(errno, ERANGE);
}

static void errno_untouched(void *arg)
{
    (void)arg;
    CHECK_EQ(errno, 0);
    for (int i = 0; i < 60; i++) {
        thread_yield();
        CHECK_EQ(errno, 0);
    }
}

TEST("each thread has its own errno, also when the library sets it")
{
    errno = 77;
    worker_start(0, MID, errno_of_mine, "a");
    worker_start(1, MID, errno_of_mine, "b");
    worker_start(2, MID, errno_untouched, NULL);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_EQ(errno, 77);
    errno = 0;
}
