/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errno for a C library that has only one. The library's lock in src/libc calls these functions. Between
 * claim and release the library's errno belongs to the caller, and no other thread collects a value from
 * it. With one CPU nothing is needed, because the scheduler swaps the value at every switch.
 */
#ifndef KERNEL_ERRNO_H
#define KERNEL_ERRNO_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return the library's only errno. Context: any. */
static inline int *library_errno(void);

#include <libc/errno.h>

#if CONFIG_CPUS > 1

/** Claim the library's errno for the caller. Context: thread; no other thread may have claimed it. */
void errno_claim(void);

/**
 * Move a value that the library has set to the caller's errno, and end the claim. Context: the thread that
 * claimed.
 */
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
