/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that fit a C library to the kernel. */
#ifndef LIBRARY_PRIV_H
#define LIBRARY_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Declares the library's function and begins the definition of ours, to which the linker redirects all
 * calls. */
#define WRAP(type, name, ...)                                                                                \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

/** Bytes of text that leave together. */
#define LIBRARY_BUFFER_BYTES 64

/**
 * Lock out other threads; calls nest.
 *
 * @return for library_unlock(): false before the scheduler runs, when there is no other thread
 *
 * Context: boot or thread.
 */
bool library_lock(void);

/** Undo library_lock(); an errno that the library set meanwhile is the caller's. */
void library_unlock(bool locked);

/**
 * Lock out other threads that allocate; calls nest. Before the scheduler runs there is no other thread; in an
 * interrupt mutex_lock() refuses, since an allocation there may find the heap half-changed.
 *
 * Context: boot or thread.
 */
void library_lock_heap(void);
void library_unlock_heap(void);

/**
 * Take memory after the image, as sbrk() does.
 *
 * @return where the heap ended until now; (void *)-1 and ENOMEM when there isn't so much
 *
 * Context: with the heap's lock.
 */
void *library_sbrk(ptrdiff_t increment);

/*
 * Of each C library, in a folder of its own.
 */

/** @return whether text for `file` goes to the console: not that of snprintf(). Context: any. */
bool library_is_console(const FILE *file);

/** Give stdout its buffer, once. Context: with library_lock(), or boot. */
void library_prepare_stdout(void);

#endif
