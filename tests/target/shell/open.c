/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_blocks --open: what threads have entered and not left yet. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/open.h>
#include <spoor/trace.h>
#include "capture.h"

TRACE_BLOCK_DEF(open_outer);
TRACE_BLOCK_DEF(open_inner);
TRACE_BLOCK_DEF(open_never);

static struct sem entered, leave;

static void wait_inside(void *arg)
{
    (void)arg;
    trace_block_enter(&open_outer);
    trace_block_enter(&open_inner);
    sem_post(&entered);
    sem_wait(&leave, WAIT_FOREVER);
    trace_block_leave(&open_inner);
    sem_post(&entered);
    sem_wait(&leave, WAIT_FOREVER);
    trace_block_leave(&open_outer);
}

/* Find the row of a block. @return its text after the name of the block, or NULL */
static const char *row_of(const char *thread, const char *name)
{
    for (const char *line = output; line != NULL; line = strchr(line, '\n')) {
        char cells[2][24];
        int end = 0;

        line += *line == '\n';
        if (sscanf(line, "%23s %*u %23s %n", cells[0], cells[1], &end) == 2 && end != 0 &&
            strcmp(cells[0], thread) == 0 && strcmp(cells[1], name) == 0) {
            return line + end;
        }
    }
    return NULL;
}

TEST("trace_blocks --open lists the entries that a thread hasn't left, with their place")
{
    static struct thread insider;
    THREAD_STACK(stack, 512);
    struct thread_attr attr = {.name = "insider",
                               .entry = wait_inside,
                               .priority = THREAD_PRIORITY_MAX,
                               .stack = stack,
                               .stack_bytes = sizeof stack};
    char unit[4], place[40];
    unsigned ms;

    sem_init(&entered, 0, 1);
    sem_init(&leave, 0, 1);
    REQUIRE(thread_create(&insider, &attr) == 0);
    sem_wait(&entered, WAIT_FOREVER);
    thread_sleep(20);
    CHECK_EQ(run("trace_blocks --open"), 0);
    const char *outer = row_of("insider", "open_outer"), *inner = row_of("insider", "open_inner");

    REQUIRE(outer != NULL && inner != NULL);
    CHECK(outer < inner);
    CHECK_EQ(sscanf(outer, "%u%*[.0-9] %3s %39s", &ms, unit, place), 3);
    CHECK(ms >= 19 && ms < 40);
    CHECK_STR(unit, "ms");
    CHECK(strncmp(place, "open.c:", strlen("open.c:")) == 0);
    CHECK(strstr(output, "open_never") == NULL);
    CHECK_EQ(run("trace_blocks --open open_i*"), 0);
    CHECK(row_of("insider", "open_inner") != NULL && row_of("insider", "open_outer") == NULL);
    sem_post(&leave);
    sem_wait(&entered, WAIT_FOREVER);
    CHECK_EQ(run("trace_blocks --open open_*"), 0);
    CHECK(row_of("insider", "open_outer") != NULL && row_of("insider", "open_inner") == NULL);
    sem_post(&leave);
    CHECK_EQ(thread_join(&insider, NULL, WAIT_FOREVER), 0);
    CHECK_EQ(run("trace_blocks --open open_*"), 0);
    CHECK(row_of("insider", "open_outer") == NULL);
}

TEST("each open entry of a recursion is listed, those of the caller too")
{
    trace_block_enter(&open_outer);
    trace_block_enter(&open_outer);
    CHECK_EQ(run("trace_blocks --open open_outer"), 0);
    const char *first = strstr(output, " open_outer ");

    REQUIRE(first != NULL);
    CHECK(strstr(first + 1, " open_outer ") != NULL);
    trace_block_leave(&open_outer);
    trace_block_leave(&open_outer);
    CHECK_EQ(run("trace_blocks --open no_such"), -ENOENT);
    CHECK_EQ(run("trace_points --open"), -EINVAL);
}

TEST("past the last thread there is no open block")
{
    struct trace_open_block o;

    CHECK_EQ(trace_open_get(1000, 0, &o), -ESRCH);
    CHECK_EQ(trace_open_get(0, CONFIG_TRACE_DEPTH, &o), -ENOENT);
}

TEST("a block that every thread has left isn't open, though its entry is still there")
{
    struct trace_open_block o;
    int error;

    trace_block_enter(&open_outer);
    trace_block_leave(&open_outer);
    for (unsigned thread = 0; (error = trace_open_get(thread, 0, &o)) != -ESRCH; thread++) {
        CHECK(error == -ENOENT || o.block != &open_outer);
    }
}
