/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements library_errno() of kernel/errno.h: the first member of newlib's shared structure. */
#ifndef LIBC_ERRNO_H
#define LIBC_ERRNO_H

#include <reent.h>

static inline int *library_errno(void)
{
    return &_impure_ptr->_errno;
}

#endif
