/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The threads of a known kernel. The kernel's pointer to the running thread is read from memory where another
 * thread may have begun to run, which calls.h knows: after an exception, and after a return to an address
 * where a thread waits. That takes a read for thousands of instructions. Watching the pointer would take a
 * call for each store of the program.
 */
#ifndef BARE_THREADS_H
#define BARE_THREADS_H

#include <bare/kernels.h>

#define THREAD_NAME_BYTES 33

/** A thread. One with the same object and another name is another thread. */
struct thread {
    uint64_t object;              /**< address of the kernel's structure */
    char name[THREAD_NAME_BYTES]; /**< "" if unknown */
};

struct threads;

/** Find the kernel of a program. @return NULL if out of memory */
struct threads *threads_open(struct program *program, unsigned cpus);

void threads_close(struct threads *t);

/** @return the name of the kernel, or NULL if it is unknown */
const char *threads_kernel(const struct threads *t);

/**
 * Compare an instruction with memory. Until this is done, and if they differ, threads aren't known.
 *
 * @return whether it was the first instruction, and memory can't be read
 */
bool threads_check(struct threads *t, uint64_t address, const void *bytes, size_t size);

/** @return whether threads are told apart */
bool threads_known(const struct threads *t);

/** @return the function in which a CPU waits while it has no thread, or 0 */
uint64_t threads_scheduler(const struct threads *t);

/** Read which thread runs on a CPU. @return the address of its object, or 0: none, or unknown */
uint64_t threads_running(const struct threads *t, unsigned cpu);

/** @return whether threads_running() may return a thread before threads run */
bool threads_early(const struct threads *t);

/**
 * A CPU runs a thread.
 *
 * @param object  from threads_running()
 * @param begins  the thread begins: its object may have been another thread before
 * @return its key
 */
uint64_t threads_switch(struct threads *t, unsigned cpu, uint64_t object, bool begins);

/** @return the key of the thread that a CPU runs, or whose interrupts it serves: its number from 1; 0:
 * unknown */
uint64_t threads_current(const struct threads *t, unsigned cpu);

/** @return thread `key`, or NULL if there are fewer */
const struct thread *threads_nth(const struct threads *t, uint64_t key);

/** @return whether memory ran out */
bool threads_failed(const struct threads *t);

#endif
