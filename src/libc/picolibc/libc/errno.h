/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of kernel/errno.h: picolibc's is in the storage of a thread, of which all threads of a CPU have one
 * here. */
#ifndef LIBC_ERRNO_H
#define LIBC_ERRNO_H

#include <errno.h>

static inline int *library_errno(void)
{
    return &errno;
}

#endif
