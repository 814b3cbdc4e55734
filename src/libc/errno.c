/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errno of each thread. With one CPU the scheduler swaps newlib's own at every switch, which covers what
 * the library sets as well as what the program sets. With several, each thread has its own here.
 */
#include <errno.h>
#include <kernel/thread.h>

#if CONFIG_CPUS > 1

int *__errno(void)
{
    static int at_boot;
    struct thread *self = thread_self();

    return self != NULL ? &self->error : &at_boot;
}

#endif
