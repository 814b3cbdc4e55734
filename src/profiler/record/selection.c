/* SPDX-License-Identifier: BSD-2-Clause */
/* When what is left out of the recording changed. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/core/lock.h>
#include <spoor/core/selection.h>
#include <spoor/port/port.h>

static struct trace_lock lock;
static struct trace_selection last;
static uint32_t changing; /* changes that have begun and not taken effect */
static bool is_new;

static void note(uint64_t from, uint64_t now, uint32_t more)
{
    uint32_t state = trace_lock(&lock);

    changing += more;
    if (!is_new || from < last.from) {
        last.from = from;
    }
    last.since = now;
    is_new = true;
    trace_unlock(&lock, state);
}

void trace_selection_change(void)
{
    uint64_t now = spoor_port_time();

    note(now, now, 1);
}

void trace_selection_changed(void)
{
    uint64_t now = spoor_port_time();

    note(now, now, -1u);
}

void trace_selection_pause(uint64_t from)
{
    note(from, spoor_port_time(), 0);
}

bool trace_selection_take(struct trace_selection *s)
{
    uint32_t state = trace_lock(&lock);
    bool taken = is_new;

    last.number += taken;
    is_new = false;
    *s = last;
    if (changing != 0) {
        s->since = TRACE_SELECTION_CHANGES;
    }
    trace_unlock(&lock, state);
    return taken;
}

bool trace_selection_is_new(void)
{
    return __atomic_load_n(&is_new, __ATOMIC_RELAXED);
}

#endif
