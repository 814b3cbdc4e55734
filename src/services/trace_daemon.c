/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace daemon: the thread that drains the rings (spoor/stream.h), and its waiting. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <kernel/init.h>
#include <kernel/sync.h>
#include <spoor/core/ring.h>
#include <spoor/cost.h>
#include <spoor/port/port.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include <services/trace_link.h>

static struct thread thread;
THREAD_STACK(stack, CONFIG_TRACE_DAEMON_STACK_BYTES);

static struct mutex stepping = MUTEX_INIT(stepping);
static struct sem wake = SEM_INIT(wake, 0, 1);

#if CONFIG_TRACE_DAEMON_URGENT

static bool is_urgent(void)
{
    bool urgent = false;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_ring *r = &trace_rings[cpu];

        urgent |= r->closed - r->read >= trace_ring_subbufs(r) / 2;
    }
    return urgent;
}

#endif

void spoor_port_wake_drain(void)
{
#if CONFIG_TRACE_DAEMON_URGENT
    if (thread.priority != CONFIG_TRACE_DAEMON_URGENT && is_urgent()) {
        (void)thread_set_priority(&thread, CONFIG_TRACE_DAEMON_URGENT);
    }
#endif
    sem_post(&wake); /* a second post before the wait fails, and isn't needed */
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
#if CONFIG_TRACE_DAEMON_URGENT
    (void)thread_set_priority(&thread, CONFIG_TRACE_DAEMON_PRIORITY); /* nothing is left to send */
#endif
    return sem_wait(&wake, ms == SPOOR_PORT_WAIT_FOREVER ? WAIT_FOREVER : ms) == 0;
}

void spoor_port_wait_for_tick(void)
{
    thread_sleep(1);
}

void spoor_port_lock_drain(void)
{
    mutex_lock(&stepping, WAIT_FOREVER);
}

void spoor_port_unlock_drain(void)
{
    mutex_unlock(&stepping);
}

const char *spoor_port_link_name(void)
{
    return trace_link.name;
}

/* ------------------------------------------------------------------ boot */

static int trace_link_open(void)
{
    return trace_link.open != NULL ? trace_link.open() : 0;
}

INIT_HOOK(INIT_DRIVERS, trace_link_open);

#if CONFIG_TRACE_COSTS

/* Must be measured before the first record. */
static int trace_cost(void)
{
    (void)trace_record_costs();
    return 0;
}

INIT_HOOK(INIT_DRIVERS, trace_cost);

#endif

static void trace_daemon(void *arg)
{
    (void)arg;
    trace_drain_run();
}

static int trace_daemon_start(void)
{
    static const struct thread_attr attr = {
        .name = "trace",
        .entry = trace_daemon,
        .priority = CONFIG_TRACE_DAEMON_PRIORITY,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };
    int result;

    trace_drain_begin(trace_link.send);
    if (CONFIG_TRACE_RAW) {
        trace_session_set_raw(true);
    }
    result = thread_create(&thread, &attr);
    if (result == 0 && CONFIG_TRACE_STREAM) {
        trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    }
    return result;
}

INIT_HOOK(INIT_SERVICES, trace_daemon_start);

#endif
