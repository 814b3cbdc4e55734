/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Allocations as events. The linker's --wrap redirects the functions that malloc() and its like call here:
 * _malloc_r() and _free_r(), called from outside of the file that defines each.
 */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <malloc.h>
#include <spoor/port/kernel_events.h>

TRACE_MEMORY_EVENTS_DEF();

void *__real__malloc_r(struct _reent *reent, size_t bytes);
void *__wrap__malloc_r(struct _reent *reent, size_t bytes);
void __real__free_r(struct _reent *reent, void *p);
void __wrap__free_r(struct _reent *reent, void *p);

void *__wrap__malloc_r(struct _reent *reent, size_t bytes)
{
    void *p = __real__malloc_r(reent, bytes);

    trace_event(mem_alloc, (uintptr_t)p, bytes, (uintptr_t)__builtin_return_address(0));
    return p;
}

/* Recorded before the memory is freed: another thread may get the same address at once. */
void __wrap__free_r(struct _reent *reent, void *p)
{
    if (p != NULL) {
        trace_event(mem_free, (uintptr_t)p, malloc_usable_size(p));
    }
    __real__free_r(reent, p);
}

#endif
