/* SPDX-License-Identifier: BSD-2-Clause */
/* Objects with names. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <stddef.h>
#include <spoor/core/lock.h>
#include <spoor/named.h>

static struct {
    const void *object; /* NULL: free */
    const char *name;
} named[CONFIG_TRACE_NAMED];

static struct trace_lock lock;

int trace_name(const void *object, const char *name)
{
    uint32_t state = trace_lock(&lock);
    int place = -1;

    for (int n = 0; n < CONFIG_TRACE_NAMED; n++) {
        if (named[n].object == object) {
            place = n;
            break;
        }
        if (named[n].object == NULL && place < 0) {
            place = n;
        }
    }
    if (place >= 0) {
        named[place].object = name != NULL ? object : NULL;
        named[place].name = name;
    }
    trace_unlock(&lock, state);
    return place >= 0 || name == NULL ? 0 : -ENOSPC;
}

const void *trace_named(unsigned n, const char **name)
{
    const void *object = NULL;

    for (unsigned i = 0; i < CONFIG_TRACE_NAMED && object == NULL; i++) {
        uint32_t state = trace_lock(&lock);

        if (named[i].object != NULL && n-- == 0) {
            object = named[i].object;
            *name = named[i].name;
        }
        trace_unlock(&lock, state);
    }
    return object;
}

#endif
