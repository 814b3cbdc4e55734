/* SPDX-License-Identifier: BSD-2-Clause */
/* Record stack and heap usage once a second while the link streams. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <malloc.h>
#include <unistd.h>
#include <kernel/thread.h>
#include <spoor/port/kernel_events.h>
#include <spoor/port/port.h>
#include "library_priv.h"

/*
 * A free chunk of newlib's small malloc(), which picolibc uses too. Each chunk starts with its size and a
 * pointer to the next. From picolibc 1.8.7 on, the pointers point past the size
 * (libc/stdlib/nano-malloc.h).
 */
struct chunk {
    long bytes;
    void *next;
};
#if defined(__PICOLIBC__) &&                                                                                 \
    (__PICOLIBC__ * 100 + __PICOLIBC_MINOR__) * 100 + __PICOLIBC_PATCHLEVEL__ >= 10807
#define CHUNK_AT(p) ((const struct chunk *)((uintptr_t)(p) - sizeof(long)))
#else
#define CHUNK_AT(p) ((const struct chunk *)(p))
#endif
extern void *__malloc_free_list;
extern char heap_end[];

/* Free memory is in free chunks and in one untouched area at the end. */
static void record_heap(void)
{
    library_lock_heap();
    struct mallinfo heap = mallinfo();
    size_t untouched = (uintptr_t)heap_end - (uintptr_t)sbrk(0), largest = untouched;

    for (const void *at = __malloc_free_list; at != NULL; at = CHUNK_AT(at)->next) {
        size_t bytes = (size_t)CHUNK_AT(at)->bytes;

        largest = bytes > largest ? bytes : largest;
    }
    library_unlock_heap();
    trace_event(heap_level, heap.uordblks, (size_t)heap.fordblks + untouched, largest);
}

void spoor_port_tell_levels(void)
{
    struct thread_info info;

    if (trace_event_is_on(heap_level)) {
        record_heap();
    }
    for (unsigned n = 0; trace_event_is_on(stack_level) && thread_get_info(n, &info) == 0; n++) {
        trace_event(stack_level, info.id, info.stack_used_bytes, info.stack_bytes);
    }
}

#endif
