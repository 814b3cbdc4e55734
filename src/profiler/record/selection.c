/* SPDX-License-Identifier: BSD-2-Clause */
/* The times when the selection of recorded data changed. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SELECTION

#include <spoor/core/lock.h>
#include <spoor/core/selection.h>
#include <spoor/port/port.h>

/* Readers of memory images find these by their names: section 6 of docs/wire-format.md. */
static struct trace_selection trace_selection_last;
static uint32_t trace_selection_changing; /* changes that have started but not taken effect */
static bool trace_selection_untaken;

static struct trace_lock lock;

static void note(uint64_t from, uint64_t now, uint32_t more)
{
    uint32_t state = trace_lock(&lock);

    trace_selection_changing += more;
    if (!trace_selection_untaken || from < trace_selection_last.from) {
        trace_selection_last.from = from;
    }
    trace_selection_last.since = now;
    trace_selection_untaken = true;
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
    bool taken = trace_selection_untaken;

    trace_selection_last.number += taken;
    trace_selection_untaken = false;
    *s = trace_selection_last;
    if (trace_selection_changing != 0) {
        s->since = TRACE_SELECTION_CHANGES;
    }
    trace_unlock(&lock, state);
    return taken;
}

bool trace_selection_is_new(void)
{
    return __atomic_load_n(&trace_selection_untaken, __ATOMIC_RELAXED);
}

#endif
