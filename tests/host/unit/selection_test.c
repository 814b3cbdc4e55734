/* SPDX-License-Identifier: BSD-2-Clause */
/* The packet with what is excluded from the recording. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "encode_read.h"

TRACE_EVENT_DEF(one, TRACE_USER, "n");

void spoor_send_selection(struct trace_encoder *e, bool again);

void spoor_port_wake_drain(void)
{
}

static struct trace_client client;
static struct trace_encoder e;

static void threads_and_cpus_are_listed(void **state)
{
    (void)state;
    trace_rings_init(1);
    (void)trace_client_register(&client, "test");
    assert_int_equal(trace_service_start(&client, TRACE_USER), 0);
    e.send = take_frame;
    e.recording = RECORDING;
    assert_int_equal(trace_filter_thread(7, true), 0);
    assert_int_equal(trace_filter_thread(300, true), 0);
    assert_int_equal(trace_filter_thread(9, true), 0);
    assert_int_equal(trace_filter_cpu(0, true), 0);
    spoor_send_selection(&e, false);
    assert_int_equal(frames, 1);
    assert_int_equal(packet[0], SPOOR_WIRE_FILTER);
    struct reader r = {packet + 1, packet + packet_bytes - SPOOR_WIRE_SUM_BYTES};

    assert_int_equal(number(&r), RECORDING);
    assert_int_not_equal(number(&r), 0);
    (void)number(&r); /* the times */
    (void)number(&r);
    assert_int_equal(number(&r), trace_filter_get_mode());
    assert_int_equal(number(&r), 3);
    assert_int_equal(number(&r), 7);
    assert_int_equal(number(&r), 300);
    assert_int_equal(number(&r), 9);
    assert_int_equal(number(&r), 1);
    assert_int_equal(number(&r), 0);
    spoor_send_selection(&e, false);
    assert_int_equal(frames, 1); /* it hasn't changed */
    spoor_send_selection(&e, true);
    assert_int_equal(frames, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_and_cpus_are_listed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
