/* SPDX-License-Identifier: BSD-2-Clause */
/* The heap, in the RAM after the image, and its lock. */
#include <errno.h>
#include <stdint.h>
#include <kernel/sync.h>
#include "library_priv.h"

extern uint8_t heap_start[], heap_end[];

static struct mutex heap = MUTEX_INIT(heap);

void library_lock_heap(void)
{
    if (thread_self() != NULL) {
        mutex_lock(&heap, WAIT_FOREVER);
    }
}

void library_unlock_heap(void)
{
    if (thread_self() != NULL) {
        mutex_unlock(&heap);
    }
}

void *library_sbrk(ptrdiff_t increment)
{
    static uint8_t *end = heap_start;
    uint8_t *before = end;
    ptrdiff_t room = (intptr_t)heap_end - (intptr_t)end;
    ptrdiff_t taken = (intptr_t)end - (intptr_t)heap_start;

    if (increment > room || increment < -taken) {
        errno = ENOMEM;
        return (void *)-1;
    }
    end += increment;
    return before;
}
