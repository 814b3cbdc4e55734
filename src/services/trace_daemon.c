/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace daemon: drains the rings, and sends besides what a host needs to make sense of them. Others ask
 * it for something by a bit in `wanted` and wait until it has been done; so the encoder has one owner.
 */
#include <string.h>
#include <drivers/board.h>
#include <kernel/clock.h>
#include <kernel/drain.h>
#include <kernel/init.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <kernel/trace_stream.h>
#include <profiler/encode.h>
#include <profiler/service.h>
#include "trace_priv.h"

#if CONFIG_TRACE_EVENTS

#define IDLE_MS      100
#define HEADER_TICKS CONFIG_TICK_HZ
#define WAITS        4 /* ticks; each CPU closes its part at its next one */

/* Behind the sizes of name and description: "GNU", then the bytes (System V ABI, "Note Section"). */
#define NOTE_BYTES (16)

extern const uint32_t build_id_note[];

enum { WANT_START = 1 << 0, WANT_STOP = 1 << 1, WANT_FLUSH = 1 << 2, WANT_DUMP = 1 << 3 };

static struct thread thread;
THREAD_STACK(stack, CONFIG_TRACE_DAEMON_STACK_BYTES);

static struct trace_client client;
static struct trace_encoder encoder = {.send = trace_link_send};
static struct trace_part part; /* copied, so that the ring has its room back at once */
static bool on;
static uint32_t threads_told;
static uint64_t next_header;

static struct mutex asking = MUTEX_INIT(asking);
static uint32_t wanted;
static struct sem asked = SEM_INIT(asked, 0, 1);
static struct sem done = SEM_INIT(done, 0, 1);

/* ------------------------------------------------------------------ what goes with the records */

static void send_header(void)
{
    trace_encode_begin(&encoder, WIRE_HEADER);
    trace_encode_number(&encoder, WIRE_VERSION);
    trace_encode_number(&encoder, CONFIG_CPUS);
    trace_encode_number(&encoder, clock_hz());
    trace_encode_number(&encoder, CONFIG_TICK_HZ);
    trace_encode_number(&encoder, ARRAY_SPREAD_SIZE(trace_events));
    trace_encode_number(&encoder, ARRAY_SPREAD_SIZE(trace_blocks));
    trace_encode_number(&encoder, ARRAY_SPREAD_SIZE(trace_points));
    trace_encode_number(&encoder, trace_rings[0].mode);
    trace_encode_number(&encoder, trace_event_cost());
    trace_encode_bytes(&encoder, (const uint8_t *)build_id_note + NOTE_BYTES, build_id_note[1]);
    trace_encode_bytes(&encoder, board.name, strlen(board.name));
    trace_encode_end(&encoder);
}

static void send_threads(uint32_t above)
{
    struct thread_info info;

    for (unsigned n = 0; thread_get_brief(n, &info) == 0; n++) {
        if (info.id > above) {
            trace_encode_begin(&encoder, WIRE_THREAD);
            trace_encode_number(&encoder, info.id);
            trace_encode_number(&encoder, info.base_priority);
            trace_encode_bytes(&encoder, info.name, strlen(info.name));
            trace_encode_end(&encoder);
        }
    }
}

static void send_new_threads(void)
{
    uint32_t last = thread_last_id();

    if (last != threads_told) {
        send_threads(threads_told);
        threads_told = last;
    }
}

static void send_losses(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_ring *r = &trace_rings[cpu];

        trace_encode_losses(&encoder, cpu, r->dropped + r->overwritten, trace_losses[cpu]);
    }
}

static void send_all_about_it(void)
{
    next_header = clock_ticks() + HEADER_TICKS;
    send_header();
    threads_told = thread_last_id();
    send_threads(0);
    send_losses();
}

/* ------------------------------------------------------------------ records */

/* A part of each CPU in turn. @return whether there were any */
static bool drain_once(void)
{
    bool any = false;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if (trace_ring_take(cpu, &part)) {
            send_new_threads();
            trace_encode_part(&encoder, cpu, &part);
            any = true;
        }
    }
    return any;
}

static void send_header_in_time(void)
{
    if (clock_ticks() >= next_header) {
        send_all_about_it();
    }
}

static uint32_t asked_for(void)
{
    return __atomic_load_n(&wanted, __ATOMIC_ACQUIRE);
}

/* As long as there is something, or until something else is asked for: under overload it never ends. */
static void drain(void)
{
    while (asked_for() == 0 && drain_once()) {
        send_header_in_time();
    }
}

static bool all_read(const uint32_t *until)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if ((int32_t)(__atomic_load_n(&trace_rings[cpu].read, __ATOMIC_ACQUIRE) - until[cpu]) < 0) {
            return false;
        }
    }
    return true;
}

static void ask_to_close(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_ring_want_close(cpu);
    }
}

/*
 * Send what lies in the rings now, open parts too; not what comes meanwhile, or this might not end. It waits
 * for parts to be closed, and for who is in the middle of a record there.
 */
