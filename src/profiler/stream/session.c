/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order of packets. A header, the threads and the counts are sent at the start and every second. New
 * threads are sent before the first record that may refer to them, and sub-buffers of each CPU in turn. A
 * request is served in steps, so that the calling thread can wait between them in its own way.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <string.h>
#include <spoor/cost.h>
#include <spoor/core/encode.h>
#include <spoor/core/ids.h>
#include <spoor/event.h>
#include <spoor/port/hooks.h>
#include <spoor/named.h>
#include <spoor/core/read.h>
#include <spoor/core/selection.h>
#include <spoor/session.h>
#include <spoor/util/build_id.h>
#include <spoor/util/divide.h>
#include "selection_priv.h"

/* Rate at which the counts of several CPUs are sent. */
#define COUNTS_HZ 10

/* Ticks to wait for open sub-buffers, which each CPU closes at its next tick. */
#define CLOSE_TICKS 4

static struct trace_encoder encoder;
/* One object, because separate ones need an address each in the code that uses them. */
static struct {
    uint32_t request; /* set by trace_session_ask(), cleared when served */
    enum { STREAM, SURVIVORS, PRESENT } phase;
    uint32_t last_reported, renames_reported;
    uint64_t header_time; /* spoor_port_time() of the last header */
#if CONFIG_CPUS > 1
    uint64_t counts_time; /* spoor_port_time() of the last counts */
#endif
    uint32_t begun; /* number of the recording whose first header was sent */
    /* NULL until the clock is set, so that a program that doesn't set it contains no 64-bit division. */
    uint64_t (*wall_clock)(uint64_t time);
    uint32_t until[CONFIG_CPUS]; /* count of sub-buffers up to which phase PRESENT reads */
    unsigned waits;
#if CONFIG_TRACE_DENSE
    bool idle; /* set by trace_session_idle() */
#endif
    bool stopped_before; /* a ring that has stopped by itself in mode stop stays stopped after a dump */
} now;

static uint64_t wall_ms, wall_time; /* the wall clock, and the time at which it was set */

/* Minimum rate of the event clock's ticks; a higher resolution would take more bytes on the link. */
#define EVENT_HZ_MIN UINT32_C(25000000)

/* ------------------------------------------------------------------ packets about the records */

/* Restart all counts and numbers for a new recording. */
static void begin_recording(void)
{
    trace_encode_flush(&encoder);
    encoder.recording = trace_life.recording;
    memset(encoder.cpu, 0, sizeof encoder.cpu);
    for (unsigned cpu = 0; CONFIG_TRACE_CLEARS && cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring_counts counts;

        trace_ring_get_counts(cpu, &counts);
        encoder.cpu[cpu].clears = counts.clears; /* clears before the first packet aren't reported */
    }
    encoder.shift = 0;
    while (spoor_port_cycles_hz() >> (encoder.shift + 1) >= EVENT_HZ_MIN) {
        encoder.shift++;
    }
}

static uint64_t read_wall_clock(uint64_t time)
{
    return wall_ms + spoor_divide((time - wall_time) * 1000, spoor_port_cycles_hz(), NULL);
}

static void send_costs(void)
{
    if (CONFIG_TRACE_COSTS) {
        trace_encode_u32(&encoder, TRACE_RECORD_COSTS);
        trace_encode_list(&encoder, trace_record_costs(), TRACE_RECORD_COSTS);
    } else {
        trace_encode_u32(&encoder, 0);
    }
}

static void send_header(void)
{
    unsigned id_bytes;
    const uint8_t *id = spoor_build_id(&id_bytes);
    bool first = now.begun != trace_life.recording;

    if (first) {
        begin_recording();
        now.begun = trace_life.recording;
    }
    trace_encode_begin(&encoder, SPOOR_WIRE_HEADER);
    trace_encode_all(&encoder, trace_life.recorded_in, first, CONFIG_CPUS, spoor_port_cycles_hz(),
                     encoder.shift, spoor_port_tick_hz(), trace_event_total(), trace_block_total(),
                     trace_point_total(), CONFIG_TRACE_RING_MODES ? trace_rings[0].mode : 0);
    trace_encode_time(&encoder, now.header_time);
    trace_encode_number(&encoder, now.wall_clock != NULL ? now.wall_clock(now.header_time) : 0);
    trace_encode_bytes(&encoder, id, id_bytes);
    trace_encode_text(&encoder, spoor_port_board_name());
    send_costs();
    trace_encode_end(&encoder);
}

