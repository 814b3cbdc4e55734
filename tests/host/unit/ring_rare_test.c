/* SPDX-License-Identifier: BSD-2-Clause */
/* A ring whose clock is so fast that ticks are too rare to complete the times of records. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/port/hooks.h>
#include <spoor/port/irq.h>
#include <spoor/service.h>

TRACE_EVENT_DEF(none, TRACE_USER);
TRACE_EVENT_DEF(many, TRACE_USER, "a", "b", "c", "d", "e", "f");
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
            assert_int_equal(*at & SPOOR_WIRE_TIME_MASK, (n == 0 ? 100 : fake_cycles) & SPOOR_WIRE_TIME_MASK);
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

uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes);

/* The stack of an event refers to its record by this word. */
static void a_record_with_data_returns_its_first_word(void **state)
{
    (void)state;
    trace_rings_clear();
    trace_rings_stop(false);
    for (unsigned careful = 0; careful < 2; careful++) {
        trace_rings[0].careful = (uint8_t)careful;
        fake_cycles += 10;
        uint32_t word = trace_emit_bytes(message.header, "abcd", 4);

        assert_int_equal(word, message.header | (fake_cycles & SPOOR_WIRE_TIME_MASK));
    }
}

/* Three words stay free, and no more. */
static void a_record_may_fill_a_subbuf(void **state)
{
    (void)state;
    trace_rings_clear();
    trace_rings_stop(false);
    assert_int_equal((TRACE_SUBBUF_ROOM - 3 - 3) % 5, 0);
    trace_data(message, "abcd", 4);
    for (unsigned n = 0; n < (TRACE_SUBBUF_ROOM - 3 - 3) / 5; n++) {
        trace_data(message, "abcdabcdabcd", 12);
    }
    trace_rings_stop(true);
    assert_int_equal(trace_ring_oldest(0)->head.used_words, TRACE_SUBBUF_ROOM - 3);
    assert_true(trace_ring_release(0));
    assert_null(trace_ring_oldest(0));
}

/* Nothing is read. Records of up to six words need room for all of them. */
static void what_does_not_fit_is_counted(void **state)
{
    unsigned recorded = 0;

    (void)state;
    trace_rings_clear();
    trace_rings_stop(false);
    for (unsigned n = 0; n < 200; n++) {
        trace_event(many, n, 2, 3, 4, 5, 6);
        trace_event(none);
        trace_data(message, "abcd", 4);
    }
    trace_rings_stop(true);
    assert_true(trace_rings[0].dropped > 100);
    for (const struct trace_subbuf *p; (p = trace_ring_oldest(0)) != NULL; (void)trace_ring_release(0)) {
        for (unsigned at = 0; at < p->head.used_words; recorded++) {
            unsigned id = p->records[at] >> SPOOR_WIRE_TIME_BITS;

            if (id == many.header >> SPOOR_WIRE_TIME_BITS) {
                assert_int_equal(p->records[at + 6], 6);
            }
            at += id == message.header >> SPOOR_WIRE_TIME_BITS ? 3 : 1 + trace_words[id];
        }
    }
    assert_int_equal(recorded + trace_rings[0].dropped, 3 * 200);
}

static void interrupts_record_while_threads_are_excluded(void **state)
{
    (void)state;
    trace_rings_clear();
    trace_rings_stop(false);
    trace_filtering = true;
    trace_ring_filter(TRACE_FILTERED_THREADS);
    for (unsigned n = 0; n < 2; n++) {
        fake_in_isr = n == 1;
        trace_event(many, n, 2, 3, 4, 5, 6);
        trace_data(message, "abcd", 4);
    }
    fake_in_isr = false;
    trace_ring_unfilter(0);
    trace_filtering = false;
    assert_int_equal(trace_rings[0].unrecorded, 2);
    trace_ring_close(0);
    assert_non_null(trace_ring_oldest(0));
    assert_int_equal(trace_ring_oldest(0)->records[1], 1);
    assert_int_equal(trace_ring_oldest(0)->head.used_words, 7 + 3);
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
        cmocka_unit_test(a_record_with_data_returns_its_first_word),
        cmocka_unit_test(a_record_may_fill_a_subbuf),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(interrupts_record_while_threads_are_excluded),
        cmocka_unit_test(a_port_without_ticks_has_the_time_checked_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
