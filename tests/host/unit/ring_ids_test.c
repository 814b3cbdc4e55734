/* SPDX-License-Identifier: BSD-2-Clause */
/* More events than CONFIG_TRACE_IDS has room for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/trace.h>
#include <spoor/core/ids.h>
#include <spoor/core/ring.h>

TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_EVENT_DEF(two, TRACE_USER, "n");
TRACE_EVENT_DEF(three, TRACE_USER, "n");
TRACE_POINT_DEF(point);

void spoor_port_wake_drain(void)
{
}

static void events_without_an_id_are_counted(void **state)
{
    const unsigned events = (unsigned)SPOOR_ARRAY_SPREAD_SIZE(trace_events);
    unsigned id = SPOOR_WIRE_ID_FIRST, beyond = 0;

    (void)state;
    trace_rings_init(1);
    spoor_array_spread_foreach_ptr(e, trace_events)
    {
        assert_int_equal(e->header, id < CONFIG_TRACE_IDS ? SPOOR_WIRE_HEADER_WORD(id) : TRACE_HEADER_BEYOND);
        beyond += id++ >= CONFIG_TRACE_IDS;
    }
    assert_true(beyond >= 1);
    assert_int_equal(trace_events_beyond(), beyond);
    assert_int_equal(trace_ids(), SPOOR_WIRE_ID_FIRST + events + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_without_an_id_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
