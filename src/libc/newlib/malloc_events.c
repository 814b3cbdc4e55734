/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Record allocations as events. The linker's --wrap redirects _malloc_r() and _free_r(), which malloc() and
 * similar functions call. It only redirects calls from other source files than the one that defines the
 * function.
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

/*
 * The event is recorded before the memory is freed, because another thread may get the same address at
 * once.
 */
void __wrap__free_r(struct _reent *reent, void *p)
{
    if (p != NULL) {
        trace_event(mem_free, (uintptr_t)p, malloc_usable_size(p));
    }
    __real__free_r(reent, p);
}

#endif
