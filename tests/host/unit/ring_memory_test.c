/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings in memory that the program gives them: when it is taken, what of it survives a reset. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>

#define MOST CONFIG_TRACE_RING_MEMORY

TRACE_EVENT_DEF(one, TRACE_USER, "n");

void spoor_port_wake_drain(void)
{
}

static struct trace_client client;
static struct trace_ring *const ring = &trace_rings[0];
static struct trace_subbuf memory[2 * MOST], other[MOST];

/* Called once, after `branches_left` branches with interrupts unmasked. */
static void (*at_branch)(void);
static unsigned branches_left;

void __sanitizer_cov_trace_pc(void);

__attribute__((no_sanitize_coverage, no_sanitize("address", "undefined"))) void __sanitizer_cov_trace_pc(void)
{
    if (at_branch != NULL && fake_lock_depth == 0 && branches_left-- == 0) {
        void (*isr)(void) = at_branch;

        at_branch = NULL;
        isr();
    }
}

static int start(void **state)
{
    static int known;

    (void)state;
    memset(ring, 0, sizeof *ring);
    trace_rings_init(2);
    trace_rings_init(1);
    if (!known++) {
        (void)trace_client_register(&client, "test");
        (void)trace_service_start(&client, TRACE_USER);
    }
    at_branch = NULL;
    return 0;
}

static void record(unsigned n)
{
    for (uint32_t i = 0; i < n; i++) {
        trace_event(one, i);
    }
}

static unsigned read_all(void)
{
    unsigned records = 0;

    for (const struct trace_subbuf *p; (p = trace_ring_oldest(0)) != NULL; (void)trace_ring_release(0)) {
        records += p->head.used_words / 2;
    }
    return records;
}

static void a_ring_takes_a_power_of_two_of_subbufs(void **state)
{
    static const unsigned used[] = {0, 0, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8};

    (void)state;
    assert_int_equal(trace_ring_subbufs(ring), CONFIG_TRACE_RING_SUBBUFS);
    for (unsigned n = 0; n <= 2 * MOST; n++) {
        const long bytes = (long)(used[n] * sizeof *memory);

        assert_int_equal(trace_ring_memory(0, memory, n * sizeof *memory), bytes != 0 ? bytes : -EINVAL);
        assert_int_equal(trace_ring_subbufs(ring), bytes != 0 ? used[n] : CONFIG_TRACE_RING_SUBBUFS);
    }
    assert_int_equal(trace_ring_memory(0, memory, 2 * sizeof *memory - 1), -EINVAL);
    assert_int_equal(trace_ring_memory(0, (uint8_t *)memory + 2, sizeof memory - 4), -EINVAL);
    assert_int_equal(trace_ring_memory(CONFIG_CPUS, memory, sizeof memory), -EINVAL);
    assert_int_equal(trace_ring_subbufs(ring), MOST);
}

static void records_go_into_the_memory(void **state)
{
    (void)state;
    assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
    record(3);
    assert_int_equal(memory[0].head.magic, SPOOR_WIRE_SUBBUF_MAGIC);
    assert_ptr_equal(ring->next, memory[0].records + 6);
    record(10000);
    assert_true(ring->dropped > 0);
    trace_ring_close(0);
    assert_int_equal(read_all() + ring->dropped, 10003);
    for (unsigned n = 0; n < MOST; n++) {
        assert_int_equal(memory[n].head.number, n + 1);
    }
}

/* It may have any contents. What follows it remains. */
static void memory_is_prepared_up_to_its_end(void **state)
{
    (void)state;
    memset(memory, 0xA5, sizeof memory);
    assert_int_equal(trace_ring_memory(0, memory, 4 * sizeof *memory), 4 * sizeof *memory);
    for (unsigned n = 0; n < 5; n++) {
        assert_int_equal(memory[n].head.magic, n < 4 ? 0 : 0xA5A5A5A5);
        assert_int_equal(memory[n].head.number, n < 4 ? 0 : 0xA5A5A5A5);
    }
}

static void only_an_empty_ring_takes_other_memory(void **state)
{
    (void)state;
    assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
    record(1);
    assert_int_equal(trace_ring_memory(0, other, sizeof other), -EBUSY);
    assert_int_equal(trace_ring_memory(0, memory, 4 * sizeof *memory), -EBUSY); /* fewer of the same */
    assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
    trace_ring_close(0);
    assert_int_equal(trace_ring_memory(0, other, sizeof other), -EBUSY);
    assert_int_equal(read_all(), 1);
    assert_int_equal(trace_ring_memory(0, other, sizeof other), MOST * sizeof *other);
    record(1);
    trace_ring_close(0);
    assert_int_equal(read_all(), 1);
}

static long of_interrupt;
static bool was_evicting;

static void give_memory(void)
{
    was_evicting = ring->open == NULL && ring->closed == ring->read && ring->walk < ring->walk_end;
    of_interrupt = trace_ring_memory(0, other, sizeof other);
}

