/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of kernel/errno.h: newlib's structure of all threads has the errno first. */
#ifndef LIBC_ERRNO_H
#define LIBC_ERRNO_H

#include <reent.h>

static inline int *library_errno(void)
{
    return &_impure_ptr->_errno;
}

#endif
