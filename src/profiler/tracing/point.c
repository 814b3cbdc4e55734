/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace points: counting, and what the shell asks of them. Leans on the spread arrays alone; the count is
 * one word, updated by exclusives where the CPU has them.
 */
#include <string.h>
#include <hal/atomic.h>
#include <profiler/tracing/trace.h>
#include "record_priv.h"
#include "watch_priv.h"

#if CONFIG_TRACE

ARRAY_SPREAD_DEF_RW(struct trace_point, trace_points);
TRACE_DESCS_DEF(struct trace_point_desc, trace_point_descs);

void trace_point_count(struct trace_point *p)
{
#if CONFIG_TRACE_PLAIN_COUNT
    p->count++;
#else
    hal_atomic_inc(&p->count);
#endif
}

#ifdef TRACE_POINT_OFF_IS_A_CALL
void trace_point_nothing(struct trace_point *p)
{
    (void)p;
}
#endif

#if CONFIG_TRACE_NAMES

const struct trace_point_desc *trace_point_desc(const struct trace_point *p)
{
    array_spread_foreach_ptr (d, trace_point_descs) {
        if (d->point == p) {
            return d;
        }
    }
    return NULL;
}

struct trace_point *trace_point_find(const char *name)
{
    array_spread_foreach_ptr (d, trace_point_descs) {
        if (strcmp(d->name, name) == 0) {
            return d->point;
        }
    }
    return NULL;
}

#else

const struct trace_point_desc *trace_point_desc(const struct trace_point *p)
{
    (void)p;
    return NULL;
}

struct trace_point *trace_point_find(const char *name)
{
    (void)name;
    return NULL;
}

#endif

const char *trace_point_get_name(const struct trace_point *p)
{
    const struct trace_point_desc *d = trace_point_desc(p);

    return d != NULL ? d->name : "";
}

const char *trace_point_get_location_func(const struct trace_point *p)
{
    const struct trace_point_desc *d = trace_point_desc(p);

    return d != NULL ? d->location.func : "";
}

/* What a visit may do besides counting. */
static void visit_slowly(struct trace_point *p)
{
    uint32_t count = hal_atomic_add(&p->count, 1);

    record_point(p);
    trace_watch_point(p, count);
}

void trace_point_enable(struct trace_point *p, bool on)
{
    void (*hit)(struct trace_point *) = TRACE_POINT_OFF;

    if (on) {
        hit = trace_is_watched(p) || record_wanted_of_point(p) ? visit_slowly : trace_point_count;
    }
    __atomic_store_n(&p->hit, hit, __ATOMIC_RELAXED);
}

void trace_point_reset(struct trace_point *p)
{
    __atomic_store_n(&p->count, 0, __ATOMIC_RELAXED);
    trace_watch_rearm(p);
}

#endif
