/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of objects. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <spoor/core/lock.h>
#include <spoor/named.h>

#if CONFIG_TRACE_FUNCTION
const char *trace_program;
#endif

#if CONFIG_TRACE_NAMED

static struct {
    const void *object; /* NULL: free */
    const char *name;
    uint32_t maker; /* if `name` is only the kind: the thread that created the object; otherwise 0 */
} named[CONFIG_TRACE_NAMED];

static struct trace_lock lock;

/*
 * @return the object's entry, or else a free one, or else, for a name, the entry of an object that only has a
 *         kind; -1 if there is none
 */
static int find_place(const void *object, bool is_name)
{
    int place = -1;

    for (int n = 0; n < CONFIG_TRACE_NAMED; n++) {
        if (named[n].object == object) {
            return n;
        }
        bool better = place < 0 || (named[n].object == NULL && named[place].object != NULL);

        if (better && (named[n].object == NULL || (is_name && named[n].maker != 0))) {
            place = n;
        }
    }
    return place;
}

static int put(const void *object, const char *name, uint32_t maker)
{
    uint32_t state = trace_lock(&lock);
    int place = find_place(object, name != NULL && maker == 0);

    if (place >= 0 && (name != NULL || named[place].object == object)) {
        named[place].object = name != NULL ? object : NULL;
        named[place].name = name;
        named[place].maker = maker;
    }
    trace_unlock(&lock, state);
    return place >= 0 || name == NULL ? 0 : -ENOSPC;
}

int trace_name(const void *object, const char *name)
{
    return put(object, name, 0);
}

int trace_name_kind(const void *object, const char *kind, uint32_t maker)
{
    return put(object, kind, maker);
}

const void *trace_named(unsigned n, const char **name, uint32_t *maker)
{
    const void *object = NULL;

    for (unsigned i = 0; i < CONFIG_TRACE_NAMED && object == NULL; i++) {
        uint32_t state = trace_lock(&lock);

        if (named[i].object != NULL && n-- == 0) {
            object = named[i].object;
            *name = named[i].name;
            *maker = named[i].maker;
        }
        trace_unlock(&lock, state);
    }
    return object;
}

#else

int trace_name(const void *object, const char *name)
{
    (void)object;
    return name != NULL ? -ENOSPC : 0;
}

int trace_name_kind(const void *object, const char *kind, uint32_t maker)
{
    (void)object;
    (void)kind;
    (void)maker;
    return -ENOSPC;
}

#endif

#endif
