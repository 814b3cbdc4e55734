/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that adapt a C library to the kernel. */
#ifndef LIBRARY_PRIV_H
#define LIBRARY_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * Declare the library's function and start the definition of its replacement. The linker redirects all
 * calls to it.
 */
#define WRAP(type, name, ...)                                                                                \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

/** Size of the output buffer. */
#define LIBRARY_BUFFER_BYTES 64

/**
 * Lock out other threads. Calls nest.
 *
 * @return a value for library_unlock(): false before the scheduler runs, when there is no other thread
 *
 * Context: boot or thread.
 */
bool library_lock(void);

/** Undo library_lock(). An errno that the library set meanwhile becomes the caller's. */
void library_unlock(bool locked);

/**
 * Lock out other threads that allocate. Calls nest. Before the scheduler runs there is no other thread. In
 * an interrupt mutex_lock() panics, because an allocation there might find the heap half-changed.
 *
 * Context: boot or thread.
 */
void library_lock_heap(void);
void library_unlock_heap(void);

/**
 * Extend the heap, as sbrk() does.
 *
 * @return the previous end of the heap; (void *)-1 with errno ENOMEM if there isn't enough memory
 *
 * Context: the caller must hold the heap lock.
 */
void *library_sbrk(ptrdiff_t increment);

/* Implemented separately for each C library, in its own folder. */

/** @return whether text written to `file` goes to the console, unlike that of snprintf(). Context: any. */
bool library_is_console(const FILE *file);

/** Set the buffer of stdout, once. Context: with library_lock(), or boot. */
void library_prepare_stdout(void);

#endif
