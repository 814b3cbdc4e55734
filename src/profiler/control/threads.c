/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers of threads in order of creation, which identify them in records. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <string.h>
#include <spoor/port/atomic.h>
#include <spoor/port/hooks.h>
#include <spoor/service.h>
#include "../record/ring_priv.h"

static uint32_t last_number, renames;

#if CONFIG_TRACE_DATA

/* Services whose records refer to threads. */
#define NAMING                                                                                               \
    (TRACE_SWITCH | TRACE_IPC | TRACE_IPC_SHORT | TRACE_SYNC | TRACE_SYNC_ALL | TRACE_THREAD | TRACE_FAULT | \
     TRACE_FUNCTION)

/* The name is recorded in the ring, because the thread may end before the stream sends it. */
static void record_name(uint32_t number, unsigned priority, const char *name)
{
    struct {
        uint32_t number, priority;
        char name[(TRACE_DATA_MAX < SPOOR_WIRE_DATA_WHOLE ? TRACE_DATA_MAX : SPOOR_WIRE_DATA_WHOLE) -
                  2 * sizeof(uint32_t)];
    } record = {.number = number, .priority = priority};
    size_t bytes = strnlen(name, sizeof record.name);

    if ((trace_services() & NAMING) != 0) {
        memcpy(record.name, name, bytes);
        (void)trace_emit_bytes(SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_THREAD), &record,
                               (uint32_t)(sizeof record - sizeof record.name + bytes));
    }
}

#else

/* Without data events only the stream sends the names of threads (session.c). */
static void record_name(uint32_t number, unsigned priority, const char *name)
{
    (void)number;
    (void)priority;
    (void)name;
}

#endif

void trace_hook_thread_created(struct trace_thread *t, unsigned priority, const void *entry, const char *name)
{
    t->number = spoor_atomic_add(&last_number, 1);
    record_name(t->number, priority, name);
    trace_event(thread_new, t->number, priority, (uintptr_t)entry);
}

void trace_hook_thread_named(const struct trace_thread *t, unsigned priority, const char *name)
{
    record_name(t->number, priority, name);
    spoor_atomic_inc(&renames);
}

uint32_t trace_threads_renamed(void)
{
    return __atomic_load_n(&renames, __ATOMIC_RELAXED);
}

uint32_t trace_thread_last(void)
{
    return __atomic_load_n(&last_number, __ATOMIC_RELAXED);
}

#endif
