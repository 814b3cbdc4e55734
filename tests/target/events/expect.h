/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the kernel, recorded between two calls and then looked for in their order. */
#ifndef EXPECT_H
#define EXPECT_H

#include <kernel/thread.h>

#define KEPT 64

/** The first records of CPU 0, and how many. */
extern struct kept {
    unsigned id;
    uint32_t words[3]; /**< of data: its length, and the first two */
} kept[KEPT];
extern unsigned kept_count;

/** A thread for the tests to play with. */
extern struct thread expected_helper;

/** Record these services. */
void expect_begin(uint32_t services);

/** Stop recording, and read the records. */
void expect_end(void);

/** Look further on for the event; the test ends without it. @return its words */
const uint32_t *expect(const char *name);

/** Start the helper on CPU 0, `above` this thread's priority. */
void expect_helper(void (*entry)(void *), int above);

/* As the kernel's events number them. */
enum {
    PREEMPTED,
    YIELD,
    SLEEP,
    SUSPENDED,
    EXITED,
    MUTEX,
    SEM,
    QUEUE_GET,
    QUEUE_PUT,
    SEND,
    REPLY,
    RECEIVE,
    JOIN
};
enum { GIVEN, TIMEOUT, RESUMED, GONE };

void expect_switch(const struct thread *to, unsigned reason);
void expect_wake(const struct thread *t, unsigned how, const void *object);

#endif
