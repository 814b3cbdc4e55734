/* SPDX-License-Identifier: BSD-2-Clause */
/* A program without the other modes of rings: it can only stream. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>

TRACE_EVENT_DEF(one, TRACE_USER, "n");

static struct trace_client client;

void spoor_port_wake_drain(void)
{
}

static int start(void **state)
{
    (void)state;
    trace_rings_init(1);
    (void)trace_client_register(&client, "test");
    return trace_service_start(&client, TRACE_USER);
}

static void other_modes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM), 0);
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), -ENOTSUP);
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_STOP), -ENOTSUP);
    assert_int_equal(trace_rings_set_mode((enum spoor_wire_mode)(SPOOR_WIRE_MODE_STOP + 1)), -EINVAL);
}

static void a_full_ring_keeps_the_oldest_records(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 1000; n++) {
        trace_event(one, n);
    }
    assert_int_equal(trace_rings[0].overwritten, 0);
    assert_true(trace_rings[0].dropped > 500);
    assert_int_equal(trace_ring_oldest(0)->records[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(other_modes_are_refused, start),
        cmocka_unit_test_setup(a_full_ring_keeps_the_oldest_records, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