#if CONFIG_TRACE_NAMED || CONFIG_TRACE_FUNCTION

static void send_name(const struct spoor_port_name *name, uint32_t maker)
{
    trace_encode_begin(&encoder, SPOOR_WIRE_NAME);
    trace_encode_all(&encoder, name->kind, name->key, (uint32_t)(uintptr_t)name->address);
    trace_encode_text(&encoder, name->name);
    if (maker != 0) {
        trace_encode_u32(&encoder, maker);
    }
    trace_encode_end(&encoder);
}

#endif

/* Only fiasco.c, which is for function tracing, names the program. */
static void send_program(void)
{
#if CONFIG_TRACE_FUNCTION
    const char *program = __atomic_load_n(&trace_program, __ATOMIC_RELAXED);

    if (program != NULL) {
        send_name(&(struct spoor_port_name){.kind = SPOOR_WIRE_NAMED_PROGRAM, .name = program}, 0);
    }
#endif
}

static void send_names(void)
{
#if CONFIG_TRACE_NAMED
    struct spoor_port_name name = {.kind = SPOOR_WIRE_NAMED_OBJECT};
    const void *object;
    uint32_t maker;

    for (unsigned n = 0; (object = trace_named(n, &name.name, &maker)) != NULL; n++) {
        name.key = (uint32_t)(uintptr_t)object;
        send_name(&name, maker);
    }
    for (unsigned n = 0; spoor_port_name(n, &name); n++) {
        send_name(&name, 0);
    }
#endif
    send_program();
}

static void send_threads(uint32_t above)
{
    struct spoor_port_thread t;

    for (unsigned n = 0; spoor_port_thread(n, &t); n++) {
        if (t.number > above) {
            trace_encode_begin(&encoder, SPOOR_WIRE_THREAD);
            trace_encode_u32(&encoder, t.number);
            trace_encode_u32(&encoder, t.priority);
            trace_encode_text(&encoder, t.name);
            trace_encode_u32(&encoder, t.idle ? SPOOR_WIRE_THREAD_IDLE : 0);
            trace_encode_end(&encoder);
        }
    }
}

/* The numbers are read first, so that a thread created meanwhile is sent twice rather than never. */
static void send_threads_since(uint32_t above)
{
    now.last_reported = trace_thread_last();
    now.renames_reported = trace_threads_renamed();
    send_threads(above);
}

static void send_new_threads(void)
{
    if (now.renames_reported != trace_threads_renamed()) {
        send_threads_since(0);
    } else if (now.last_reported != trace_thread_last()) {
        send_threads_since(now.last_reported);
    }
}

static const uint32_t *losses_of(unsigned cpu, const struct trace_ring_counts *counts)
{
#if CONFIG_TRACE_LOSSES_BY_ID
    (void)counts;
    return trace_losses[cpu];
#else
    (void)cpu;
    return &counts->lost;
#endif
}

static void send_counts(bool by_id)
{
#if CONFIG_CPUS > 1
    now.counts_time = spoor_port_time();
#endif
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct trace_ring_counts counts;

        trace_ring_get_counts(cpu, &counts);
        trace_encode_losses(&encoder, cpu, &counts, by_id ? losses_of(cpu, &counts) : NULL);
    }
}

static void send_losses(void)
{
    send_counts(true);
}

static void send_state(void)
{
    now.header_time = spoor_port_time();
    send_header();
    send_threads_since(0);
    send_names();
    spoor_send_selection(&encoder, true);
    send_losses();
}

static void send_state_when_due(void)
{
    if (spoor_port_time() - now.header_time >=
        (uint64_t)CONFIG_TRACE_STATE_SECONDS * spoor_port_cycles_hz()) {
        send_state();
        spoor_port_tell_levels();
#if CONFIG_CPUS > 1
    } else if (spoor_port_time() - now.counts_time >= spoor_port_cycles_hz() / COUNTS_HZ) {
        /* Readers merge the records of all CPUs, and would wait for a CPU that sends nothing. */
        send_counts(false);
        trace_session_idle();
#endif
    }
}