static void drain_present(void)
{
    uint32_t until[CONFIG_CPUS];
    unsigned waits = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_ring *r = &trace_rings[cpu];

        until[cpu] = r->closed + (r->part != NULL);
    }
    while (!all_read(until) && waits < WAITS) {
        if (!drain_once()) {
            ask_to_close();
            thread_sleep(1);
            waits++;
        }
        send_header_in_time();
    }
}

/* What a flight recorder holds is sent when a dump is asked for. */
static void flush(void)
{
    if (trace_rings[0].mode == WIRE_MODE_STREAM) {
        drain_present();
        send_losses();
    }
}

/* In mode stop a ring that has stopped by itself stays so. */
static void dump(void)
{
    bool stopped = trace_rings[0].quiet & TRACE_QUIET_STOPPED;

    trace_rings_stop(true);
    send_all_about_it();
    drain_present();
    send_losses();
    if (!stopped) {
        trace_rings_stop(false);
    }
}

/* What a reset left is a recording of its own: behind it all numbers and counts begin anew. */
static void send_survivors(void)
{
    send_all_about_it();
    while (trace_rings_survived() && drain_once()) {
    }
    send_losses();
    trace_rings_begin();
    memset(encoder.cpu, 0, sizeof encoder.cpu);
}

/* ------------------------------------------------------------------ the thread */

static void serve(uint32_t what)
{
    if ((what & (WANT_START | WANT_DUMP)) && trace_rings_survived()) {
        send_survivors();
    }
    if (what & WANT_START) {
        on = true;
        send_all_about_it();
    }
    if (what & WANT_DUMP) {
        dump();
    }
    if (on && (what & (WANT_FLUSH | WANT_STOP))) {
        flush();
    }
    if (what & WANT_STOP) {
        on = false;
    }
    __atomic_store_n(&wanted, 0, __ATOMIC_RELAXED); /* one asks at a time */
    sem_post(&done);
}

static void wait(void)
{
    if (!on) {
        sem_wait(&asked, WAIT_FOREVER);
    } else if (drain_wait(IDLE_MS) != 0) {
        ask_to_close();
    }
}

static void run(void *arg)
{
    (void)arg;
    for (;;) {
        wait();
        uint32_t what = asked_for();

        if (what != 0) {
            serve(what);
        }
        if (on && trace_rings[0].mode == WIRE_MODE_STREAM) {
            drain();
        }
        if (on) {
            send_header_in_time();
        }
    }
}

/* The daemon is as urgent as who waits for it. */
static void ask(uint32_t what)
{
    unsigned urgency = thread_priority(thread_self());

    mutex_lock(&asking, WAIT_FOREVER);
    __atomic_store_n(&wanted, what, __ATOMIC_RELEASE);
    if (urgency > CONFIG_TRACE_DAEMON_PRIORITY) {
        (void)thread_set_priority(&thread, urgency);
    }
    sem_post(&asked);
    port_wake_drain();
    sem_wait(&done, WAIT_FOREVER);
    (void)thread_set_priority(&thread, CONFIG_TRACE_DAEMON_PRIORITY);
    mutex_unlock(&asking);
}

void trace_stream_start(uint32_t services)
{
    ask(WANT_START); /* ahead of what is recorded from now on, which forgets what a reset left */
    (void)trace_service_start(&client, services);
}

void trace_stream_stop(void)
{
    if (!on) {
        return;
    }
    (void)trace_service_stop(&client, TRACE_SERVICES_ALL);
    thread_sleep(1); /* whoever was about to record on another CPU has */
    ask(WANT_STOP);
}

void trace_stream_flush(void)
{
    ask(WANT_FLUSH);
}

void trace_stream_dump(void)
{
    ask(WANT_DUMP);
}

void trace_stream_get_info(struct trace_stream_info *info)
{
    *info = (struct trace_stream_info){
        .on = on,
        .link = trace_link_name(),
        .services = client.wanted,
        .bytes_sent = encoder.bytes_sent,
    };
}

bool trace_stream_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records)
{
    if (cpu >= CONFIG_CPUS) {
        return false;
    }
    *packets = encoder.cpu[cpu].packets;
    *records = encoder.cpu[cpu].records;
    return true;
}

/* ------------------------------------------------------------------ boot */

/* Ahead of the first record. */
static int trace_cost(void)
{
    (void)trace_event_cost();
    return 0;
}

INIT_HOOK(INIT_DRIVERS, trace_cost);

static int trace_daemon_start(void)
{
    const struct thread_attr attr = {
        .name = "trace",
        .entry = run,
        .priority = CONFIG_TRACE_DAEMON_PRIORITY,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };
    int result = trace_client_register(&client, "stream");

    if (result == 0) {
        result = thread_create(&thread, &attr);
    }
    if (result == 0 && CONFIG_TRACE_STREAM) {
        trace_stream_start(CONFIG_TRACE_STREAM_SERVICES);
    }
    return result;
}

INIT_HOOK(INIT_SERVICES, trace_daemon_start);

#endif
