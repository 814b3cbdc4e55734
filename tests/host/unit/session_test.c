/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the stream, step by step: headers, waits for open sub-buffers, and the ring after a dump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/session.h>
#include "encode_read.h"

TRACE_EVENT_DEF(one, TRACE_USER, "n");

static struct trace_client client;

/* The header has the wall clock as its 14th number. */
static uint64_t header_clock;
static unsigned headers;

static void take(const uint8_t *frame, size_t n)
{
    take_frame(frame, n);
    if (packet[0] == SPOOR_WIRE_HEADER) {
        struct reader r = {packet + 1, packet + packet_bytes};

        for (unsigned i = 0; i < 14; i++) {
            header_clock = number(&r);
        }
        headers++;
    }
}

/* @return how often the request waited for a tick */
static unsigned serve(uint32_t request)
{
    enum trace_session_next next;
    unsigned waits = 0, steps = 0;

    trace_session_ask(request);
    while ((next = trace_session_step()) != TRACE_SESSION_DONE) {
        waits += next == TRACE_SESSION_TICK;
        if (next == TRACE_SESSION_TICK) {
            trace_ring_tick(false);
        }
        assert_true(++steps < 100);
    }
    return waits;
}

static int start(void **state)
{
    static bool known;

    (void)state;
    if (!known) {
        known = true;
        trace_rings_init(1);
        trace_life.recording = RECORDING;
        trace_session_init(take);
        (void)trace_client_register(&client, "test");
        (void)trace_service_start(&client, TRACE_USER);
    }
    trace_rings_stop(false);
    headers = 0;
    return 0;
}

/* A dump stops the ring, which closes it. A tick closes what is flushed. */
static void only_a_flush_waits_for_an_open_subbuf(void **state)
{
    (void)state;
    assert_int_equal(serve(TRACE_SESSION_DUMP), 0);
    trace_event(one, 1);
    assert_int_equal(serve(TRACE_SESSION_DUMP), 0);
    assert_int_equal(n_got, 1);
    assert_int_equal(serve(TRACE_SESSION_START), 0);
    assert_int_equal(serve(TRACE_SESSION_FLUSH), 0);
    trace_event(one, 2);
    assert_int_equal(serve(TRACE_SESSION_FLUSH), 1);
    assert_int_equal(n_got, 2);
    assert_int_equal(serve(TRACE_SESSION_STOP), 0);
}

static void a_ring_that_had_stopped_stays_stopped_after_a_dump(void **state)
{
    (void)state;
    (void)serve(TRACE_SESSION_DUMP);
    assert_false(trace_rings[0].paused & TRACE_PAUSED_STOPPED);
    trace_rings_stop(true);
    (void)serve(TRACE_SESSION_DUMP);
    assert_true(trace_rings[0].paused & TRACE_PAUSED_STOPPED);
}

static void a_header_has_the_wall_clock_once_it_is_set(void **state)
{
    (void)state;
    (void)serve(TRACE_SESSION_DUMP);
    assert_true(headers > 0);
    assert_true(header_clock == 0);
    trace_session_set_wall_clock(UINT64_C(1700000000000));
    (void)serve(TRACE_SESSION_DUMP);
    assert_true(header_clock == UINT64_C(1700000000000));
    trace_session_set_wall_clock(0);
    (void)serve(TRACE_SESSION_DUMP);
    assert_true(header_clock == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(only_a_flush_waits_for_an_open_subbuf, start),
        cmocka_unit_test_setup(a_ring_that_had_stopped_stays_stopped_after_a_dump, start),
        cmocka_unit_test_setup(a_header_has_the_wall_clock_once_it_is_set, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