/* ------------------------------------------------------------------ records */

static bool is_stream(void)
{
    return !CONFIG_TRACE_RING_MODES || trace_rings[0].mode == SPOOR_WIRE_MODE_STREAM;
}

#if CONFIG_TRACE_COPIES

static const struct trace_subbuf *take(unsigned cpu)
{
    static struct trace_subbuf copy; /* so that the ring has room again before the link has sent it */

    return trace_ring_take(cpu, &copy) ? &copy : NULL;
}

static void give_back(unsigned cpu)
{
    (void)cpu;
}

#else

static const struct trace_subbuf *take(unsigned cpu)
{
    return trace_ring_oldest(cpu);
}

static void give_back(unsigned cpu)
{
    (void)trace_ring_release(cpu);
}

#endif

/* Send a CPU's oldest sub-buffer. @return whether there was one */
static bool drain_cpu(unsigned cpu)
{
    const struct trace_subbuf *p = take(cpu);

    if (p != NULL) {
        send_new_threads();
        spoor_send_selection(&encoder, false);
        trace_encode_subbuf(&encoder, cpu, p);
        give_back(cpu);
    }
    return p != NULL;
}

#if CONFIG_CPUS > 1

static uint32_t fill_of(unsigned cpu)
{
    const struct trace_ring *r = &trace_rings[cpu];

    return spoor_load_first(&r->closed) - spoor_load_first(&r->read);
}

/*
 * Send as many sub-buffers as there are CPUs, each from the ring that is the fullest then, and one from the
 * ring whose turn it is: readers merge the records of all CPUs, and would wait for a ring that is never the
 * fullest.
 *
 * @return whether there were any
 */
static bool drain_once(void)
{
    static unsigned turn;
    uint32_t done = 0; /* rings that have nothing to read, or an unfinished record; one bit each */
    bool any = false;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        unsigned fullest = CONFIG_CPUS;

        for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
            if (!(done >> cpu & 1) && (fullest == CONFIG_CPUS || fill_of(cpu) > fill_of(fullest))) {
                fullest = cpu;
            }
        }
        if (drain_cpu(fullest)) {
            any = true;
        } else {
            done |= UINT32_C(1) << fullest;
        }
    }
    turn = (turn + 1) % CONFIG_CPUS;
    return drain_cpu(turn) || any;
}

#else

static bool drain_once(void)
{
    return drain_cpu(0);
}

#endif

void trace_session_idle(void)
{
#if CONFIG_TRACE_DENSE
    __atomic_store_n(&now.idle, true, __ATOMIC_RELAXED);
#endif
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_ring_want_close(cpu);
    }
}

/*
 * -------- the current contents of the rings, including open sub-buffers, but not later records, which might
 * never end
 */

static void begin_present(void)
{
    now.phase = PRESENT;
    now.waits = 0;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_ring *r = &trace_rings[cpu];

        if (CONFIG_TRACE_FUNCTION) { /* trace_flush() doesn't wait for a tick */
            trace_ring_close(cpu);
        }
        now.until[cpu] = r->closed + (r->open != NULL);
    }
}

static bool all_read(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        if ((int32_t)(spoor_load_first(&trace_rings[cpu].read) - now.until[cpu]) < 0) {
            return false;
        }
    }
    return true;
}

/* Waits for open sub-buffers, and for writers that are still filling a record in them. */
static enum trace_session_next drain_present(void)
{
    enum trace_session_next next = TRACE_SESSION_AGAIN;

    if (!drain_once()) {
        trace_session_idle();
        now.waits++;
        next = TRACE_SESSION_TICK;
    }
    send_state_when_due();
    return next;
}

/* ------------------------------------------------------------------ requests */

static uint32_t requested(void)
{
    return spoor_load_first(&now.request);
}

static bool is_dump(void)
{
    return CONFIG_TRACE_SELECTION && (now.request & TRACE_SESSION_DUMP);
}

/* @return whether there are records from before a reset */
static bool survived(void)
{
    return CONFIG_TRACE_SURVIVORS && trace_rings_survived();
}

