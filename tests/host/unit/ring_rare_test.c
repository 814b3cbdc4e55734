/* SPDX-License-Identifier: BSD-2-Clause */
/* A ring whose clock is so fast that ticks are too rare to complete the times of records. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>

TRACE_DATA_DEF(message, TRACE_USER, "text:str");

void spoor_port_wake_drain(void)
{
}

static struct trace_client client;

static int start(void **state)
{
    (void)state;
    fake_cycles_hz = UINT32_C(4000000000); /* with 1000 ticks a second */
    trace_rings_init(1);
    (void)trace_client_register(&client, "test");
    return trace_service_start(&client, TRACE_USER);
}

/* Between the two, the low bits of the time wrap: the time precedes the second one. */
static void data_have_their_bytes_and_time(void **state)
{
    const unsigned own = message.header >> SPOOR_WIRE_TIME_BITS;
    const unsigned expected[] = {own, SPOOR_WIRE_ID_TIME, own};

    (void)state;
    assert_true(trace_rings[0].careful);
    fake_cycles = 100;
    trace_data(message, "abcd", 4);
    fake_cycles += 3 * SPOOR_WIRE_TIME_MASK;
    trace_data(message, "efgh", 4);
    trace_rings_stop(true);
    const struct trace_subbuf *p = trace_ring_oldest(0);

    assert_non_null(p);
    const uint32_t *at = p->records, *end = at + p->head.used_words;

    for (unsigned n = 0; n < 3; n++) {
        assert_true(at < end);
        assert_int_equal(*at >> SPOOR_WIRE_TIME_BITS, expected[n]);
        if (expected[n] == own) {
            assert_int_equal(at[1], 4);
            assert_memory_equal(at + 2, n == 0 ? "abcd" : "efgh", 4);
        }
        at += 3; /* each of the three has two words after its header */
    }
    assert_ptr_equal(at, end);
}

/* Each record takes three words, and the last words of a sub-buffer stay free: a time might be needed first.
 */
static void a_full_subbuf_is_followed_by_another(void **state)
{
    unsigned records = 0;

    (void)state;
    trace_rings_clear();
    trace_rings_stop(false);
    for (unsigned n = 0; n < 60; n++) {
        trace_data(message, "abcd", 4);
        fake_cycles += 10;
    }
    trace_rings_stop(true);
    assert_int_equal(trace_rings[0].dropped, 0);
    for (const struct trace_subbuf *p; (p = trace_ring_oldest(0)) != NULL; (void)trace_ring_release(0)) {
        assert_int_equal(p->head.used_words % 3, 0);
        assert_true(p->head.used_words <= TRACE_SUBBUF_ROOM - 3);
        for (unsigned at = 0; at < p->head.used_words; at += 3) {
            assert_int_equal(p->records[at] >> SPOOR_WIRE_TIME_BITS, message.header >> SPOOR_WIRE_TIME_BITS);
            assert_memory_equal(&p->records[at + 2], "abcd", 4);
        }
        records += p->head.used_words / 3;
    }
    assert_int_equal(records, 60);
}

static void a_port_without_ticks_has_the_time_checked_too(void **state)
{
    (void)state;
    fake_cycles_hz = 1000000;
    for (fake_tick_hz = 0; fake_tick_hz <= 1000; fake_tick_hz += 1000) {
        trace_rings_init(1);
        assert_int_equal(trace_rings[0].careful, fake_tick_hz == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(data_have_their_bytes_and_time, start),
        cmocka_unit_test(a_full_subbuf_is_followed_by_another),
        cmocka_unit_test(a_port_without_ticks_has_the_time_checked_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
