/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace daemon: the thread that steps the streaming session (profiler/session.h). Another thread asks it
 * for something and waits until it is done, so that one thread alone steps it.
 */
#include <kernel/init.h>
#include <kernel/sync.h>
#include <profiler/cost.h>
#include <profiler/port.h>
#include <profiler/service.h>
#include <profiler/session.h>
#include <services/trace_stream.h>
#include "trace_priv.h"

#define IDLE_MS 100

static struct thread thread;
THREAD_STACK(stack, CONFIG_TRACE_DAEMON_STACK_BYTES);

static struct trace_client client;

static struct mutex asking = MUTEX_INIT(asking);
static struct sem asked = SEM_INIT(asked, 0, 1);
static struct sem done = SEM_INIT(done, 0, 1);
static struct sem wake = SEM_INIT(wake, 0, 1);

void port_wake_drain(void)
{
    sem_post(&wake); /* a second post before the wait is refused, and not needed */
}

static void trace_daemon(void *arg)
{
    (void)arg;
    for (;;) {
        switch (trace_session_step()) {
        case TRACE_SESSION_AGAIN:
            break;
        case TRACE_SESSION_DONE:
            sem_post(&done);
            break;
        case TRACE_SESSION_TICK:
            thread_sleep(1);
            break;
        case TRACE_SESSION_WAIT:
            if (sem_wait(&wake, IDLE_MS) != 0) {
                trace_session_idle();
            }
            break;
        case TRACE_SESSION_OFF:
            sem_wait(&asked, WAIT_FOREVER);
            break;
        }
    }
}

/* The daemon runs at the caller's priority while the caller waits: no priority inversion. */
static void ask(uint32_t what)
{
    unsigned priority = thread_priority(thread_self());

    mutex_lock(&asking, WAIT_FOREVER);
    trace_session_ask(what);
    if (priority > CONFIG_TRACE_DAEMON_PRIORITY) {
        (void)thread_set_priority(&thread, priority);
    }
    sem_post(&asked);
    port_wake_drain();
    sem_wait(&done, WAIT_FOREVER);
    (void)thread_set_priority(&thread, CONFIG_TRACE_DAEMON_PRIORITY);
    mutex_unlock(&asking);
}

void trace_stream_start(uint32_t services)
{
    ask(TRACE_SESSION_START); /* before a service starts, which forgets the records from before a reset */
    (void)trace_service_start(&client, services);
}

void trace_stream_stop(void)
{
    if (!trace_session_is_on()) {
        return;
    }
    (void)trace_service_stop(&client, TRACE_SERVICES_ALL);
    thread_sleep(1); /* by then other CPUs have finished the records that they had begun */
    ask(TRACE_SESSION_STOP);
}

void trace_stream_flush(void)
{
    ask(TRACE_SESSION_FLUSH);
}

void trace_stream_dump(void)
{
    ask(TRACE_SESSION_DUMP);
}

void trace_stream_get_info(struct trace_stream_info *info)
{
    *info = (struct trace_stream_info){
        .on = trace_session_is_on(),
        .link = trace_link_name(),
        .services = client.wanted,
        .bytes_sent = trace_session_bytes_sent(),
    };
}

bool trace_stream_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records)
{
    if (cpu >= CONFIG_CPUS) {
        return false;
    }
    trace_session_get_sent(cpu, packets, records);
    return true;
}

/* ------------------------------------------------------------------ boot */

#if CONFIG_TRACE_COSTS

/* Measured before the first record. */
static int trace_cost(void)
{
    (void)trace_record_costs();
    return 0;
}

INIT_HOOK(INIT_DRIVERS, trace_cost);

#endif

static int trace_daemon_start(void)
{
    const struct thread_attr attr = {
        .name = "trace",
        .entry = trace_daemon,
        .priority = CONFIG_TRACE_DAEMON_PRIORITY,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };
    int result = trace_client_register(&client, "stream");

    trace_session_init(trace_link_send);
    trace_session_set_raw(CONFIG_TRACE_RAW);
    if (result == 0) {
        result = thread_create(&thread, &attr);
    }
    if (result == 0 && CONFIG_TRACE_STREAM) {
        trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    }
    return result;
}

INIT_HOOK(INIT_SERVICES, trace_daemon_start);
