/* SPDX-License-Identifier: BSD-2-Clause */
/* The rings, services, names and packets without their optional parts. */
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/named.h>
#include <spoor/service.h>
#include "encode_read.h"

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(two, TRACE_USER, "a", "b");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_EVENT_DEF(other, TRACE_FAULT);

static struct trace_client client, another;
static struct trace_ring *const ring = &trace_rings[0];
static uint32_t emitted, decoded;

void spoor_port_wake_drain(void)
{
}

static unsigned id_of(const struct trace_event *of)
{
    return of->header >> SPOOR_WIRE_TIME_BITS;
}

static int start(void **state)
{
    (void)state;
    fake_cycles_hz = 1000000000;
    trace_rings_init(1);
    emitted = decoded = 0;
    (void)trace_client_register(&client, "test");
    return trace_service_start(&client, TRACE_USER);
}

static void emit_each(uint32_t n)
{
    fake_cycles += 100;
    trace_event(zero);
    trace_event(two, n, ~n);
    trace_event(six, n, 2, 3, 4, 5, ~n);
    emitted += 3;
}

/* @return the words of a record, whose contents are checked */
static unsigned check_record(const uint32_t *at)
{
    unsigned id = *at >> SPOOR_WIRE_TIME_BITS, words = trace_words_of(id);

    if (id != SPOOR_WIRE_ID_TIME && id != id_of(&zero)) {
        assert_int_equal(at[words], ~at[1]);
    }
    decoded += id != SPOOR_WIRE_ID_TIME;
    return words;
}

static void read_all(void)
{
    const struct trace_subbuf *p;

    for (unsigned n = 0; (p = trace_ring_oldest(0)) != NULL; n++) {
        assert_true(n < trace_ring_subbufs(ring));
        const uint32_t *at = p->records, *end = at + p->head.used_words;

        while (at < end) {
            at += 1 + check_record(at);
        }
        assert_ptr_equal(at, end);
        assert_true(trace_ring_release(0));
    }
}

static void each_record_is_read_or_counted(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 3000; n++) {
        emit_each(n);
        trace_ring_tick(false);
        if (n % 64 < 32) { /* in the other half the ring is full */
            read_all();
        }
    }
    trace_ring_close(0);
    read_all();
    assert_true(ring->dropped > 1000);
    assert_int_equal(emitted, decoded + ring->dropped);
}

static void each_id_has_its_words(void **state)
{
    (void)state;
    assert_int_equal(trace_words_of(SPOOR_WIRE_ID_TIME), 2);
    assert_int_equal(trace_words_of(SPOOR_WIRE_ID_STACK), SPOOR_WIRE_WORDS_DATA);
    assert_int_equal(trace_words_of(SPOOR_WIRE_ID_LEAVE), 1);
    assert_int_equal(trace_words_of(4), TRACE_WORDS_NONE);
    assert_int_equal(trace_words_of(id_of(&zero)), 0);
    assert_int_equal(trace_words_of(id_of(&two)), 2);
    assert_int_equal(trace_words_of(id_of(&six)), 6);
    assert_int_equal(trace_words_of(trace_ids()), TRACE_WORDS_NONE);
}

static void all_clients_share_the_services(void **state)
{
    (void)state;
    assert_int_equal(trace_client_register(&another, "another"), 0);
    assert_null(other.emit.off);
    assert_int_equal(trace_service_start(&another, TRACE_FAULT), 0);
    assert_int_equal(trace_services(), TRACE_USER | TRACE_FAULT);
    assert_non_null(other.emit.off);
    assert_int_equal(trace_service_stop(&client, TRACE_FAULT), 0);
    assert_int_equal(trace_services(), TRACE_USER);
    assert_null(other.emit.off);
    assert_non_null(zero.emit.off);
    assert_int_equal(trace_client_unregister(&another), 0);
    assert_int_equal(trace_services(), 0);
    assert_null(zero.emit.off);
}

static void objects_have_no_names(void **state)
{
    static int object;

    (void)state;
    assert_int_equal(trace_name(&object, "object"), -ENOSPC);
    assert_int_equal(trace_name_kind(&object, "queue", 1), -ENOSPC);
    assert_int_equal(trace_name(&object, NULL), 0);
}

static void ticks_too_far_apart_are_refused(void **state)
{
    (void)state;
    fake_cycles_hz = (UINT32_C(1) << 20) * 1000 - 1; /* with 1000 ticks a second */
    assert_false(trace_ticks_are_too_rare());
    fake_cycles_hz++;
    assert_true(trace_ticks_are_too_rare());
}

/* With each number of bytes in the checksum's last word. */
static void losses_of_all_events_have_one_number(void **state)
{
    static struct trace_encoder e = {.send = take_frame, .recording = RECORDING};

    (void)state;
    for (uint32_t n = 1; n != 0; n <<= 1) {
        struct trace_ring_counts counts = {.lost = n, .until = n};

        reset_decoded();
        trace_encode_losses(&e, 0, &counts, &counts.lost);
        assert_int_equal(frames, 1);
        assert_int_equal(lost_total, n);
        assert_int_equal(lost[SPOOR_WIRE_ID_ANY], n);
        assert_true(lost_until == n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_record_is_read_or_counted, start),
        cmocka_unit_test_setup(each_id_has_its_words, start),
        cmocka_unit_test_setup(all_clients_share_the_services, start),
        cmocka_unit_test_setup(objects_have_no_names, start),
        cmocka_unit_test_setup(ticks_too_far_apart_are_refused, start),
        cmocka_unit_test_setup(losses_of_all_events_have_one_number, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
