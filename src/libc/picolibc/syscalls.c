/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System functions required by picolibc: memory, one lock for the heap and everything else that is shared,
 * and abort().
 */
#include <stdlib.h>
#include <sys/lock.h>
#include <unistd.h>
#include <kernel/panic.h>
#include "../library_priv.h"

struct __lock {
    char unused;
};

struct __lock __lock___libc_recursive_mutex;

void *sbrk(ptrdiff_t increment)
{
    return library_sbrk(increment);
}

void __retarget_lock_acquire_recursive(_LOCK_T lock)
{
    (void)lock;
    library_lock_heap();
}

void __retarget_lock_release_recursive(_LOCK_T lock)
{
    (void)lock;
    library_unlock_heap();
}

_Noreturn void abort(void)
{
    panic("abort() was called");
}
