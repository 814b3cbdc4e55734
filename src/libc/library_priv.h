/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that lock the C library. */
#ifndef LIBRARY_PRIV_H
#define LIBRARY_PRIV_H

#include <stdbool.h>

/** Declares newlib's function and begins the definition of ours, to which the linker redirects all calls. */
#define WRAP(type, name, ...)                                                                                \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

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

#endif