/* @return whether there are records from before a reset that must be sent first */
static bool begin_survivors(void)
{
    bool first = (now.request & (TRACE_SESSION_START | TRACE_SESSION_DUMP)) && survived();

    if (first) {
        send_state();
        now.phase = SURVIVORS;
    }
    return first;
}

/*
 * End the records from before a reset. They are a separate recording, after which all numbers and counts
 * start again.
 */
static void end_survivors(void)
{
    send_losses();
    trace_rings_begin();
    now.phase = STREAM;
}

/* @return whether the present contents of the rings must be sent before the request ends */
static bool begin_request(void)
{
    if (now.request & TRACE_SESSION_START) {
        trace_rings_streamed = true;
        send_state();
        spoor_port_tell_levels();
    }
    if (is_dump()) {
        now.stopped_before = trace_rings[0].paused & TRACE_PAUSED_STOPPED;
        trace_rings_stop(true);
        send_state();
        return true;
    }
    /* In other modes only a dump sends the rings. */
    return trace_rings_streamed && (now.request & (TRACE_SESSION_FLUSH | TRACE_SESSION_STOP)) && is_stream();
}

static void end_present(void)
{
    spoor_send_selection(&encoder, false);
    send_program(); /* a short program may have named itself after the last header */
    send_losses();
    if (is_dump() && !now.stopped_before) {
        trace_rings_stop(false);
    }
}

static enum trace_session_next end_request(void)
{
    if (now.request & TRACE_SESSION_STOP) {
        trace_rings_streamed = false;
    }
    now.phase = STREAM;
    __atomic_store_n(&now.request, 0, __ATOMIC_RELAXED);
    return TRACE_SESSION_DONE;
}

/* Send records that wait for more in an open packet, if there were none for a while. */
static void flush_when_idle(void)
{
#if CONFIG_TRACE_DENSE
    if (now.idle) {
        __atomic_store_n(&now.idle, false, __ATOMIC_RELAXED);
        trace_encode_flush(&encoder);
    }
#endif
}

static enum trace_session_next stream(void)
{
    enum trace_session_next next = TRACE_SESSION_OFF;

    if (trace_rings_streamed) {
        bool more = is_stream() && drain_once();

        if (!more) {
            flush_when_idle();
        }
        send_state_when_due();
        next = more ? TRACE_SESSION_AGAIN : TRACE_SESSION_WAIT;
    }
    return next;
}

enum trace_session_next trace_session_step(void)
{
    switch (now.phase) {
    case STREAM:
        if (requested() == 0) {
            return stream();
        }
        if (!begin_survivors()) {
            if (!begin_request()) {
                return end_request();
            }
            begin_present();
        }
        break;
    case SURVIVORS:
        if (CONFIG_TRACE_SURVIVORS && (!survived() || !drain_once())) {
            end_survivors();
        }
        break;
    case PRESENT:
        if (!all_read() && now.waits < CLOSE_TICKS) {
            return drain_present();
        }
        end_present();
        return end_request();
    }
    return TRACE_SESSION_AGAIN;
}

/* ------------------------------------------------------------------ public interface */

void trace_session_init(void (*send)(const uint8_t *frame, size_t bytes))
{
    encoder.send = send;
}

bool trace_session_has_link(void)
{
    return encoder.send != NULL;
}

void trace_session_ask(uint32_t requests)
{
    spoor_store_last(&now.request, requests);
}

void trace_session_set_raw(bool raw)
{
    trace_encode_set_raw(&encoder, raw);
}

void trace_session_set_wall_clock(uint64_t unix_ms)
{
    now.wall_clock = unix_ms != 0 ? read_wall_clock : NULL;
    wall_ms = unix_ms;
    wall_time = spoor_port_time();
}

bool trace_session_is_on(void)
{
    return trace_rings_streamed;
}

uint64_t trace_session_bytes_sent(void)
{
    return encoder.bytes_sent;
}

void trace_session_get_sent(unsigned cpu, uint32_t *packets, uint32_t *records)
{
    *packets = encoder.cpu[cpu].packets;
    *records = encoder.cpu[cpu].records;
}

#endif
