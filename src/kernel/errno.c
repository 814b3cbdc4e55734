/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errno of each thread. With one CPU the scheduler swaps newlib's own at every switch, which covers what
 * the library sets as well as what the program sets. With several, each thread has its own here; but the
 * library still sets its one, from where it is collected whenever a thread asks for errno and at every
 * switch. So two threads whose calls fail in the library on two CPUs at the same moment may mix that up.
 */
#include <errno.h>
#include <reent.h>
#include "kernel_priv.h"

void errno_collect(int *error)
{
    int set = __atomic_exchange_n(&_impure_ptr->_errno, 0, __ATOMIC_RELAXED);

    if (set != 0) {
        *error = set;
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
