/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Per-thread errno.
 *
 * With one CPU the scheduler saves and restores the C library's errno at every switch. This covers values
 * set by the library and by the program.
 *
 * With several CPUs each thread has its own errno, in this file. Allocations and integer conversions are
 * made to set it (src/libc/newlib/errno_calls.c). Output and floating-point conversions run under the
 * library's lock and set the library's single errno, which belongs to the thread that holds the lock. If
 * any other function sets it, such as sscanf(), the value goes to the first thread that reads its errno or
 * is switched out. So two threads that fail on two CPUs at the same moment may get each other's value.
 */
#if CONFIG_CPUS > 1

#include <errno.h>
#include <kernel/errno.h>
#include "kernel_priv.h"

static const struct thread *owner;

void errno_collect_locked(struct thread *t)
{
    int *library = library_errno();

    if (__atomic_load_n(library, __ATOMIC_RELAXED) != 0 && (owner == NULL || owner == t)) {
        t->error = __atomic_exchange_n(library, 0, __ATOMIC_RELAXED);
    }
}

/* A value that appears after the first check was set by a thread on another CPU. */
static void collect(struct thread *t)
{
    if (__atomic_load_n(library_errno(), __ATOMIC_RELAXED) != 0) {
        uint32_t state = kernel_lock();

        errno_collect_locked(t);
        kernel_unlock(state);
    }
}

int *__errno(void)
{
    static int at_boot;
    struct thread *self = thread_self();

    if (self == NULL) {
        int set = __atomic_exchange_n(library_errno(), 0, __ATOMIC_RELAXED);

        at_boot = set != 0 ? set : at_boot;
        return &at_boot;
    }
    collect(self);
    return &self->error;
}

void errno_claim(void)
{
    uint32_t state = kernel_lock();

    errno_collect_locked(thread_self());
    owner = thread_self();
    kernel_unlock(state);
}

void errno_release(void)
{
    uint32_t state = kernel_lock();

    errno_collect_locked(thread_self());
    owner = NULL;
    kernel_unlock(state);
}

#endif
