/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements library_errno() of kernel/errno.h. picolibc's errno is in thread-local storage, which all
 * threads of a CPU share here.
 */
#ifndef LIBC_ERRNO_H
#define LIBC_ERRNO_H

#include <errno.h>

static inline int *library_errno(void)
{
    return &errno;
}

#endif
