/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A dense packet waits for more records, but not for long: a few events, after which nothing happens, arrive
 * on the link. The drain runs in a system whose time passes only while the drain waits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/port/port.h>
#include <spoor/service.h>
#include <spoor/session.h>
#include <spoor/stream.h>

#define EVENTS  3
#define TICK_MS 10
#define END_MS  500 /* before the second state */

/* In a quiet system, the next tick closes the sub-buffer. Its packet is sent 100 ms later. */
#define LATEST_MS (TICK_MS + 100)

TRACE_EVENT_DEF(one, TRACE_USER, "n");

static jmp_buf end;
static uint32_t passed_ms, arrived_ms, emitted_ms;
static unsigned dense, headers;

/* The first byte of a packet is its type, which isn't zero, so the frame has it unchanged. */
static void take(const uint8_t *frame, size_t n)
{
    assert_true(n > 2);
    if (frame[2] == SPOOR_WIRE_DENSE) {
        dense++;
        arrived_ms = passed_ms;
    }
    headers += frame[2] == SPOOR_WIRE_HEADER;
}

static void pass(uint32_t ms)
{
    passed_ms += ms;
    fake_cycles += (uint32_t)(spoor_port_cycles_hz() / 1000 * ms);
    trace_ring_tick(false);
    if (passed_ms >= END_MS) {
        longjmp(end, 1);
    }
}

/* The tick that closes a sub-buffer ends the wait. */
bool spoor_port_wait_to_drain(uint32_t ms)
{
    if (emitted_ms == 0 && passed_ms >= TICK_MS) {
        emitted_ms = passed_ms;
        for (uint32_t n = 0; n < EVENTS; n++) {
            trace_event(one, n);
        }
    }
    for (uint32_t waited = 0; waited < ms; waited += TICK_MS) {
        uint32_t closed = trace_rings[0].closed;

        pass(TICK_MS);
        if (trace_rings[0].closed != closed) {
            return true;
        }
    }
    return false;
}

void spoor_port_wait_for_tick(void)
{
    pass(TICK_MS);
}

void spoor_port_lock_drain(void)
{
}

void spoor_port_unlock_drain(void)
{
}

const char *spoor_port_link_name(void)
{
    return "test";
}

static void a_few_events_arrive_when_nothing_follows(void **state)
{
    uint32_t packets, records;
    unsigned headers_at_start;

    (void)state;
    fake_cycles_hz = 1000000;
    trace_rings_init(1);
    trace_drain_begin(take);
    trace_stream_start(TRACE_USER);
    headers_at_start = headers;
    passed_ms = 0;
    if (setjmp(end) == 0) {
        trace_drain_run();
    }
    trace_session_get_sent(0, &packets, &records);
    assert_int_equal(records, EVENTS);
    assert_int_equal(dense, 1);
    assert_int_equal(headers, headers_at_start); /* which would have sent the packet, too */
    assert_in_range(arrived_ms - emitted_ms, 1, LATEST_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_events_arrive_when_nothing_follows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
