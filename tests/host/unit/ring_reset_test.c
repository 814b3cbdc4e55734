/* SPDX-License-Identifier: BSD-2-Clause */
/* Boot with a ring left by another build, or with random contents; what a reader of the ring gets. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>

TRACE_EVENT_DEF(one, TRACE_USER, "n");

void spoor_port_wake_drain(void)
{
}

static struct trace_client client;
static struct trace_ring *const ring = &trace_rings[0];

static uint32_t draw(void)
{
    static uint32_t seed = 1;

    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

/* Emit a random number of records, possibly more than fit. */
static void record(void)
{
    trace_rings_clear();
    for (uint32_t n = draw() % 300; n > 0; n--) {
        trace_event(one, n);
    }
}

static int start(void **state)
{
    (void)state;
    trace_rings_init(1);
    (void)trace_client_register(&client, "test");
    return trace_service_start(&client, TRACE_USER);
}

static void a_ring_of_another_image_is_reset(void **state)
{
    (void)state;
    do {
        record();
    } while (trace_ring_oldest(0) == NULL || ring->dropped == 0);
    trace_rings_init(2);
    assert_false(trace_rings_survived());
    assert_null(trace_ring_oldest(0));
    assert_int_equal(ring->dropped, 0);
    assert_int_equal(trace_losses[0][one.header >> SPOOR_WIRE_TIME_BITS], 0);
    trace_rings_init(1);
    assert_false(trace_rings_survived());
}

static void a_clear_forgets_the_number_of_each_subbuffer(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 10000; n++) {
        trace_event(one, n);
    }
    trace_rings_clear();
    for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
        assert_int_equal(ring->subbufs[n].head.number, 0);
    }
}

/* Records from before a reset aren't counted, but their sub-buffers are forgotten, too. */
static void a_clear_after_a_reset_forgets_each_number(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 10000; n++) {
        trace_event(one, n);
    }
    trace_rings_init(1);
    assert_true(trace_rings_survived());
    for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
        assert_int_not_equal(ring->subbufs[n].head.number, 0);
    }
    trace_rings_clear();
    for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
        assert_int_equal(ring->subbufs[n].head.number, 0);
    }
}

static uint64_t emit_some(unsigned records)
{
    for (unsigned n = 0; n < records; n++) {
        trace_event(one, n);
    }
    return ring->dropped + ring->overwritten;
}

/* A reader sees losses in the copy of the sub-buffer after them, and their sum. */
static void losses_are_those_by_dropping_and_by_overwriting(void **state)
{
    static struct trace_subbuf copy;
    struct trace_ring_counts counts;

    (void)state;
    trace_rings_clear();
    (void)emit_some(1000);
    assert_true(ring->dropped > 0);
    trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    uint64_t lost = emit_some(1000);

    assert_true(ring->overwritten > ring->dropped);
    trace_ring_get_counts(0, &counts);
    assert_int_equal(counts.lost, lost);
    uint32_t before = trace_ring_oldest(0)->head.dropped;

    assert_true(trace_ring_take(0, &copy));
    assert_int_equal(copy.head.dropped, before + ring->overwritten);
    trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM);
}

static void a_request_closes_one_subbuf(void **state)
{
    (void)state;
    trace_rings_clear();
    uint32_t closed = ring->closed;

    trace_ring_want_close(0);
    for (unsigned n = 0; n < 3; n++) {
        trace_event(one, n);
        trace_ring_tick(false);
        assert_int_equal(ring->closed, closed + 1);
    }
}

/* The time of the oldest sub-buffer, in 64 bits. */
static void counts_have_the_whole_time(void **state)
{
    struct trace_ring_counts counts;

    (void)state;
    trace_rings_clear();
    fake_wraps = 5;
    trace_event(one, 1);
    trace_ring_close(0);
    trace_ring_get_counts(0, &counts);
    assert_true(counts.until == (UINT64_C(5) << 32 | fake_cycles));
    fake_wraps = 0;
}

/* Some or all bytes are random. The ring must be reset, or at most its number of sub-buffers may be read. */
static void a_ring_with_random_contents_is_not_trusted(void **state)
{
    unsigned survived = 0;

    (void)state;
    for (int turn = 0; turn < 4000; turn++) {
        static struct trace_subbuf copy;
        size_t reach = turn % 2 ? offsetof(struct trace_ring, subbufs) : sizeof *ring;
        unsigned parts = 0;

        record();
        for (uint32_t n = turn % 100 == 0 ? 10000 : 1 + draw() % 4; n > 0; n--) {
            ((uint8_t *)ring)[draw() % reach] = (uint8_t)draw();
        }
        if (turn % 3 == 0) {
            ring->read += draw() % 9;
            ring->closed += draw() % 9;
        }
        trace_rings_init(1);
        survived += trace_rings_survived();
        while (trace_ring_take(0, &copy)) {
            parts++;
        }
        assert_true(parts <= CONFIG_TRACE_RING_SUBBUFS);
    }
    assert_in_range(survived, 100, 3900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_ring_of_another_image_is_reset, start),
        cmocka_unit_test_setup(a_clear_forgets_the_number_of_each_subbuffer, start),
        cmocka_unit_test_setup(a_clear_after_a_reset_forgets_each_number, start),
        cmocka_unit_test_setup(losses_are_those_by_dropping_and_by_overwriting, start),
        cmocka_unit_test_setup(a_request_closes_one_subbuf, start),
        cmocka_unit_test_setup(counts_have_the_whole_time, start),
        cmocka_unit_test_setup(a_ring_with_random_contents_is_not_trusted, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
