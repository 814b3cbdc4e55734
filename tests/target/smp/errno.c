/* SPDX-License-Identifier: BSD-2-Clause */
/* errno with library functions that set it, on all CPUs at once. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <spoor/port/atomic.h>
#include <test/test.h>
#include "pinned.h"

#define ROUNDS 400

static volatile uint32_t wrong_range, wrong_stream, wrong_kept;

/* Both calls set the library's errno, which all threads share. */
static void fail_often(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        errno = 0;
        if (strtod("1e999", NULL) != HUGE_VAL || errno != ERANGE) {
            spoor_atomic_inc(&wrong_range);
        }
        errno = 0;
        if (fputc('x', stdin) != EOF || errno != EBADF) {
            spoor_atomic_inc(&wrong_stream);
        }
    }
}

static void keep(int number)
{
    int mine = 100 + number;

    errno = mine;
    for (int i = 0; i < 20 * ROUNDS; i++) {
        if (errno != mine) {
            spoor_atomic_inc(&wrong_kept);
            errno = mine;
        }
    }
}

static void fail_or_keep(void *arg)
{
    if ((uintptr_t)arg % 2 == 0) {
        fail_often();
    } else {
        keep((int)(uintptr_t)arg);
    }
}

TEST("each thread has its own errno while the library sets it on several CPUs")
{
    pinned_start_each(LOW, fail_or_keep);
    pinned_join(CONFIG_CPUS);
    CHECK_EQ(wrong_range, 0);
    CHECK_EQ(wrong_stream, 0);
    CHECK_EQ(wrong_kept, 0);
}
