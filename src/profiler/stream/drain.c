/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The drain: executes the steps of the streaming session, and waits between them. A thread with a request
 * executes the steps itself until it is served, so that no thread waits for one of lower priority. The port's
 * lock admits one thread at a time.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/port/atomic.h>
#include <spoor/port/port.h>
#include <spoor/service.h>
#include <spoor/session.h>
#include <spoor/stream.h>

#define IDLE_MS 100

static struct trace_client client;

void trace_drain_begin(void (*send)(const uint8_t *frame, size_t bytes))
{
    (void)trace_client_register(&client, "stream");
    trace_session_init(send);
}

static uint32_t requesters; /* number of threads that have a request or are about to make one */

/*
 * Execute steps until the next wait, or until a thread has a request. The lock is taken once for all of them,
 * because its own events are in the trace.
 */
static enum trace_session_next run_steps(void)
{
    enum trace_session_next next;

    spoor_port_lock_drain();
    do {
        next = trace_session_step();
    } while (next == TRACE_SESSION_AGAIN && __atomic_load_n(&requesters, __ATOMIC_RELAXED) == 0);
    spoor_port_unlock_drain();
    return next;
}

bool trace_drain_poll(void)
{
    enum trace_session_next next;

    spoor_port_lock_drain();
    next = trace_session_step();
    spoor_port_unlock_drain();
    return next == TRACE_SESSION_AGAIN;
}

_Noreturn void trace_drain_run(void)
{
    for (;;) {
        switch (run_steps()) {
        case TRACE_SESSION_AGAIN:
        case TRACE_SESSION_DONE:
            break;
        case TRACE_SESSION_TICK:
            spoor_port_wait_for_tick();
            break;
        case TRACE_SESSION_WAIT:
            if (!spoor_port_wait_to_drain(IDLE_MS)) {
                trace_session_idle();
            }
            break;
        case TRACE_SESSION_OFF:
            (void)spoor_port_wait_to_drain(SPOOR_PORT_WAIT_FOREVER);
            break;
        }
    }
}

/* @return whether there is a link */
static bool serve(uint32_t request)
{
    enum trace_session_next next;

    if (!trace_session_has_link()) {
        return false;
    }
    spoor_atomic_inc(&requesters);
    spoor_port_lock_drain();
    (void)spoor_atomic_add(&requesters, UINT32_MAX);
    trace_session_ask(request);
    while ((next = trace_session_step()) != TRACE_SESSION_DONE) {
        if (next == TRACE_SESSION_TICK) {
            spoor_port_wait_for_tick();
        }
    }
    spoor_port_unlock_drain();
    spoor_port_wake_drain(); /* streaming may have started or stopped */
    return true;
}

void trace_stream_start(uint32_t wanted)
{
    if (serve(TRACE_SESSION_START)) { /* first: starting a service discards records from before a reset */
        (void)trace_service_start(&client, wanted);
    }
}

void trace_stream_stop(void)
{
    if (!trace_session_is_on()) {
        return;
    }
    (void)trace_service_stop(&client, TRACE_SERVICES_ALL);
    spoor_port_wait_for_tick(); /* after a tick, other CPUs have finished their records */
    (void)serve(TRACE_SESSION_STOP);
}

void trace_stream_flush(void)
{
    (void)serve(TRACE_SESSION_FLUSH);
}

#if CONFIG_TRACE_SELECTION
void trace_stream_dump(void)
{
    (void)serve(TRACE_SESSION_DUMP);
}
#endif

void trace_stream_get_info(struct trace_stream_info *info)
{
    *info = (struct trace_stream_info){
        .on = trace_session_is_on(),
        .link = spoor_port_link_name(),
        .services = CONFIG_TRACE_CLIENTS ? client.wanted : trace_services(),
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

#endif
