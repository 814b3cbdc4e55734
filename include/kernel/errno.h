/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errno with a library that keeps but one. Called by the lock of the library, src/libc: between a
 * claim and its release errno of the library belongs to the caller, and no other thread takes a value from
 * it. With one CPU there is nothing to do: the scheduler swaps the value at every switch.
 */
#ifndef KERNEL_ERRNO_H
#define KERNEL_ERRNO_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return the one errno that the library sets. Context: any. */
static inline int *library_errno(void);

#include <libc/errno.h>

#if CONFIG_CPUS > 1

/** From here on the library's errno is the caller's. Context: thread; no other has claimed it. */
void errno_claim(void);

/** The value that the library has set, if any, is the caller's errno. Context: the thread that claimed. */
void errno_release(void);

#else

static inline void errno_claim(void)
{
}

static inline void errno_release(void)
{
}

#endif
SPOOR_EXTERN_C_END

#endif
