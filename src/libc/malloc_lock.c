/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's hooks that make malloc() thread-safe. Before the scheduler runs there is no other thread to lock
 * out; in an interrupt mutex_lock() refuses, since an allocation there may find the heap half-changed.
 */
#include <malloc.h>
#include <kernel/sync.h>

static struct mutex heap = MUTEX_INIT(heap);

void __malloc_lock(struct _reent *reent)
{
    (void)reent;
    if (thread_self() != NULL) {
        mutex_lock(&heap, WAIT_FOREVER);
    }
}

void __malloc_unlock(struct _reent *reent)
{
    (void)reent;
    if (thread_self() != NULL) {
        mutex_unlock(&heap);
    }
}
