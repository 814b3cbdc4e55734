/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Filters: the chosen threads and CPUs. While a filter by threads is set, the scheduler applies it at each
 * switch, and excluded records take the ring's slow path.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_FILTERS

#include <errno.h>
#include <spoor/filter.h>
#include <spoor/port/hooks.h>
#include <spoor/core/ring.h>
#include <spoor/core/selection.h>

/* Readers of memory images find these by their names: section 6 of docs/wire-format.md. */
static uint32_t trace_filter_threads[TRACE_FILTER_THREADS]; /* 0: free */
static enum trace_filter_mode trace_filter_mode_now;

static uint32_t *find(uint32_t thread)
{
    for (uint32_t *c = trace_filter_threads; c < trace_filter_threads + TRACE_FILTER_THREADS; c++) {
        if (__atomic_load_n(c, __ATOMIC_RELAXED) == thread) {
            return c;
        }
    }
    return NULL;
}

static bool any_chosen(void)
{
    for (unsigned n = 0; n < TRACE_FILTER_THREADS; n++) {
        if (__atomic_load_n(&trace_filter_threads[n], __ATOMIC_RELAXED) != 0) {
            return true;
        }
    }
    return false;
}

static void set_filtering(bool on)
{
    static struct trace_lock lock;
    uint32_t state = trace_lock(&lock);

    trace_filtering = on;
    trace_unlock(&lock, state);
}

/*
 * The last of several concurrent callers sees the final state. Without a filter, switches no longer update
 * the rings, so their exclusions must be removed here.
 */
static void apply(void)
{
    bool on;

    do {
        on = any_chosen();
        set_filtering(on);
    } while (on != any_chosen());
    for (unsigned cpu = 0; !on && cpu < CONFIG_CPUS; cpu++) {
        trace_ring_unfilter(cpu);
    }
}

static int choose(uint32_t thread)
{
    while (find(thread) == NULL) {
        uint32_t *at = find(0);

        if (at == NULL) {
            return -ENOSPC;
        }
        (void)spoor_atomic_cas(at, 0, thread); /* fails if another caller took the entry */
    }
    return 0;
}

static void drop(uint32_t thread)
{
    for (uint32_t *at; (at = find(thread)) != NULL;) {
        (void)spoor_atomic_cas(at, thread, 0);
    }
}

int trace_filter_thread(uint32_t thread, bool on)
{
    if (thread == 0) {
        return -EINVAL;
    }
    int result = 0;

    trace_selection_change();
    if (on) {
        result = choose(thread);
    } else {
        drop(thread);
    }
    apply();
    trace_selection_changed();
    return result;
}

void trace_filter_set_mode(enum trace_filter_mode m)
{
    trace_selection_change();
    trace_filter_mode_now = m;
    trace_selection_changed();
}

enum trace_filter_mode trace_filter_get_mode(void)
{
    return trace_filter_mode_now;
}

int trace_filter_cpu(unsigned cpu, bool excluded)
{
    if (cpu >= CONFIG_CPUS) {
        return -EINVAL;
    }
    trace_selection_change();
    trace_ring_filter_cpu(cpu, excluded);
    trace_selection_changed();
    return 0;
}

void trace_filter_clear(void)
{
    trace_selection_change();
    for (unsigned n = 0; n < TRACE_FILTER_THREADS; n++) {
        __atomic_store_n(&trace_filter_threads[n], 0, __ATOMIC_RELAXED);
    }
    apply();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_ring_filter_cpu(cpu, false);
    }
    trace_selection_changed();
}

bool trace_filter_excludes_thread(uint32_t thread)
{
    return trace_filtering && (find(thread) != NULL) == (trace_filter_mode_now == TRACE_FILTER_EXCLUDE);
}

bool trace_filter_excludes_cpu(unsigned cpu)
{
    return cpu < CONFIG_CPUS && (trace_ring_of(cpu)->paused & TRACE_PAUSED_CPU);
}

uint32_t trace_filter_chosen(unsigned n)
{
    for (unsigned at = 0; at < TRACE_FILTER_THREADS; at++) {
        if (trace_filter_threads[at] != 0 && n-- == 0) {
            return trace_filter_threads[at];
        }
    }
    return 0;
}

void trace_filter_switch(uint32_t from, uint32_t to)
{
    bool excluded = trace_filter_excludes_thread(from) && trace_filter_excludes_thread(to);

    trace_ring_filter(excluded ? TRACE_FILTERED_ALL : TRACE_FILTERED_NONE);
}

void trace_filter_enter(uint32_t thread)
{
    trace_ring_filter(trace_filter_excludes_thread(thread) ? TRACE_FILTERED_THREADS : TRACE_FILTERED_NONE);
}

#endif
