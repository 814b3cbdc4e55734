/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace points: counting, and switching on and off. The count is one word, incremented with exclusive access
 * if the CPU has it.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/port/atomic.h>
#include "sink_priv.h"
#include <spoor/sites.h>
#include <spoor/trace.h>
#include "block_priv.h"

void trace_point_count(struct trace_point *p)
{
#if CONFIG_TRACE_PLAIN_COUNT
    p->count++;
#else
    spoor_atomic_inc(&p->count);
#endif
}

#if SPOOR_TEST_BY_CALL
void trace_point_nothing(struct trace_point *p)
{
    (void)p;
}
#endif

/* The handler of a point wanted by a sink. */
static void count_and_hand_on(struct trace_point *p)
{
    trace_sinks_point(p, spoor_atomic_add(&p->count, 1));
}

static void set_handler(struct trace_point *p, bool on)
{
    void (*hit)(struct trace_point *) = TRACE_POINT_OFF;

    if (on) {
        hit = trace_sinks_want(p) ? count_and_hand_on : trace_point_count;
    }
    __atomic_store_n(&p->hit, hit, __ATOMIC_RELAXED);
}

SELDOM void trace_point_enable(struct trace_point *p, bool on)
{
    set_handler(p, on);
    trace_sites_follow(p, (const void *const *)&p->hit, (const void *)TRACE_POINT_OFF);
}

SELDOM void trace_point_refresh(struct trace_point *p)
{
#if CONFIG_CPUS > 1 && SPOOR_EXCLUSIVES
    void (*now)(struct trace_point *) = __atomic_load_n(&p->hit, __ATOMIC_RELAXED);
    void (*wanted)(struct trace_point *);

    do { /* repeated, because another CPU may switch the point off or select its handler */
        if (now == TRACE_POINT_OFF) {
            return;
        }
        wanted = trace_sinks_want(p) ? count_and_hand_on : trace_point_count;
    } while (!__atomic_compare_exchange_n(&p->hit, &now, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
#else
    uint32_t state = spoor_port_lock();

    if (trace_point_is_on(p)) {
        set_handler(p, true);
    }
    spoor_port_unlock(state);
#endif
}

void trace_point_reset(struct trace_point *p)
{
    __atomic_store_n(&p->count, 0, __ATOMIC_RELAXED);
    trace_sinks_reset(p);
}

#endif