/* All sub-buffers were claimed, but the records of one are still being counted. */
static void a_ring_that_is_being_cleared_is_not_empty(void **state)
{
    unsigned evicting = 0, taken = 0;

    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        start(NULL);
        assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
        record(20);
        branches_left = n;
        at_branch = give_memory;
        trace_rings_clear();
        if (at_branch != NULL) {
            break;
        }
        evicting += was_evicting;
        taken += of_interrupt > 0;
        assert_true(!was_evicting || of_interrupt == -EBUSY);
        assert_true(of_interrupt == -EBUSY || ring->memory == other);
        assert_int_equal(ring->cleared, 20);
        record(1);
        trace_ring_close(0);
        assert_int_equal(read_all(), 1);
    }
    assert_true(evicting > 0 && taken > 0);
}

static bool was_clearing;

static void clear_again(void)
{
    was_clearing = ring->closed == ring->read && ring->walk < ring->walk_end;
    trace_rings_clear();
    assert_ptr_equal(ring->walk, ring->walk_end);
    assert_int_equal(ring->cleared, 20);
}

/* It counts the records of the sub-buffer that the interrupted clear has claimed. */
static void a_clear_during_a_clear_counts_all_records(void **state)
{
    unsigned clearing = 0;

    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        start(NULL);
        assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
        record(20);
        branches_left = n;
        at_branch = clear_again;
        trace_rings_clear();
        if (at_branch != NULL) {
            break;
        }
        clearing += was_clearing;
        assert_int_equal(ring->cleared, 20);
        assert_int_equal(ring->dropped + ring->overwritten, 0);
    }
    assert_true(clearing > 0);
}

static void record_one(void)
{
    record(1);
}

/* An interrupt records while memory is prepared. */
static void a_record_in_between_is_not_lost(void **state)
{
    unsigned busy = 0, n;

    (void)state;
    for (n = 0; n < 1000; n++) {
        start(NULL);
        branches_left = n;
        at_branch = record_one;
        long done = trace_ring_memory(0, other, sizeof other);

        if (at_branch != NULL) {
            break;
        }
        busy += done == -EBUSY;
        assert_true(done == -EBUSY || done == MOST * sizeof *other);
        trace_ring_close(0);
        assert_int_equal(read_all(), 1);
        assert_int_equal(ring->dropped, 0);
    }
    at_branch = NULL;
    assert_true(n < 1000 && busy > 0);
}

/* ------------------------------------------------------------------ a reset */

/* Two closed sub-buffers and an open one in the memory. */
static void three_subbufs(void)
{
    start(NULL);
    assert_int_equal(trace_ring_memory(0, memory, sizeof memory), MOST * sizeof *memory);
    for (unsigned n = 0; n < 3; n++) {
        record(2);
        if (n < 2) {
            trace_ring_close(0);
        }
    }
}

static unsigned survivors(void)
{
    trace_rings_init(1);
    return trace_rings_survived() ? read_all() : 0;
}

static void the_memory_survives_a_reset_if_it_is_intact(void **state)
{
    (void)state;
    three_subbufs();
    assert_int_equal(survivors(), 6);
    assert_ptr_equal(ring->memory, memory);
    for (unsigned n = 0; n < 3; n++) {
        three_subbufs();
        memory[n].head.magic = 0;
        assert_int_equal(survivors(), 0);
        three_subbufs();
        memory[n].head.number++;
        assert_int_equal(survivors(), 0);
    }
}

static void impossible_places_do_not_survive(void **state)
{
    (void)state;
    three_subbufs();
    ring->memory = NULL;
    assert_int_equal(survivors(), 0);
    assert_ptr_equal(ring->memory, ring->subbufs);
    three_subbufs();
    ring->memory = (struct trace_subbuf *)((uintptr_t)memory + 2);
    assert_int_equal(survivors(), 0);
    three_subbufs();
    ring->mask = 2 * MOST - 1;
    assert_int_equal(survivors(), 0);
    three_subbufs();
    ring->mask = MOST - 2;
    assert_int_equal(survivors(), 0);
    assert_int_equal(trace_ring_subbufs(ring), CONFIG_TRACE_RING_SUBBUFS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_ring_takes_a_power_of_two_of_subbufs, start),
        cmocka_unit_test_setup(records_go_into_the_memory, start),
        cmocka_unit_test_setup(memory_is_prepared_up_to_its_end, start),
        cmocka_unit_test_setup(only_an_empty_ring_takes_other_memory, start),
        cmocka_unit_test_setup(a_ring_that_is_being_cleared_is_not_empty, start),
        cmocka_unit_test_setup(a_clear_during_a_clear_counts_all_records, start),
        cmocka_unit_test_setup(a_record_in_between_is_not_lost, start),
        cmocka_unit_test_setup(the_memory_survives_a_reset_if_it_is_intact, start),
        cmocka_unit_test_setup(impossible_places_do_not_survive, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
