/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Record allocations as events. The linker's --wrap redirects malloc() and free(), including calls from
 * calloc() and similar functions.
 */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <malloc.h>
#include <stdlib.h>
#include <spoor/port/kernel_events.h>
#include "../library_priv.h"

TRACE_MEMORY_EVENTS_DEF();

WRAP(void *, malloc, size_t bytes)
{
    void *p = __real_malloc(bytes);

    trace_event(mem_alloc, (uintptr_t)p, bytes, (uintptr_t)__builtin_return_address(0));
    return p;
}

/*
 * The event is recorded before the memory is freed, because another thread may get the same address at
 * once.
 */
WRAP(void, free, void *p)
{
    if (p != NULL) {
        trace_event(mem_free, (uintptr_t)p, malloc_usable_size(p));
    }
    __real_free(p);
}

#endif
