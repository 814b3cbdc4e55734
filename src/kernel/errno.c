/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errno of each thread. With one CPU the scheduler swaps newlib's own at every switch, for values that the
 * library sets and those that the program sets. With several CPUs each thread has its own here. Allocations
 * and the conversions of integers are told to set it (src/libc/errno_calls.c), and the library's other
 * functions ask __errno() for it, but for stdio and strtod(). These set the library's one errno, which is
 * collected whenever a thread reads errno and at every switch: two such calls that fail on two CPUs at the
 * same moment may swap values.
 */
#include <errno.h>
#include <reent.h>
#include "kernel_priv.h"

void errno_collect(int *error)
{
    int *library = &_impure_ptr->_errno;

    if (__atomic_load_n(library, __ATOMIC_RELAXED) != 0) {
        int set = __atomic_exchange_n(library, 0, __ATOMIC_RELAXED);

        if (set != 0) { /* another CPU may have collected it meanwhile */
            *error = set;
        }
    }
}

int *__errno(void)
{
    static int at_boot;
    struct thread *self = thread_self();
    int *error = self != NULL ? &self->error : &at_boot;

    errno_collect(error);
    return error;
}
