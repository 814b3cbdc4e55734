/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the kernel's tests: a few threads to start and join, and a log of events in order. The tests run
 * in the main thread at priority MAIN.
 */
#ifndef WORKER_H
#define WORKER_H

#include <kernel/thread.h>

#define WORKERS            4
#define WORKER_STACK_BYTES THREAD_STACK_BYTES(768)

#define LOW  (CONFIG_MAIN_PRIORITY - 4)
#define MID  (CONFIG_MAIN_PRIORITY - 2)
#define MAIN CONFIG_MAIN_PRIORITY
#define HIGH (CONFIG_MAIN_PRIORITY + 2)
#define TOP  (CONFIG_MAIN_PRIORITY + 4)

extern struct thread worker[WORKERS];

/** Start worker `n`. Context: thread. */
void worker_start(unsigned n, unsigned priority, void (*entry)(void *arg), void *arg);

/** Wait for the end of worker `n`. The test fails if that takes more than a few seconds. */
void worker_join(unsigned n);

/** Clear the log. */
void log_clear(void);

/** Append a character to the log. Context: any. */
void log_add(char what);

/** @return the log as a string */
const char *log_text(void);

#endif
