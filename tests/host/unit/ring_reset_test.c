/* SPDX-License-Identifier: BSD-2-Clause */
/* Boot with a ring left by another build, or with random contents. */
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
        cmocka_unit_test_setup(a_ring_with_random_contents_is_not_trusted, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
