/* SPDX-License-Identifier: BSD-2-Clause */
/* Record events of the kernel between two calls, then check that they are there in the expected order. */
#ifndef EXPECT_H
#define EXPECT_H

#include <kernel/thread.h>

#define KEPT 64

/** The first records of CPU 0, and their number. */
extern struct kept {
    unsigned id;
    uint32_t words[3]; /**< data event: its length and first two words */
} kept[KEPT];
extern unsigned kept_count;

/** A thread for the tests' use. */
extern struct thread expected_helper;

/** Start recording these services. */
void expect_begin(uint32_t services);

/** Stop recording and read the records. */
void expect_end(void);

/** Find the next record of the event; if there is none, the test fails and ends. @return its words */
const uint32_t *expect(const char *name);

/** Start the helper on CPU 0 at `above` plus this thread's priority. */
void expect_helper(void (*entry)(void *), int above);

/* Numbers of the reasons in the kernel's events. */
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
